import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../test/kit/analyze-rig.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';

const SHOP = `<!doctype html><html lang="en"><title>Shop</title>
<style>body { margin: 20px; font: 16px sans-serif } #buy { width: 30px; height: 20px; color: #bbb; background: #fff }</style>
<main><h1>Our shop</h1><form aria-label="Order"><label>Mail <input id="mail"></label>
<label>Password <input type="password" id="pass" value="in the source"></label><button type="button" id="buy">Buy</button></form>
<p id="far" style="margin-top: 1500px">Far below</p></main>
<script>
  globalThis.heard = [];
  for (const type of ['keydown', 'keyup', 'input', 'pointerdown', 'click', 'focusin'])
    addEventListener(type, (event) => heard.push(type + ' ' + (event.key ?? event.target.id)), true);
</script></html>`;
const STRICT =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src 'none'; require-trusted-types-for 'script'";

const rig = new AnalyzeRig({
  '/shop': SHOP,
  '/next': '<!doctype html><title>Next</title><h1>Next page</h1>',
  '/modal':
    '<!doctype html><title>Modal</title><dialog id="d"><button id="yes">Yes, delete it</button></dialog><script>d.showModal()</script>',
  '/strict': (_request, response) =>
    void response
      .setHeader('content-security-policy', STRICT)
      .setHeader('content-type', 'text/html')
      .end(SHOP),
});

const tabOf = () => rig.tools.engine.tab();

/** Waits for the paper to be there, and for this many marks to be kept. */
async function settled(count?: number): Promise<void> {
  const tab = await tabOf();
  await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
  for (;;) {
    const { sessions } = await rig.look('draw_history');
    if (count === undefined ? sessions[0]?.status === 'drawing' : sessions[0]?.count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 150)); // no more than the calls that a minute has
  }
}

async function drag(tab: Tab, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await tab.page.mouse.move(...from);
  await tab.page.mouse.down();
  await tab.page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 4);
  await tab.page.mouse.move(...to);
  await tab.page.mouse.up();
}

/** A box around an element, with words. */
async function markAround(tab: Tab, selector: string, words: string): Promise<void> {
  const { x, y, width, height } = (await tab.page.locator(selector).boundingBox())!;
  await drag(tab, [x - 4, y - 4], [x + width + 4, y + height + 4]);
  await tab.page.keyboard.type(words);
  await tab.page.keyboard.press('Enter');
}

const start = (args: object = {}) => rig.tools.call('interact', { action: 'draw_mode_start', ...args });
const papers = async () => (await tabOf()).page.locator('[popover=manual]').count();

