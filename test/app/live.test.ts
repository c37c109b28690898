import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axe } from '../kit/axe.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';
import { openApp, startAgent, startWebApp, until } from '../kit/web-app.ts';

const PAGE = `<!doctype html><title>Counter</title><style>body{margin:0;font:20px sans-serif}
#box{position:absolute;left:100px;top:100px;width:400px;height:200px;background:#d22}
#text{position:absolute;left:100px;top:350px;width:400px;height:50px}</style>
<div id="box"></div><input id="text"><p id="log"></p><div style="height:4000px"></div><script>
const told = [];
const tell = (what) => { told.push(what); log.textContent = told.join(' '); };
box.onclick = (event) => { box.style.background = '#2d2'; tell('click@' + event.clientX + ',' + event.clientY); };
box.ondblclick = () => tell('double');
addEventListener('wheel', (event) => tell('wheel' + Math.sign(event.deltaY)), { once: true });
text.onkeydown = (event) => { if (event.key.length > 1) tell(event.key); };
</script>`;

async function startPage(t: Cleanup, html = PAGE) {
  const site = await startSite({ '/': html });
  t.after(() => site.close());
  return site;
}

/** The colour in the middle of the box, as the app shows it. */
const colour = (page: Page, selector: string, x = 300, y = 200) =>
  page.evaluate<number[]>(`(() => {
    const canvas = document.querySelector(${JSON.stringify(selector)});
    const scale = canvas.width / 1280;
    return [...canvas.getContext('2d').getImageData(${x} * scale, ${y} * scale, 1, 1).data].slice(0, 3);
  })()`);
async function untilColour(page: Page, selector: string, is: 'red' | 'green'): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const [r = 0, g = 0] = await colour(page, selector);
    if (is === 'red' ? r > 180 && g < 90 : g > 180 && r < 90) return;
    await page.waitForTimeout(50);
  }
  assert.fail(`${selector} is not ${is}: ${await colour(page, selector)}`);
}

