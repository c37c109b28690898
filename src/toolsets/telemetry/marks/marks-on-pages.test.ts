import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawingRig, SHOP } from '../../../../test/kit/drawing-rig.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const { rig, tabOf, settled, drag, markAround, start } = drawingRig();

test('a page hears its own keys while the paper lies on it, and Escape again after it', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  await tab.page.locator('#mail').focus();
  const asked = start({ wait: true });
  await settled();
  await tab.page.evaluate('heard.length = 0');
  await tab.page.keyboard.press('x');
  assert.deepEqual(await tab.page.evaluate('heard'), ['keydown x', 'input mail', 'keyup x']);
  await tab.page.keyboard.press('Escape');
  assert.equal((await asked).data.result.status, 'submitted');
  await tab.page.keyboard.press('Escape');
  assert.ok(((await tab.page.evaluate('heard')) as string[]).includes('keydown Escape'));
});

test('the page can be used meanwhile, scrolled and left; marks stay', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  const asked = start({ wait: true });
  await settled();
  await tab.page.mouse.move(300, 300);
  await tab.page.mouse.wheel(0, 3000);
  await tab.page.waitForFunction('scrollY > 500');
  await markAround(tab, '#far', 'Down here');
  await settled(1);
  await tab.page.keyboard.press('Alt+Shift+D');
  await tab.page.locator('#buy').click();
  assert.ok(((await tab.page.evaluate('heard')) as string[]).includes('click buy'));
  await tab.page.goto(rig.site.url('/next'));
  await settled();
  await markAround(tab, 'h1', 'And this');
  await settled(2);
  await tab.page.keyboard.press('Control+z');
  await settled(1);
  await markAround(tab, 'h1', 'And that');
  await settled(2);
  await tab.page.keyboard.press('Escape');
  const { annotations } = (await asked).data.result;
  assert.deepEqual(
    annotations.map((one: Record<string, string>) => [
      one.text,
      one.selector,
      new URL(one.page_url!).pathname,
    ]),
    [
      ['Down here', '#far', '/shop'],
      ['And that', 'html > body > h1', '/next'],
    ],
  );
});

test('what a page shows as modal can be marked', async () => {
  await rig.open('/modal');
  const tab = await tabOf();
  const asked = start({ wait: true });
  await settled();
  await markAround(tab, '#yes', 'Scary');
  await settled(1);
  await tab.page.keyboard.press('Escape');
  const [mark] = (await asked).data.result.annotations;
  assert.deepEqual([mark.text, mark.element_summary], ['Scary', 'button "Yes, delete it"']);
  assert.equal(await tab.page.evaluate('d.open'), true, 'Escape was not for the dialog');
});

test('a hostile page can neither feed, read nor end it', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  const asked = start({ wait: true });
  await settled();
  await tab.page.evaluate(`{
    heard.length = 0;
    const host = document.querySelector('[popover=manual]');
    for (const target of [window, document, host]) {
      for (const key of ['Escape', 'Enter'])
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      for (const type of ['pointerdown', 'pointermove', 'pointerup', 'click'])
        target.dispatchEvent(new PointerEvent(type, { clientX: 10, clientY: 10, bubbles: true, composed: true }));
    }
    globalThis.reach = [host.shadowRoot, window.length, host.children.length, document.querySelectorAll('iframe').length];
    heard.length = 0;
  }`);
  assert.deepEqual(await tab.page.evaluate('reach'), [null, 0, 0, 0]);
  const { x, y, width, height } = (await tab.page.locator('#buy').boundingBox())!;
  await drag(tab, [x - 4, y - 4], [x + width + 4, y + height + 4]);
  await tab.page.keyboard.type('the plan');
  await tab.page.evaluate(`document.querySelector('[popover=manual]').remove()`);
  await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
  await tab.page.evaluate(`document.querySelector('[popover=manual]').style.display = 'none'`);
  await tab.page.waitForFunction(`document.querySelector('[popover=manual]')?.style.display === 'block'`);
  await markAround(tab, '#mail', 'a secret remark');
  await settled(1).catch(() => {});
  const keys = ((await tab.page.evaluate('heard')) as string[]).filter((one) => one.startsWith('key'));
  assert.deepEqual(keys, [], 'no letter of it');
  await tab.page.keyboard.press('Escape');
  const { annotations } = (await asked).data.result;
  assert.ok(annotations.some(({ text }: { text: string }) => text === 'a secret remark'));
});

test('a tab that closes keeps what was marked, and a request without marks says why', async () => {
  for (const isMarked of [true, false]) {
    const context = await rig.tools.engine.context();
    const tab = await context.newTab();
    await tab.page.goto(rig.site.url('/shop'));
    const asked = start({ wait: true, tab_id: tab.id });
    await settled();
    if (isMarked) {
      await markAround(tab, '#buy', 'kept');
      await settled(1);
    }
    await context.closeTab(tab.id);
    const { data, isError } = await asked;
    if (isMarked) assert.deepEqual([data.result.status, data.result.annotations[0].text], ['broken', 'kept']);
    else assert.deepEqual([isError, data.code], [true, 'COMMAND_EXPIRED']);
  }
});

verifies(
  'gasoline: fault 36 annotations',
  'marks outlive the server, with all that is known of them',
  async (t) => {
    const site = await startSite({ '/': SHOP });
    t.after(() => site.close());
    const folder = await scratch(t);
    const endings: (() => unknown)[] = [];
    const first = await telemetryRig({ after: (ending) => void endings.unshift(ending) }, { state: folder });
    await first.call('interact', { action: 'navigate', url: site.url('/') });
    const asked = first.call('interact', { action: 'draw_mode_start', wait: true });
    const tab = await first.engine.tab();
    await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
    await markAround(tab, '#buy', 'Still here');
    await tab.page.keyboard.press('Escape');
    const [{ correlation_id: id }] = (await asked).data.result.annotations;
    const detail = { what: 'annotation_detail', correlation_id: id, budget: 100_000 };
    const before = (await first.call('analyze', detail)).data;
    for (const end of endings) await end();
    const second = await telemetryRig(t, { state: folder });
    const { data } = await second.call('analyze', detail);
    assert.deepEqual([data, data.css_rules.length > 0], [before, true]);
    const answered = await second.call('analyze', { what: 'annotations', correlation_id: id, done: true });
    assert.match(answered.summary, /when they mark there again/);
  },
);
