import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startEngine, testDriver } from '../../../../test/kit/browser.ts';
import { startCapture } from '../../../../test/kit/capture.ts';
import { startPages } from '../../../../test/kit/pages.ts';
import { makeLog, silentLog } from '../../../kernel/log.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { isAlive } from '../launch/end-process.ts';
import { isHeadless } from './local.ts';

async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-test-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

test('headed by default, headless on Linux without a display, and it says so', () => {
  const lines: string[] = [];
  const log = makeLog('info', (line) => lines.push(line));
  assert.equal(isHeadless({ env: { DISPLAY: ':0' }, log }, 'linux'), false);
  assert.equal(isHeadless({ env: { WAYLAND_DISPLAY: 'w' }, log }, 'linux'), false);
  assert.equal(isHeadless({ env: {}, log }, 'darwin'), false);
  assert.equal(isHeadless({ env: {}, log, headless: false }, 'linux'), false);
  assert.deepEqual(lines, []);
  assert.equal(isHeadless({ env: {}, log }, 'linux'), true);
  assert.match(lines[0] ?? '', /headless/);
});

test('a browser that is not there, or does not start, says so', async () => {
  const missing = testDriver({ executablePath: '/nowhere/chromium' });
  await assert.rejects(missing.open({ context: {} }), { code: 'BROWSER_NOT_FOUND', hint: /browser_install/ });
  const channel = testDriver({ channel: 'chrome-canary' });
  await assert.rejects(channel.open({ context: {} }), { code: 'BROWSER_NOT_FOUND' });
  const broken = testDriver({ executablePath: '/bin/false' });
  await assert.rejects(broken.open({ context: {} }), { code: 'BROWSER_START_FAILED' });
});

test('a program that is no browser, and settings that no browser takes, are told apart', async (t) => {
  const userDataDir = await scratch(t);
  const program = testDriver({ executablePath: '/bin/true' });
  await assert.rejects(program.open({ context: {} }), {
    code: 'BROWSER_START_FAILED',
    message: /it ended at once \(exit code 0\)/,
  });
  const script = join(userDataDir, 'talks.sh');
  await writeFile(script, '#!/bin/sh\necho "no screen today"\nexit 3\n', { mode: 0o755 });
  const talking = testDriver({ executablePath: script, userDataDir: join(userDataDir, 'profile') });
  await assert.rejects(talking.open({ context: {} }), {
    code: 'BROWSER_START_FAILED',
    message: /\(exit code 3\).*it said: no screen today/,
  });
  const driver = testDriver({ userDataDir });
  await assert.rejects(driver.open({ context: { permissions: ['flying'] } }), {
    code: 'INVALID_FLAG',
    message: /--grant-permissions/,
  });
  await assert.rejects(driver.open({ context: { timezoneId: 'Mars/North' } }), {
    code: 'INVALID_FLAG',
    message: /--context-options: Invalid timezone ID: Mars\/North/,
  });
});

test('a window that no display can show is explained', async () => {
  const env = { ...process.env, DISPLAY: ':4711' };
  const headed = testDriver({ headless: false, env, launch: { env } });
  await assert.rejects(headed.open({ context: {} }), { code: 'BROWSER_START_FAILED', message: /no display/ });
});

test('the context of a profile that was closed is seen once when it is taken up again', async (t) => {
  const folder = await scratch(t);
  const pages = await startPages();
  t.after(() => pages.close());
  const { engine, arrivals, capture, close } = await startCapture(
    {},
    { driver: testDriver({ userDataDir: folder }) },
  );
  t.after(close);
  await navigate(await engine.tab(), pages.url('/'));
  await engine.createContext('other');
  await engine.closeContext('default');
  const anew = await engine.tab({ context: 'default' });
  const second = await (await engine.context('default')).newTab();
  assert.equal(Number(second.id.slice(1)), Number(anew.id.slice(1)) + 1);
  await capture.settled();
  const before = arrivals.all.length;
  await navigate(second, pages.url('/form.html'));
  await capture.settled();
  const seen = arrivals.all
    .slice(before)
    .filter(({ data }) => 'url' in data && data.url === pages.url('/form.html'))
    .filter(({ stream }) => stream === 'navigation');
  assert.equal(seen.length, 1);
  assert.equal((await engine.context('default')).tabs.length, 2);
});

test('a profile keeps cookies and storage; its lock names the process', async (t) => {
  const folder = await scratch(t);
  const pages = await startPages();
  t.after(() => pages.close());
  const withProfile = () =>
    startEngine({ driver: testDriver({ userDataDir: folder }), context: { locale: 'de-AT' } });
  const first = await withProfile();
  t.after(() => first.close());
  const tab = await first.engine.tab();
  await navigate(tab, pages.url('/set-cookie?name=stay&value=here'));
  await evaluate(tab, "localStorage.setItem('stay', 'too')");
  const { pid } = await first.engine.browser();
  const second = await withProfile();
  t.after(() => second.close());
  await assert.rejects(second.engine.tab(), {
    code: 'PROFILE_LOCKED',
    message: new RegExp(`${folder} is in use by .*process ${pid}`),
  });
  await first.engine.createContext('other');
  assert.equal((await first.engine.tab()).url, 'about:blank');
  await first.engine.closeContext('other');
  await first.engine.stop();
  assert.ok(!isAlive(pid!));
  const again = await second.engine.tab();
  await navigate(again, pages.url('/'));
  const seen = await evaluate(again, '[document.cookie, localStorage.stay, navigator.language]');
  assert.deepEqual(seen.value, ['stay=here', 'too', 'de-AT']);
});

test('the default context of a profile can be closed without its browser', async (t) => {
  const folder = await scratch(t);
  const { engine, close } = await startEngine({
    driver: testDriver({ userDataDir: folder, log: silentLog }),
  });
  t.after(close);
  const tab = await engine.tab();
  const { pid } = await engine.browser();
  await engine.createContext('other');
  await engine.closeContext('default');
  assert.ok(tab.page.isClosed());
  assert.ok(isAlive(pid!));
  assert.equal((await engine.tab({ context: 'default' })).page.isClosed(), false);
});

test('a profile keeps its extensions, and pages are not told that they are driven', async (t) => {
  const driver = testDriver({
    userDataDir: await scratch(t),
    launch: { ignoreDefaultArgs: ['--no-first-run'] },
  });
  const handle = await driver.open({ context: {} });
  t.after(() => handle.close());
  const [page] = handle.firstContext!.pages();
  assert.equal(await page!.evaluate('navigator.webdriver'), false);
  if (process.platform !== 'linux') return;
  const line = (await readFile(`/proc/${handle.pid}/cmdline`, 'utf8')).split('\0');
  assert.deepEqual(
    line.filter((arg) => ['--disable-extensions', '--no-first-run'].includes(arg)),
    [],
  );
  assert.ok(line.includes('--disable-sync'), 'the other defaults are there');
});