/** Where a place of the agent's page is in the app. */
async function placeOf(page: Page, x: number, y: number) {
  const box = (await page.locator('.stage canvas').boundingBox())!;
  const scale = box.width / 1280;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

test('pages are seen as they change, acted on once unlocked, taken over and handed back', async (t) => {
  const app = await startWebApp(t);
  const site = await startPage(t);
  const agent = await startAgent(app, app.key);
  const { page } = await openApp(t, `${app.link}&v=live`, { viewport: { width: 1500, height: 1000 } });
  await page.getByRole('heading', { name: 'No page is open' }).waitFor();
  await agent.call('browser_navigate', { url: site.url('/') });
  const card = page.locator('.page-card', { hasText: 'Counter' });
  await card.waitFor();
  await untilColour(page, '.page-card canvas', 'red');
  assert.deepEqual(await axe(page), [], 'all pages');

  await card.click();
  await untilColour(page, '.stage canvas', 'red');
  assert.match(page.url(), /v=live&p=t\d+$/);
  const text = async () => {
    const { content } = await agent.call('browser_evaluate', {
      function: '() => log.textContent + "|" + text.value',
    });
    return content[0]?.text ?? '';
  };
  // Nothing reaches the page before it is unlocked.
  const middle = await placeOf(page, 300, 200);
  await page.mouse.click(middle.x, middle.y);
  await page.getByRole('button', { name: 'View only' }).click();
  await page.getByRole('application').waitFor();
  assert.deepEqual(await axe(page), [], 'one page');
  await page.mouse.dblclick(middle.x, middle.y);
  await untilColour(page, '.stage canvas', 'green');
  await page.mouse.wheel(0, 10);
  const field = await placeOf(page, 300, 375);
  await page.mouse.click(field.x, field.y);
  await page.keyboard.type('Regards, 3 & 4?');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Enter');
  let said = '';
  for (let tries = 0; tries < 100 && !said.includes('Enter'); tries++) said = await text();
  assert.match(said, /click@(299|300|301),(199|200|201) click@\S+ double/);
  assert.match(said, /Shift Home Enter/);
  assert.match(said, /Regards, 3 & 4\?/);
  assert.equal(said.match(/click@/g)?.length, 2);

  await page.keyboard.press('Control+Alt+KeyL');
  await page.getByRole('button', { name: 'View only' }).waitFor();

  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('No call waits.').waitFor();
  let isAnswered = false;
  const waiting = agent.call('browser_snapshot').finally(() => {
    isAnswered = true;
  });
  await page.getByText('One call waits for you.').waitFor();
  assert.ok(!isAnswered);
  assert.deepEqual(await axe(page), [], 'taken over');
  await page.getByLabel('A note for the agent').fill('I am logged in now');
  await page.getByRole('button', { name: 'Hand back' }).click();
  const answer = (await waiting).content.map((one) => one.text).join('\n');
  assert.match(answer, /A person had tab t\d+ and has handed it back.*"I am logged in now"/s);

  await page.getByRole('button', { name: 'All pages' }).click();
  await agent.call('browser_close');
  await page.getByRole('heading', { name: 'No page is open' }).waitFor();
});

test('a person is asked, wherever in the app they are, and answers; without one it is said at once', async (t) => {
  const app = await startWebApp(t, ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs']);
  const agent = await startAgent(app, 'key-of-mine');
  const other = await startAgent(app, 'key-of-theirs');
  const start = performance.now();
  const alone = await agent.call('request_human', { text: 'May I?' });
  assert.ok(alone.isError && performance.now() - start < 5000);
  assert.match(alone.content[0]?.text ?? '', /No person has the web app open.*sensorium app/s);

  const { page } = await openApp(t, app.link);
  await page
    .getByRole('heading', { name: 'Nothing has been seen yet' })
    .or(page.locator('.rows'))
    .first()
    .waitFor();
  const ask = () => agent.call('request_human', { text: 'Shall I delete the <b>old</b> orders?' });
  const shown = page.getByRole('status').getByText('Shall I delete the <b>old</b> orders?').waitFor();
  let asked = ask();
  // Nobody is there until the app's socket is open, a moment after its first lines are drawn.
  while (await Promise.race([asked.then(() => true), shown.then(() => false)])) asked = ask();
  await until(page, `document.title === '(1) Sensorium'`);
  // Who has another key has nobody here, and is not seen.
  const theirs = await other.call('request_human', { text: 'And I?' });
  assert.ok(theirs.isError);
  assert.deepEqual(await axe(page), [], 'asked');
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByLabel('Your answer').fill('Only those of last year');
  assert.deepEqual(await axe(page), [], 'the request');
  await page.getByRole('button', { name: 'Send' }).click();
  assert.match((await asked).content[0]?.text ?? '', /^The person says: Only those of last year$/);
  await until(page, `document.title === 'Sensorium'`);

  const [done, refused] = ['Log in, please', 'Pay, please'].map((ask) =>
    agent.call('request_human', { text: ask }),
  );
  const of = (ask: string) => page.locator('.request', { hasText: ask });
  await of('Log in, please').getByRole('button', { name: 'Done' }).click();
  await of('Pay, please').getByRole('button', { name: 'Decline' }).click();
  assert.match((await done)?.content[0]?.text ?? '', /it is done/);
  assert.match((await refused)?.content[0]?.text ?? '', /declined/);
});

test('nobody sees or touches the pages of another key; a page’s words are only words', async (t) => {
  const app = await startWebApp(t, ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs']);
  const site = await startPage(t, '<title><img src=x onerror="alert(1)"></title><h1>secret</h1>');
  const agent = await startAgent(app, 'key-of-mine');
  await agent.call('browser_navigate', { url: site.url('/') });
  const { page, browser } = await openApp(t, `${app.link}&v=live`);
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts++;
    void dialog.dismiss();
  });
  await page.locator('.page-card').getByText('<img src=x').waitFor();
  const tab = await page.locator('.page-card .badge').first().textContent();
  assert.equal(alerts, 0);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${app.origin}/app/`);
  await stranger.getByLabel('Key', { exact: true }).fill('key-of-theirs');
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await stranger.getByRole('button', { name: 'Live', exact: true }).first().click();
  await stranger.getByRole('heading', { name: 'No page is open' }).waitFor();
  // Not by asking for it by its name either.
  const heard = await stranger.evaluate<number>(`new Promise((done) => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/app/live');
    socket.binaryType = 'arraybuffer';
    let frames = 0;
    socket.onmessage = ({ data }) => { if (typeof data !== 'string') frames++; };
    socket.onopen = () => {
      socket.send(JSON.stringify({ look: { all: true, page: ${JSON.stringify(tab)} } }));
      socket.send(JSON.stringify({ takeOver: ${JSON.stringify(tab)} }));
      setTimeout(() => done(frames), 1500);
    };
  })`);
  assert.equal(heard, 0);
  await agent.call('browser_snapshot');
  assert.ok(!(await page.getByText('in your hands').isVisible()));
});

test('axe-core finds nothing, dark and light, and it fits from 360 px to 4K', async (t) => {
  const app = await startWebApp(t);
  const site = await startPage(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: site.url('/') });
  await agent.call('browser_tabs', { action: 'new', url: site.url('/') });
  const { page } = await openApp(t, `${app.link}&v=live`, { colorScheme: 'dark' });
  await page.locator('.page-card').nth(1).waitFor();
  for (const part of ['all', 'one'] as const) {
    if (part === 'one') {
      await page.locator('.page-card').first().click();
      await page.getByRole('button', { name: 'Take over' }).click();
      await page.getByText('No call waits.').waitFor();
    }
    for (const width of [360, 768, 1440, 3840]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await axe(page), [], `${part}, ${width}`);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${part}, ${width}: ${overflow} px too wide`);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/live-${part}-${width}.png` });
    }
    await page.locator('button.round').first().click();
    assert.deepEqual(await axe(page), [], `${part}, light`);
  }
});

test('nothing is sent while the app is hidden, and it goes on afterwards', async (t) => {
  const app = await startWebApp(t);
  const site = await startPage(
    t,
    '<title>Moving</title><p id="n"></p><script>let c = 0; setInterval(() => { n.textContent = c++; }, 20)</script>',
  );
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: site.url('/') });
  const { page } = await openApp(t, `${app.link}&v=live`);
  // The link opens the app once: loaded anew before it has, the page would stand before the login.
  await page.locator('.page-card').waitFor();
  let frames = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') frames++;
    }),
  );
  await page.reload();
  await page.locator('.page-card').click();
  const more = async () => {
    const before = frames;
    for (let tries = 0; tries < 200 && frames < before + 3; tries++) await page.waitForTimeout(50);
    assert.ok(frames >= before + 3, 'pictures come');
  };
  const hide = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  await more();
  await hide(true);
  // What was on its way arrives.
  await page.waitForTimeout(500);
  const before = frames;
  await page.waitForTimeout(1000);
  assert.equal(frames, before);
  await hide(false);
  await more();
});
