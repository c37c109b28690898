import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { devtoolsFor, lessee, startPool } from '../../../../test/kit/pool.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';

const PAGES = {
  '/': '<title>First</title><h1>One</h1><iframe src="{{other}}/frame"></iframe>',
  '/frame': '<title>Frame</title><p>of another site</p>',
  '/second': '<title>Second</title><button onclick="this.textContent = `pressed`">press</button>',
};

/** A client that knows nothing but the protocol. */
async function bareClient(t: { after(act: () => unknown): void }, address: string) {
  const socket = new WebSocket(address);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  let last = 0;
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  const events: { method: string; params: Record<string, unknown>; sessionId?: string }[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) events.push(message);
    else waiting.get(message.id)?.(message);
  });
  const send = (method: string, params: object = {}, sessionId?: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    new Promise<any>((resolve, reject) => {
      waiting.set(++last, ({ result, error }) =>
        error ? reject(new Error(JSON.stringify(error))) : resolve(result),
      );
      socket.send(JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) }));
    });
  return { socket, send, events };
}

// biome-ignore lint/suspicious/noExplicitAny: what others say, read as it comes
const json = async (address: string, init?: RequestInit): Promise<any> => (await fetch(address, init)).json();
const gone = (browser: Browser) => new Promise((resolve) => browser.once('disconnected', resolve));

test('Playwright attaches, works beside us and lets go', async (t) => {
  const site = await startSite(PAGES);
  t.after(() => site.close());
  const { pool } = await startPool(t, {}, { devtools: devtoolsFor('ann') });
  const instance = await pool.open({ mode: 'chromium' }, lessee('ann'));
  const tab = await instance.engine.tab();
  await tab.page.goto(site.url('/'));
  const { chromium } = await loadPlaywright();
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${instance.info().port}`);
  t.after(() => browser.close());
  const seen = browser.contexts().flatMap((context) => context.pages());
  const first = seen.find((page) => page.url() === site.url('/'));
  assert.equal(await first?.textContent('h1'), 'One', 'it sees what we have open');
  assert.equal(await first?.frameLocator('iframe').locator('p').textContent(), 'of another site');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/nothing', (route) => route.fulfill({ body: 'made up' }));
  await page.goto(site.url('/second'));
  await page.getByRole('button').click();
  assert.equal(await page.textContent('button'), 'pressed');
  assert.equal(await page.evaluate(async () => (await fetch('/nothing')).text()), 'made up');
  assert.equal((await page.screenshot()).subarray(1, 4).toString(), 'PNG');
  const large = await page.evaluate(() => 'ä'.repeat(3_000_000));
  assert.equal(large.length, 3_000_000);
  await context.close();
  await browser.close();
  assert.equal(await tab.title(), 'First', 'ours goes on');
});

test('a bare client: the browser with flat sessions, one page, and what /json tells', async (t) => {
  const site = await startSite(PAGES);
  t.after(() => site.close());
  const { pool } = await startPool(t, {}, { devtools: devtoolsFor('ann') });
  const instance = await pool.open({ mode: 'chromium' }, lessee('ann'));
  const tab = await instance.engine.tab();
  await tab.page.goto(site.url('/second'));
  const base = `http://127.0.0.1:${instance.info().port}`;
  const version = await json(`${base}/json/version`);
  assert.match(version.Browser, /Chrome/);
  assert.equal(version['Protocol-Version'], '1.3');
  const list = await json(`${base}/json/list`);
  assert.deepEqual(await json(`${base}/json`), list);
  const listed = list.find(({ url }: { url: string }) => url === site.url('/second'));
  assert.equal(listed.title, 'Second');

  const whole = await bareClient(t, version.webSocketDebuggerUrl);
  await whole.send('Target.setDiscoverTargets', { discover: true });
  assert.ok(whole.events.some(({ method }) => method === 'Target.targetCreated'));
  const { sessionId } = await whole.send('Target.attachToTarget', { targetId: listed.id, flatten: true });
  const evaluated = await whole.send('Runtime.evaluate', { expression: 'document.title' }, sessionId);
  assert.equal(evaluated.result.value, 'Second');

  const one = await bareClient(t, listed.webSocketDebuggerUrl);
  await one.send('Runtime.enable');
  await one.send('Runtime.evaluate', { expression: 'console.log("heard")' });
  const line = one.events.find(({ method }) => method === 'Runtime.consoleAPICalled');
  assert.match(JSON.stringify(line), /"heard"/);
  assert.ok(!one.events.some(({ method }) => method.startsWith('Target.')), 'what others hear is not told');

  const made = await json(`${base}/json/new?${site.url('/')}`, { method: 'PUT' });
  assert.equal((await fetch(`${base}/json/new`)).status, 405);
  assert.equal((await fetch(`${base}/json/activate/${made.id}`)).status, 200);
  const another = await bareClient(t, made.webSocketDebuggerUrl);
  const closed = once(another.socket, 'close');
  assert.equal((await fetch(`${base}/json/close/${made.id}`)).status, 200);
  await closed;
  for (const path of ['/json/close/nobody', '/json/activate/nobody', '/json/nothing', '/', '/json/list/x'])
    assert.equal((await fetch(base + path)).status, 404, path);
  await assert.rejects(bareClient(t, `${base.replace('http', 'ws')}/devtools/page/nobody`), /404/);
  await assert.rejects(bareClient(t, `${base.replace('http', 'ws')}/devtools/else`), /404/);
});

