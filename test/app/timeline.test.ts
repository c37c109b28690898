import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { WORDS } from '../../web/words.ts';
import { appRig } from '../kit/app-rig.ts';
import { axe } from '../kit/axe.ts';
import { seen } from '../kit/record.ts';
import { openApp, startAgent, startShop, startWebApp, until } from '../kit/web-app.ts';

const LINES = '.rows .row';

const texts = (page: Page) => page.locator(`${LINES} .what`).allTextContents();

test('a stranger finds the failing request of a broken page in three clicks from the link', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: shop.url('/') });
  await agent.call('interact', { what: 'click', selector: '#buy' });
  await agent.call('browser_take_screenshot');

  const { page } = await openApp(t, app.link, { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'Errors' }).waitFor();
  await page.evaluate(
    `self.clicks = 0; addEventListener('click', () => { self.clicks += 1; }, { capture: true })`,
  );
  // As docs/app.md has it. 1: only errors. 2: the one that answers 500. 3: what the service sent, as text.
  await page.getByRole('button', { name: 'Errors' }).click();
  await page.locator(LINES, { hasText: '/api/order' }).click();
  const answer = page.locator('.sides > div').last();
  await answer.getByRole('tab', { name: 'Text' }).click();
  await answer.getByText('"detail":"Kettle is out of stock"').waitFor();
  assert.equal(await page.evaluate('self.clicks'), 3);
  // The worker has found what is what.
  await answer.locator('.text [data-is=attr]', { hasText: '"error"' }).waitFor();
  assert.equal(
    await answer.locator('.text').textContent(),
    JSON.stringify({ error: 'OUT_OF_STOCK', detail: 'Kettle is out of stock', trace: [1, 2, 3] }),
  );

  const detail = page.locator('.detail');
  await detail.getByText('Waiting for the answer').waitFor();
  assert.match(page.url(), /#f=is%3Aerror&i=\d+$/, 'the address tells what is looked at');
  // The story goes back to the agent's call.
  await detail.getByText('The story of it').waitFor();
  await detail.locator('.story', { hasText: 'interact' }).waitFor();
  await detail.locator('.in-words', { hasText: /\/api\/order answered 500/ }).waitFor();
  assert.match(String(await detail.locator('.in-words pre').textContent()), /What happened .*! POST /s);
  assert.ok((await detail.locator('.around li').count()) > 5);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await detail.getByRole('button', { name: 'Copy as cURL' }).click();
  await detail.getByText('Copied as cURL.').waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(copied, /^curl 'http:\/\/127\.0\.0\.1:\d+\/api\/order' \\\n {2}-X 'POST'/);
  assert.match(copied, /--data-raw '\{"id":7,"count":1\}'$/);

  // The same address shows the same to somebody else who may see it.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.detail', { hasText: 'OUT_OF_STOCK' }).waitFor();
  assert.equal(await other.locator(`${LINES}.chosen`).count(), 1);
  await other.close();

  // An error shows the lines where it was thrown.
  await page.locator('#filter').fill('level:error');
  await page.locator(LINES, { hasText: 'Order failed' }).click();
  await detail.locator('.source code[aria-current]', { hasText: "throw new Error('Order failed" }).waitFor();

  await page.locator('#filter').fill('lane:screen');
  await page.locator(LINES, { hasText: '1280 × 720' }).click();
  const picture = detail.locator('.shot img');
  await picture.waitFor();
  assert.ok(
    await page.evaluate<boolean>(
      `document.querySelector('.shot img').decode().then(() => document.querySelector('.shot img').naturalWidth === 1280)`,
    ),
  );
  await page.locator('#filter').fill('lane:sockets');
  await page.locator(LINES, { hasText: 'hello' }).first().click();
  await detail.locator('.chat li[data-kind=sent]', { hasText: 'hello' }).waitFor();
});

