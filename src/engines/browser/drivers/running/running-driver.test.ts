import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { QUIET_ARGS, startEngine } from '../../../../../test/kit/browser.ts';
import { browserKit } from '../../../../../test/kit/browser-kit.ts';
import { startCapture } from '../../../../../test/kit/capture.ts';
import { freePort } from '../../../../../test/kit/free-port.ts';
import { endpointOf, OwnBrowser } from '../../../../../test/kit/own-browser.ts';
import { startPages } from '../../../../../test/kit/pages.ts';
import { scratch } from '../../../../../test/kit/scratch.ts';
import { endProcess, isAlive } from '../../launch/end-process.ts';
import { findBrowser } from '../../launch/find-browser.ts';
import { folderOf } from './active-port.ts';
import { runningDriver } from './running-driver.ts';

/** A browser that a person runs, with one page open; it writes down by itself where it takes DevTools. */
async function running(t: TestContext) {
  const userDataDir = await scratch(t);
  const pages = await startPages();
  t.after(() => pages.close());
  const found = await findBrowser({ env: process.env });
  const own = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0'];
  const args = [...QUIET_ARGS, ...own, `--user-data-dir=${userDataDir}`, pages.url('/form.html')];
  const child = spawn(found!.path, args, { stdio: 'ignore', detached: true });
  t.after(() => endProcess(child.pid!, 0));
  return { userDataDir, pages, pid: child.pid!, address: await endpointOf(userDataDir) };
}

/** Stands before a browser and answers connections as a person does: when it is told to. */
async function person(t: TestContext, browser?: string) {
  const questions: ((isAllowed: boolean) => void)[] = [];
  const gate = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  let asked = Promise.withResolvers<void>();
  gate.on('upgrade', (request, socket, head) => {
    questions.push((isAllowed) => {
      if (!isAllowed) return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      sockets.handleUpgrade(request, socket, head, (ours) => {
        const theirs = new WebSocket(browser!);
        const opened = once(theirs, 'open');
        ours.on('message', (data) => void opened.then(() => theirs.send(String(data))));
        theirs.on('message', (data) => ours.send(String(data)));
        ours.once('close', () => theirs.close());
      });
    });
    asked.resolve();
    asked = Promise.withResolvers();
  });
  const userDataDir = await scratch(t);
  await writeFile(join(userDataDir, 'DevToolsActivePort'), `${await listen(t, gate)}\n/devtools/browser/x`);
  return { userDataDir, questions, asked: () => asked.promise };
}

async function listen(t: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('a browser as it runs is found by its profile, and left alone', async (t) => {
  const { userDataDir, pages, pid } = await running(t);
  const kit = await browserKit(t, ['--auto-connect', '--user-data-dir', userDataDir], { bare: true });
  assert.match((await kit.ok('browser_snapshot')).text, /"Send"/);
  await kit.ok('browser_navigate', { url: pages.url('/index.html') });
  await kit.ok('browser_close');
  assert.ok(isAlive(pid));
});

test('tabs that the browser has put to sleep are left out, and go on sleeping', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const browser = await OwnBrowser.start(t);
  // Only an extension can have a tab put to sleep.
  const popup = await browser.popup();
  const opened = (path: string) =>
    popup.evaluate<number>(`chrome.tabs.create({ url: '${pages.url(path)}', active: false }).then(async ({ id }) => {
      while ((await chrome.tabs.get(id)).status !== 'complete') await new Promise((done) => setTimeout(done, 20));
      return id;
    })`);
  await opened('/form.html');
  const sleeper = await opened('/index.html');
  const { discarded, id } = await popup.evaluate<{ discarded: boolean; id: number }>(
    `chrome.tabs.discard(${sleeper})`,
  );
  assert.ok(discarded);
  const driver = runningDriver({ env: {}, userDataDir: browser.folder });
  const rig = await startCapture({}, { driver });
  t.after(() => rig.close());
  const urls = async () => (await rig.engine.context()).tabs.map(({ url }) => url);
  assert.ok((await urls()).includes(pages.url('/form.html')));
  assert.ok(!(await urls()).includes(pages.url('/index.html')));
  await rig.capture.settled();
  assert.equal(await popup.evaluate(`chrome.tabs.get(${id}).then((tab) => tab.discarded)`), true);
});

test('one question at a time: it stays open for the next call, which hears what it waits for', async (t) => {
  const { address } = await running(t);
  const { userDataDir, questions, asked } = await person(t, address);
  const flags = ['--auto-connect', '--user-data-dir', userDataDir, '--cdp-timeout', '2500'];
  const kit = await browserKit(t, flags, { bare: true });
  const first = asked();
  const early = kit.fails('RUNNING_BROWSER_CLOSED', 'browser_snapshot');
  await first;
  assert.match((await early).text, /it asks whether this connection is allowed/);
  assert.ok(
    kit.progress.some(({ message }) => message?.startsWith('Waiting until the connection is allowed')),
  );
  const later = kit.ok('browser_snapshot');
  assert.equal(questions.length, 1);
  questions[0]!(true);
  assert.match((await later).text, /"Send"/);
  assert.equal(questions.length, 1);
});

test('a refusal is told', async (t) => {
  const { userDataDir, questions, asked } = await person(t);
  const { engine, close } = await startEngine({ driver: runningDriver({ env: {}, userDataDir }) });
  t.after(close);
  const first = asked();
  const refused = assert.rejects(engine.tab(), {
    code: 'RUNNING_BROWSER_CLOSED',
    message: /its person did not allow it/,
  });
  await first;
  questions[0]!(false);
  await refused;
});

test('a file that was left behind, none, and a browser that is too old', async (t) => {
  const userDataDir = await scratch(t);
  const { engine, close } = await startEngine({ driver: runningDriver({ env: {}, userDataDir }) });
  t.after(close);
  const closed = (message: RegExp) =>
    assert.rejects(engine.tab(), { code: 'RUNNING_BROWSER_CLOSED', message });
  await writeFile(join(userDataDir, 'Last Version'), '150.0.1.2');
  await closed(/no DevToolsActivePort in/);
  await writeFile(join(userDataDir, 'Last Version'), '143.0.7499.40');
  await assert.rejects(engine.tab(), {
    code: 'UNSUPPORTED_HERE',
    message: /version 143\.0\.7499\.40 in .* is too old, 144 is the first/,
  });
  await writeFile(join(userDataDir, 'DevToolsActivePort'), `${await freePort()}\n/devtools/browser/x`);
  await closed(/it has ended, or no longer takes connections/);
});

test('each channel has its folder', () => {
  const env = { HOME: '/home/a', LOCALAPPDATA: 'C:\\L' };
  const folders = [
    folderOf('chrome', env, 'linux'),
    folderOf('chrome-dev', env, 'linux'),
    folderOf('msedge-dev', env, 'linux'),
    folderOf('chrome-beta', env, 'darwin'),
    folderOf('chrome-canary', env, 'win32'),
    folderOf('msedge', env, 'win32'),
    folderOf('firefox', env, 'linux'),
  ];
  assert.deepEqual(folders, [
    '/home/a/.config/google-chrome',
    '/home/a/.config/google-chrome-unstable',
    '/home/a/.config/microsoft-edge-dev',
    '/home/a/Library/Application Support/Google/Chrome Beta',
    'C:\\L\\Google\\Chrome SxS\\User Data',
    'C:\\L\\Microsoft\\Edge\\User Data',
    undefined,
  ]);
});
