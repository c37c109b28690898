import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { QUIET_ARGS, startEngine } from '../../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../../test/kit/pages.ts';
import { silentLog } from '../../../../kernel/log.ts';
import { evaluate } from '../../actions/evaluate.ts';
import { navigate } from '../../actions/navigate.ts';
import { click } from '../../actions/pointer.ts';
import { screenshot } from '../../actions/screenshot.ts';
import { endProcess, isAlive } from '../../launch/end-process.ts';
import { findBrowser } from '../../launch/find-browser.ts';
import { extensionDriver } from './extension-driver.ts';
import { EXTENSION_ID } from './extension-link.ts';

/**
 * Stands in for the browser's program and for the extension in it: it reads the address of the connect page as the
 * extension does, and does with a real browser's DevTools what chrome.debugger and chrome.tabs do.
 */
const EXTENSION = `
const page = new URL(process.argv.at(-1));
const relay = new WebSocket(page.searchParams.get('mcpRelayUrl'));
const cdp = new WebSocket(process.env.TEST_CDP);
const open = (socket) => new Promise((resolve) => socket.addEventListener('open', resolve));
const waiting = new Map();
const tabs = new Map();
let last = 0;
const ask = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject });
  cdp.send(JSON.stringify({ id: last, method, params, sessionId }));
});
const tell = (method, ...params) => relay.send(JSON.stringify({ method, params }));
const tabOf = (sessionId) => [...tabs].find(([, tab]) => tab.sessions.has(sessionId))?.[0];
cdp.addEventListener('message', ({ data }) => {
  const { id, result, error, method, params, sessionId } = JSON.parse(data);
  if (id) return error ? waiting.get(id).reject(error.message) : waiting.get(id).resolve(result);
  const tabId = tabOf(sessionId);
  if (tabId === undefined) return;
  const { sessions, main } = tabs.get(tabId);
  if (method === 'Target.attachedToTarget') sessions.add(params.sessionId);
  tell('chrome.debugger.onEvent', { tabId, ...(sessionId === main ? {} : { sessionId }) }, method, params);
});
const DO = {
  'chrome.debugger.attach': async ({ tabId }) => {
    const tab = tabs.get(tabId);
    tab.main = (await ask('Target.attachToTarget', { targetId: tab.targetId, flatten: true })).sessionId;
    tab.sessions.add(tab.main);
  },
  'chrome.debugger.sendCommand': ({ tabId, sessionId }, method, params) => {
    if (/^Target\\.attachToBrowserTarget|^Target\\.createBrowserContext/.test(method)) throw 'Not allowed';
    return ask(method, params, sessionId ?? tabs.get(tabId).main);
  },
  'chrome.tabs.create': async ({ url }) => ({ id: add((await ask('Target.createTarget', { url })).targetId) }),
  'chrome.tabs.remove': async (tabId) => {
    await ask('Target.closeTarget', { targetId: tabs.get(tabId).targetId });
    tell('chrome.tabs.onRemoved', tabId);
  },
};
const add = (targetId) => {
  const id = 100 + tabs.size;
  tabs.set(id, { targetId, sessions: new Set(), main: undefined });
  return id;
};
relay.addEventListener('message', async ({ data }) => {
  const { id, method, params } = JSON.parse(data);
  try {
    relay.send(JSON.stringify({ id, result: (await DO[method](...params)) ?? {} }));
  } catch (error) {
    relay.send(JSON.stringify({ id, error: String(error) }));
  }
});
relay.addEventListener('close', () => process.exit());
await Promise.all([open(relay), open(cdp)]);
const { targetInfos } = await ask('Target.getTargets');
// Not the browser's own hidden pages: chrome.tabs knows none of them.
const shared = targetInfos.filter(({ type, url }) => type === 'page' && url.startsWith('http'));
for (const { targetId } of shared) tell('chrome.tabs.onCreated', { id: add(targetId) });
tell('extension.initialized');
`;

let pages: Pages;
let browser: ChildProcess;
let endpoint: string;
let folder: string;
let program: string;