verifies(
  [
    'gasoline: interact draw_mode_start',
    'gasoline: analyze annotations',
    'gasoline: analyze annotation_detail',
    'gasoline: analyze draw_history',
    'gasoline: analyze draw_session',
  ],
  'a person marks a page under a strict policy, and all is told of what they marked',
  async () => {
    await rig.open('/strict');
    const tab = await tabOf();
    const begun = await start({ text: 'What is wrong here?', session: 'review' });
    assert.deepEqual([begun.data.status, begun.data.queued], ['queued', true]);
    await settled();
    assert.equal((await rig.look('annotations')).waiting[0].question, 'What is wrong here?');
    await tab.page.evaluate('heard.length = 0');
    await markAround(tab, '#buy', 'Too small to hit');
    await settled(1);
    await tab.page.keyboard.press('a');
    await drag(tab, [400, 300], [100, 40]);
    await tab.page.keyboard.type('gone');
    await tab.page.keyboard.press('Escape'); // takes the mark away
    await drag(tab, [400, 300], [100, 40]);
    await tab.page.keyboard.type('This headline');
    await tab.page.keyboard.press('Enter');
    await settled(2);
    await drag(tab, [300, 300], [302, 302]); // a slip of the hand
    assert.deepEqual(await tab.page.evaluate('heard'), [], 'the page heard nothing of it');
    await tab.page.keyboard.press('Escape');
    const command = { what: 'command_result', correlation_id: begun.data.correlation_id };
    for (;;) {
      const { data } = await rig.tools.call('observe', command);
      if (!data.final) continue;
      assert.deepEqual([data.status, data.result.status, data.result.count], ['complete', 'submitted', 2]);
      break;
    }
    assert.equal(await papers(), 0, 'nothing is left');

    const told = await rig.look('annotations');
    assert.deepEqual([told.count, told.unanswered_count, told.status], [2, 2, 'submitted']);
    const [first, second] = told.annotations;
    assert.deepEqual(
      [first.number, first.text, first.kind, first.state],
      [1, 'Too small to hit', 'box', 'open'],
    );
    assert.deepEqual([first.element_summary, first.selector], ['button "Buy"', '#buy']);
    assert.deepEqual(
      [second.number, second.kind, second.element_summary],
      [2, 'arrow', 'heading "Our shop"'],
    );
    const named = await rig.look('annotations', { session: 'review' });
    assert.deepEqual([named.page_count, named.total_count], [1, 2]);

    const detail = await rig.look('annotation_detail', { correlation_id: first.correlation_id });
    assert.deepEqual([detail.role, detail.name, detail.tag], ['button', 'Buy', 'button']);
    assert.equal(detail.computed_styles.color, 'rgb(187, 187, 187)');
    assert.ok(detail.css_rules.some(({ selector }: { selector: string }) => selector === '#buy'));
    assert.match(detail.outline, /textbox "Mail"[\s\S]*button "Buy"/);
    assert.deepEqual(
      detail.a11y_flags.map((flag: string) => flag.split(':')[0]),
      ['low_contrast', 'small_touch_target'],
    );
    assert.ok(
      !JSON.stringify(detail).includes('in the source'),
      'what stands in fields for secrets is not told',
    );
    const [marked, plain] = await Promise.all([
      readFile(detail.pictures.marked),
      readFile(detail.pictures.plain),
    ]);
    assert.ok(marked.subarray(1, 4).toString() === 'PNG' && !marked.equals(plain), 'two pictures');
    for (const picture of [marked, plain])
      assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [360, 240], 'of the place');

    const { sessions } = await rig.look('draw_history');
    assert.deepEqual([sessions[0].file, sessions[0].count], [told.file, 2]);
    const whole = await rig.look('draw_session', { file: told.file });
    assert.deepEqual(
      [whole._file, whole.marks.length, whole.question],
      [told.file, 2, 'What is wrong here?'],
    );
    assert.ok((await readFile(whole.pictures.marked)).length > 1000);
    const none = await rig.call('draw_session', { file: `${told.file}x` });
    assert.deepEqual([none.isError, none.data.code], [true, 'NO_SUCH_MARK']);
    assert.match(none.data.retry ?? none.data.hint ?? JSON.stringify(none.data), new RegExp(told.file));
    const actions = (await rig.tools.call('observe', { what: 'actions' })).data.entries;
    const drawn = actions.filter(({ frame }: { frame?: string }) => frame !== undefined);
    assert.deepEqual(drawn, [], 'what is drawn is no action on the page');
  },
);