test('axe-core finds nothing, dark and light, wide and narrow, with and without a detail', async (t) => {
  const rig = await appRig(t);
  for (const stream of [
    'console',
    'exception',
    'request',
    'websocket',
    'action',
    'vitals',
    'call',
    'exchange',
  ] as const)
    rig.see(
      seen({
        stream,
        ...(stream === 'call' ? { source: 'agent' } : stream === 'exchange' ? { source: 'wire' } : {}),
      }),
    );
  const { page } = await rig.open({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
  await page.locator(LINES).nth(7).waitFor();
  for (const theme of ['dark', 'light']) {
    await until(page, `document.documentElement.dataset.theme === '${theme}'`);
    assert.deepEqual(await axe(page), [], `${theme}, list`);
    for (const kind of ['GET', 'exception', 'received', 'vitals']) {
      const line = page.locator(LINES, { has: page.locator('.word', { hasText: new RegExp(`^${kind}$`) }) });
      await line.first().click();
      await page.locator('.item-kind', { hasText: kind }).waitFor();
      await page.locator('.around li').first().waitFor();
      assert.deepEqual(await axe(page), [], `${theme}, ${kind}`);
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await axe(page), [], `${theme}, help`);
    await page.keyboard.press('Escape');
    await page.locator('body').press('Escape');
    await page.locator('body').press('t');
  }
  for (const width of [360, 768, 3840]) {
    await page.setViewportSize({ width, height: 740 });
    assert.deepEqual(await axe(page), [], `${width}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
  }
});

test('all of it works by keyboard', async (t) => {
  const rig = await appRig(t);
  for (let line = 1; line <= 40; line++) rig.see(seen({ data: { message: `line ${line}` } }));
  rig.see(seen({ stream: 'exception' }));
  const { page } = await rig.open();
  await page.locator(LINES).nth(5).waitFor();
  const chosen = () => page.locator(`${LINES}.chosen .what`).textContent();
  await page.keyboard.press('j');
  assert.match(String(await chosen()), /boom/);
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(), 'line 39');
  await page.keyboard.press('k');
  assert.equal(await chosen(), 'line 40');
  await page.keyboard.press('Enter');
  assert.ok(await page.evaluate<boolean>(`document.activeElement?.matches('.detail') ?? false`));
  await page.keyboard.press('Escape');
  await page.locator('.shell:not(.with-detail)').waitFor();
  assert.ok(await page.evaluate<boolean>(`document.activeElement?.matches('.rows') ?? false`));

  await page.keyboard.press('/');
  await page.keyboard.type('le');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('.offer[aria-selected=true] code').textContent(), 'level:');
  await page.keyboard.press('Enter');
  await page.keyboard.type('err');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await until(page, `document.querySelectorAll('.rows .row').length === 1`);
  assert.equal(await page.locator('#filter').inputValue(), 'level:error ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await until(page, `location.hash.includes('is%3Aerror')`);
  await page.getByRole('button', { name: 'Clear the filter' }).press('Enter');
  await until(page, `document.querySelectorAll('.rows .row').length > 5`);

  await page.locator('.lanes canvas').focus();
  await page.keyboard.press('+');
  await until(page, `/from=\\d+&to=\\d+/.test(location.hash)`);
  const before = page.url();
  await page.keyboard.press('ArrowLeft');
  await until(page, `location.href !== ${JSON.stringify(before)}`);
  await page.keyboard.press('0');
  await until(page, `location.hash === ''`);
});

test('a window that is dragged filters the list; a wrong filter says what is meant', async (t) => {
  const rig = await appRig(t);
  const now = Date.now() * 1000;
  for (let minute = 0; minute < 60; minute++)
    rig.see(seen({ time: now - minute * 60e6, data: { message: `minute ${minute}` } }));
  const { page } = await rig.open({ viewport: { width: 1200, height: 800 } });
  await page.locator(LINES).nth(10).waitFor();
  const box = (await page.locator('.lanes canvas').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await until(page, `document.querySelector('.foot')?.textContent?.startsWith('Nothing older')`);
  const minutes = (await texts(page)).map((text) => Number(text.split(' ')[1]));
  assert.ok(minutes.length >= 12 && minutes.length <= 18, `${minutes}`);
  assert.ok(Math.min(...minutes) >= 28 && Math.max(...minutes) <= 47, `${minutes}`);
  await page.locator('.lanes canvas').dblclick({ position: { x: 5, y: 40 } });
  await until(page, `location.hash === ''`);

  await page.locator('#filter').fill('stauts:500');
  await page.getByText('there is no field "stauts", did you mean "status"?').waitFor();
  await page.locator('#filter').fill('nothing-like-it');
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();
  await page.locator(LINES).nth(10).waitFor();
});

test('what comes in is followed, waits while one reads, and leaves no gap after a flood', async (t) => {
  const rig = await appRig(t);
  for (let line = 1; line <= 300; line++) rig.see(seen({ data: { message: `old ${line}` } }));
  const { page } = await rig.open();
  await page.locator(LINES, { hasText: 'old 300' }).waitFor();
  rig.see(seen({ data: { message: 'fresh 1' } }));
  await page.locator(LINES, { hasText: 'fresh 1' }).waitFor();

  await page.evaluate(`document.querySelector('.rows').scrollTo({ top: 1500 })`);
  await page.getByRole('button', { name: 'Paused' }).waitFor();
  for (let line = 2; line <= 6; line++) rig.see(seen({ data: { message: `fresh ${line}` } }));
  await page.getByRole('button', { name: /5 new/ }).click();
  await page.locator(LINES, { hasText: 'fresh 6' }).waitFor();

  for (let line = 1; line <= 2000; line++) rig.see(seen({ data: { message: `flood ${line}` } }));
  await page.locator(LINES, { hasText: 'flood 2000' }).waitFor();
  // All the way down: every number once.
  const found = await page.evaluate<string[]>(`(async () => {
    const list = document.querySelector('.rows');
    const all = new Set();
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const isOver = () =>
      list.scrollTop + list.clientHeight >= list.scrollHeight - 1 &&
      list.querySelector('.foot')?.textContent === ${JSON.stringify(WORDS.oldest)};
    for (let wasOver = false; !wasOver; ) {
      wasOver = isOver();
      for (const what of list.querySelectorAll('.what')) all.add(what.textContent);
      list.scrollTop += 400;
      await drawn();
    }
    return [...all];
  })()`);
  for (let line = 1; line <= 2000; line++) assert.ok(found.includes(`flood ${line}`), `flood ${line}`);
  assert.equal(found.filter((text) => text.startsWith('old ')).length, 300);
});

test('time in which nothing happened is squeezed, and said to be so', async (t) => {
  const rig = await appRig(t);
  const now = Date.now() * 1000;
  const burst = (start: number) => {
    for (let line = 0; line < 60; line++)
      rig.see(seen({ time: start + line * 1e6, data: { message: `line ${line}` } }));
  };
  burst(now - 7200e6);
  burst(now - 61e6);
  const { page } = await rig.open({ viewport: { width: 1280, height: 800 } });
  await page.locator(LINES).nth(5).waitFor();
  const canvas = page.locator('.lanes canvas');
  /** Minutes before now that stand at this part of the width. */
  const at = async (part: number) => {
    const { x, y, width } = (await canvas.boundingBox())!;
    await page.mouse.move(x + width * part, y + 60);
    const words = (await page.locator('.lanes .needle span').textContent()) ?? '';
    const [hours = 0, minutes = 0, seconds = 0] = words.split(':').map(Number);
    const then = new Date(now / 1000);
    const ms = then.getTime() - new Date(then).setHours(hours, minutes, seconds);
    // Soon after midnight it stands for the evening before.
    return ((ms / 60_000 + 1500) % 1440) - 60;
  };
  // Once what happened has been counted.
  await until(page, `document.querySelectorAll('.rows .row').length > 5`);
  const even = await at(0.25);
  assert.ok(even > 80 && even < 100, `a quarter of two hours: ${even}`);
  await page.locator('body').press('s');
  await until(page, `location.hash.includes('z=1')`);
  const narrow = async (part: number, from: number, to: number) => {
    let found = await at(part);
    for (let tries = 0; tries < 100 && !(found >= from && found <= to); tries++) {
      await page.waitForTimeout(50);
      found = await at(part);
    }
    assert.ok(found >= from && found <= to, `${part}: ${found} minutes`);
  };
  await narrow(0.25, 115, 121);
  await narrow(0.8, -1, 6);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/squeezed.png` });
  // What is dragged over in the squeezed picture is what stood there.
  const { x, y, width } = (await canvas.boundingBox())!;
  await page.mouse.move(x + width * 0.02, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + 60, { steps: 4 });
  await page.mouse.up();
  await until(page, `/from=\\d+&to=\\d+/.test(location.hash)`);
  const given = new URLSearchParams(new URL(page.url()).hash.slice(1));
  assert.ok(Number(given.get('to')) < now - 6000e6, 'within the first burst');
  assert.deepEqual(await axe(page), []);
  await page.getByRole('button', { name: 'Squeeze' }).click();
  await until(page, `!location.hash.includes('z=1')`);
});

test('links of the story are arrows over the lanes, and walked with keys', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: shop.url('/') });
  await agent.call('browser_evaluate', { function: `() => document.getElementById('buy').click()` });
  const { page } = await openApp(t, `${app.link}&f=status:500`, { viewport: { width: 1500, height: 950 } });
  await page.locator(LINES, { hasText: '/api/order' }).click();
  await page.locator('.story .here').waitFor();
  const chosen = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('i');
  const request = chosen();
  /** How much of the lanes is drawn in the colour of links, but for the line of the chosen item. */
  const ink = `(() => {
    const canvas = document.querySelector('.lanes canvas');
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(canvas).getPropertyValue('--accent').trim();
    probe.fillRect(0, 0, 1, 1);
    const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const columns = new Map();
    for (let at = 0; at < data.length; at += 4)
      if (Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b) < 12)
        columns.set((at / 4) % width, (columns.get((at / 4) % width) ?? 0) + 1);
    return [...columns.values()].filter((count) => count < 60).length;
  })()`;
  await until(page, `${ink} > 12`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/arrows.png` });
  await page.locator('body').press('[');
  await until(page, `!location.hash.includes('i=${request}')`);
  const cause = chosen();
  await until(page, `document.querySelector('.item')?.dataset.seq === '${cause}'`);
  await page.locator(`.story .effect`).first().waitFor();
  await page.locator('body').press(']');
  await until(page, `!location.hash.includes('i=${cause}')`);
  await page.locator('.detail').waitFor();
  // From the beginning of the story on one comes back to the request, or passes it by another way.
  assert.notEqual(chosen(), cause);
});
