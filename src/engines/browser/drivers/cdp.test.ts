import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { QUIET_ARGS, startEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { navigate } from '../actions/navigate.ts';
import { BrowserEngine } from '../browser-engine.ts';
import { endProcess, isAlive } from '../launch/end-process.ts';
import { findBrowser } from '../launch/find-browser.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { cdpDriver } from './remote.ts';

let pages: Pages;
let browser: ChildProcess;
let endpoint: string;
let folder: string;

/** A browser that somebody else runs, with one tab open. */
before(async () => {
  pages = await startPages();
  folder = await mkdtemp(join(tmpdir(), 'cdp-test-'));
  const found = await findBrowser({ env: process.env });
  const args = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  browser = spawn(found!.path, [...args, ...QUIET_ARGS, pages.url('/form.html')], { detached: true });
  endpoint = await new Promise((resolve) => {
    browser.stderr?.on('data', (data) => {
      const match = /DevTools listening on (ws:\S+)/.exec(String(data));
      if (match) resolve(match[1]!);
    });
  });
});
after(async () => {
  if (browser?.pid) await endProcess(browser.pid, 0);
  await pages?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('attaches to the user’s tabs, and leaves the browser alone', async (t) => {
  const { engine, close } = await startEngine({ driver: cdpDriver({ endpoint }) });
  t.after(close);
  const tab = await engine.tab();
  await tab.page.waitForLoadState();
  assert.equal(tab.url, pages.url('/form.html'));
  const { owned, pid } = await engine.browser();
  assert.deepEqual([owned, pid], [false, undefined]);
  await engine.createContext('mine');
  await navigate(await engine.tab(), pages.url('/'));
  await engine.close();
  assert.ok(isAlive(browser.pid!));
});

test('finds the address by http as well, and the same tab again', async (t) => {
  const http = `http://${new URL(endpoint).host}`;
  const { engine, close } = await startEngine({
    driver: cdpDriver({ endpoint: http, headers: { 'x-a': 'b' } }),
  });
  t.after(close);
  const context = await engine.context();
  assert.equal(context.tabs.length, 1);
  assert.equal(context.active?.url, pages.url('/form.html'));
});

test('tabs of its user stay when the session goes that had them, and are for the next one', async (t) => {
  const { engine, process: attached, close } = await startEngine({ driver: cdpDriver({ endpoint }) });
  t.after(close);
  const { page } = await engine.tab();
  const other = new BrowserEngine(attached);
  const opened = await other.tab();
  assert.notEqual(opened.page, page);
  await engine.close();
  assert.ok(!page.isClosed());
  assert.deepEqual(
    (await other.context()).tabs.map((tab) => tab.page),
    [opened.page, page],
  );
  await (await other.context()).closeTab(opened.id);
});

test('an endpoint where nobody answers is named without its secrets', async (t) => {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => free.once('listening', resolve));
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const driver = cdpDriver({ endpoint: `http://user:pass@127.0.0.1:${port}/?token=abc`, timeout: 2_000 });
  const { engine, close } = await startEngine({ driver });
  t.after(close);
  await assert.rejects(engine.tab(), {
    code: 'BROWSER_UNREACHABLE',
    message: `No browser answers at http://127.0.0.1:${port}/ (ECONNREFUSED).`,
  });
});

test('what the owner has set for a page stays as it is', async (t) => {
  const { chromium } = await loadPlaywright();
  const owner = await chromium.connectOverCDP(endpoint);
  t.after(() => owner.close());
  const [page] = owner.contexts()[0]!.pages();
  await page!.emulateMedia({ media: 'print' });
  const isPrint = () => page!.evaluate('matchMedia("print").matches');
  assert.equal(await isPrint(), true);
  const { engine, close } = await startEngine({ driver: cdpDriver({ endpoint }) });
  t.after(close);
  await engine.tab();
  assert.equal(await isPrint(), true);
});