before(async () => {
  pages = await startPages();
  folder = await mkdtemp(join(tmpdir(), 'extension-test-'));
  program = join(folder, 'browser.mjs');
  await writeFile(program, `#!${process.execPath}\n${EXTENSION}`, { mode: 0o755 });
  const found = await findBrowser({ env: process.env });
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}/own`,
  ];
  browser = spawn(found!.path, [...args, ...QUIET_ARGS, pages.url('/form.html')], { detached: true });
  endpoint = await new Promise((resolve) => {
    browser.stderr?.on('data', (data) => {
      const match = /DevTools listening on (ws:\S+)/.exec(String(data));
      if (match) resolve(match[1]!);
    });
  });
  // The browser listens before it has opened the page that it was given.
  for (let isOpen = false; !isOpen; ) {
    const list = await (await fetch(`http://${new URL(endpoint).host}/json/list`)).text();
    isOpen = list.includes('/form.html');
    if (!isOpen) await setTimeout(20);
  }
});
after(async () => {
  if (browser?.pid) await endProcess(browser.pid, 0);
  await pages?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const driver = () =>
  extensionDriver({
    log: silentLog,
    env: { ...process.env, TEST_CDP: endpoint },
    executablePath: program,
    token: 'x',
  });

test('works on the tabs that the extension shares, and leaves the browser alone', async (t) => {
  const { engine, close } = await startEngine({ driver: driver() });
  t.after(close);
  const tab = await engine.tab();
  // The browser may still be opening it; whether its load is heard of is chance then.
  await tab.page.waitForURL(pages.url('/form.html'), { waitUntil: 'commit' });
  assert.equal(tab.url, pages.url('/form.html'));
  assert.match((await tab.snapshots.take()).text, /textbox/);
  assert.equal((await navigate(tab, pages.url('/index.html'))).value?.status, 200);
  await click(tab, '#count');
  assert.equal((await screenshot(tab)).mimeType, 'image/png');
  const more = await (await engine.context()).newTab();
  await navigate(more, pages.url('/form.html'));
  assert.equal((await evaluate(more, 'document.title')).value, await more.title());
  await (await engine.context()).closeTab(more.id);
  await engine.close();
  assert.ok(isAlive(browser.pid!));
});

test('an extension that does not come is a fault that says what to do', async (t) => {
  const silent = join(folder, 'silent');
  await writeFile(silent, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { engine, close } = await startEngine({
    driver: extensionDriver({ log: silentLog, env: process.env, executablePath: silent, timeout: 200 }),
  });
  t.after(close);
  await assert.rejects(engine.tab(), { code: 'EXTENSION_NOT_CONNECTED', message: /did not answer within/ });
});

test('the profile that has the extension is found; none is said at once', async (t) => {
  const profiles = join(folder, 'profiles');
  await mkdir(join(profiles, 'Profile 2', 'Extensions', EXTENSION_ID), { recursive: true });
  const known = { profile: { info_cache: { Default: { name: 'One' }, 'Profile 2': { name: 'Two' } } } };
  await writeFile(join(profiles, 'Local State'), JSON.stringify(known));
  const written = join(folder, 'asked');
  const asked = join(folder, 'asking');
  await writeFile(asked, `#!/bin/sh\nprintf '%s\\n' "$@" > ${written}\n`, { mode: 0o755 });
  const options = {
    log: silentLog,
    env: process.env,
    executablePath: asked,
    userDataDir: profiles,
    timeout: 500,
  };
  const { engine, close } = await startEngine({ driver: extensionDriver(options) });
  t.after(close);
  await assert.rejects(engine.tab(), { code: 'EXTENSION_NOT_CONNECTED' });
  const args = (await readFile(written, 'utf8')).split('\n');
  assert.ok(args.includes('--profile-directory=Profile 2'));
  assert.ok(args.includes(`--user-data-dir=${profiles}`));
  const page = new URL(args.find((arg) => arg.startsWith('chrome-extension:'))!);
  assert.match(page.searchParams.get('mcpRelayUrl')!, /^ws:\/\/127\.0\.0\.1:\d+\/extension\//);
});