test('the port is the browser’s: with a profile too, over a crash, and gone with the instance', async (t) => {
  const { pool } = await startPool(t, {}, { devtools: devtoolsFor('ann') });
  const ann = lessee('ann');
  const instance = await pool.open({ mode: 'chromium', profile: await scratch(t) }, ann);
  const base = `http://127.0.0.1:${instance.info().port}`;
  const client = await bareClient(t, (await json(`${base}/json/version`)).webSocketDebuggerUrl);
  const cut = once(client.socket, 'close');
  const crashed = gone((await instance.engine.browser()).browser);
  process.kill(instance.pid!, 'SIGKILL');
  await Promise.all([crashed, cut]);
  assert.equal((await fetch(`${base}/json/version`)).status, 503);
  await pool.restart(instance.id, ann);
  const { chromium } = await loadPlaywright();
  const browser = await chromium.connectOverCDP(base);
  assert.ok(browser.contexts().length > 0);
  const left = gone(browser);
  await pool.close(instance.id, ann);
  await left;
  await assert.rejects(fetch(`${base}/json/version`), (error: Error) =>
    /ECONNREFUSED/.test(String(error.cause)),
  );
});

test('who did not open the browser is turned away, and so is every web page', async (t) => {
  const { pool } = await startPool(t, {}, { devtools: devtoolsFor('bob') });
  const base = async (instance: { info(): { port: number | undefined } }) =>
    `http://127.0.0.1:${instance.info().port}/json/version`;
  const hers = await base(await pool.open({ mode: 'chromium' }, lessee('ann')));
  assert.equal((await fetch(hers)).status, 403);
  const shared = await base(await pool.open({ mode: 'chromium', isShared: true }, lessee('ann')));
  assert.equal((await fetch(shared)).status, 200);
  const his = await pool.open({ mode: 'chromium' }, lessee('bob'));
  const address = await base(his);
  const { webSocketDebuggerUrl } = await json(address);
  for (const headers of [{ origin: new URL(address).origin }, { 'sec-fetch-site': 'none' }]) {
    assert.equal((await fetch(address, { headers })).status, 403);
    const socket = new WebSocket(webSocketDebuggerUrl, { headers });
    const [error] = await once(socket, 'error');
    assert.match(String(error), /403/);
  }
  const tab = await his.engine.tab();
  assert.equal((await tab.page.goto(address))?.status(), 403, 'a page of the browser itself');
});