verifies(
  ['gasoline: generate annotation_report', 'gasoline: generate annotation_issues'],
  'marks become a report and issues with pictures',
  async () => {
    const make = (format: string, args: object = {}) =>
      rig.tools.call('generate', { format, session: 'review', budget: 100_000, ...args });
    const report = await make('annotation_report', { save_to: 'notes/marks.md' });
    assert.deepEqual([report.data.total_count, report.data.page_count], [2, 1]);
    const text = await readFile(report.data.saved_to, 'utf8');
    assert.match(text, /^# Marks: review\n\n2 marks on 1 pages\.\n\n## Shop\n/);
    assert.match(text, /### 1\. Too small to hit\n\n> Too small to hit\n/);
    assert.match(text, /\| element \| `button "Buy"` \|/);
    const pictures = [...text.matchAll(/!\[[^\]]*\]\(<([^>]+)>\)/g)].map(([, path]) => path!);
    assert.equal(pictures.length, 5);
    for (const path of pictures) {
      assert.ok(path.startsWith('../'), path);
      const bytes = await readFile(resolve(dirname(report.data.saved_to), path));
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    }
    const { data } = await make('annotation_issues');
    assert.deepEqual(
      [data.total_count, data.issues[0].title, data.issues[0].tag],
      [2, 'Too small to hit', 'button'],
    );
    assert.match(data.issues[0].body, /small_touch_target/);
    const nothing = await make('annotation_report', { session: 'none such' });
    assert.deepEqual([nothing.isError, nothing.data.code], [true, 'NOTHING_RECORDED']);
  },
);

test('an agent answers a mark, and the person sees it: at once, and when they mark there again', async () => {
  const tab = await tabOf();
  const [first, second] = (await rig.look('annotations')).annotations;
  const missing = await rig.call('annotations', { reply: 'x' });
  assert.equal(missing.isError, true);
  const done = await rig.call('annotations', {
    correlation_id: first.correlation_id,
    reply: 'It has 44 pixels now',
    done: true,
  });
  assert.deepEqual([done.data.state, done.data.reply], ['done', 'It has 44 pixels now']);
  assert.match(done.summary, /sees it on the page/);
  await rig.look('annotations', { correlation_id: second.correlation_id, reply: 'Which one?' });
  const left = await rig.look('annotations');
  assert.deepEqual([left.count, left.unanswered_count], [2, 0]);
  assert.ok((await shownIn(tab)).includes('It has 44 pixels now'));
  await start();
  await settled();
  const shown = await shownIn(tab);
  assert.ok(shown.includes('✓ done ') && shown.includes('↩ answered '), 'in the card');
  await tab.page.keyboard.press('Escape');
});

test('an answer to a mark of a drawing that goes on is kept', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  await start();
  await settled();
  await markAround(tab, '#buy', 'This one');
  await settled(1);
  const { correlation_id } = (await rig.look('annotations')).annotations.at(-1);
  await rig.look('annotations', { correlation_id, reply: 'Yes', done: true });
  await markAround(tab, '#mail', 'And that one');
  await settled(2);
  await tab.page.keyboard.press('Escape');
  await until('it is over', async () => (await papers()) === 0);
  const { file } = (await rig.look('draw_history')).sessions[0];
  const { marks } = await rig.look('draw_session', { file });
  assert.deepEqual(
    marks.map(({ text, state }: { text: string; state: string }) => [text, state]),
    [
      ['This one', 'done'],
      ['And that one', 'open'],
    ],
  );
  await rig.look('annotations', { correlation_id: marks[1].id, done: true });
});

/** All text of a page, closed shadow roots and frames in them included. */
async function shownIn(tab: Tab): Promise<string> {
  const session = await tab.page.context().newCDPSession(tab.page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  await session.detach();
  return JSON.stringify(root);
}

test('wait: true comes with the answer; a person may decline; each request has one answer', async () => {
  await rig.open('/shop');
  const tab = await tabOf();
  const first = start({ text: 'First question', wait: true });
  await settled();
  const second = start({ text: 'Second question', wait: true });
  for (let shown = ''; !shown.includes('Second question'); ) shown = await shownIn(tab);
  const { waiting } = await rig.look('annotations');
  assert.deepEqual(
    waiting.map(({ question, status }: Record<string, string>) => [question, status]),
    [
      ['First question', 'drawing'],
      ['Second question', 'waiting'],
    ],
  );
  const next = rig.look('annotations', { wait: true });
  await markAround(tab, '#mail', '');
  await tab.page.keyboard.press('Escape');
  const answered = (await first).data.result;
  assert.deepEqual([answered.status, answered.count], ['submitted', 1]);
  assert.equal((await next).count, 1);
  await settled(0);
  await paper(tab).getByText('Second question').waitFor();
  assert.equal(await paper(tab).getByText('First question').count(), 0);
  await paper(tab).getByRole('button', { name: 'Answer without marks' }).click();
  const declined = (await second).data.result;
  assert.deepEqual([declined.status, declined.count], ['declined', 0]);
  assert.equal(await papers(), 0);
});

/** The paper's own document, which we find and the page does not. */
const paper = (tab: Tab) => tab.page.frames().at(-1)!;

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
