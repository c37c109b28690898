/** Every browser setting has an effect that can be seen from outside. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { chromium } from 'playwright-core';
import { QUIET_ARGS } from '../../test/kit/browser.ts';
import { type BrowserKit, browserKit } from '../../test/kit/browser-kit.ts';
import { scratch } from '../../test/kit/scratch.ts';
import { verifies } from '../../test/requirements/verifies.ts';
import { isAlive } from '../engines/browser/launch/end-process.ts';
import { findBrowser } from '../engines/browser/launch/find-browser.ts';

const open = (kit: BrowserKit, path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });
const read = async (kit: BrowserKit, expression: string) =>
  (await kit.ok('browser_evaluate', { function: expression })).text;
const commandLine = async (kit: BrowserKit) => {
  const engine = await kit.engine();
  const { pid } = await engine.browser();
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
};

verifies('viewpoint: Viewport configuration', async (t) => {
  const kit = await browserKit(t, ['--viewport-size', '801x602']);
  await open(kit, '/index.html');
  assert.match(await read(kit, '[innerWidth, innerHeight]'), /\[801,602\]/);
  await assert.rejects(browserKit(t, ['--viewport-size', 'large']), /--viewport-size.*1280x720/);
});

test('pages: user agent, permissions, locale, workers, scripts, test ids, devices', async (t) => {
  const folder = await scratch(t);
  writeFileSync(join(folder, 'init.js'), 'window.early = 1;');
  writeFileSync(
    join(folder, 'page.ts'),
    'export default async ({ page }: { page: any }) => { await page.addInitScript(() => { (globalThis as any).fromPage = 2; }); };',
  );
  const kit = await browserKit(t, [
    '--user-agent',
    'Tester/2',
    '--grant-permissions',
    'geolocation,notifications',
    '--block-service-workers',
    '--init-script',
    join(folder, 'init.js'),
    '--init-page',
    join(folder, 'page.ts'),
    '--context-options',
    '{"locale":"de-AT","viewport":{"width":700,"height":500}}',
    '--test-id-attribute',
    'id',
  ]);
  await open(kit, '/index.html');
  assert.match(
    await read(kit, '[navigator.userAgent, navigator.language, innerWidth, window.early, window.fromPage]'),
    /\["Tester\/2","de-AT",700,1,2\]/,
  );
  assert.match(
    await read(kit, "async () => (await navigator.permissions.query({ name: 'geolocation' })).state"),
    /granted/,
  );
  assert.match((await kit.ok('browser_click', { target: "getByTestId('count')" })).text, /status: 1/);
  await open(kit, '/worker.html');
  await kit.ok('browser_wait_for', { time: 0.3 });
  assert.match(await read(kit, "document.querySelector('output').textContent"), /waiting/);
  const phone = await browserKit(t, ['--mobile']);
  await open(phone, '/index.html');
  assert.match(await read(phone, '[navigator.userAgent, navigator.maxTouchPoints > 0]'), /Pixel 10.*true/);
  const device = await browserKit(t, ['--device', 'iPhone 15']);
  await open(device, '/index.html');
  assert.match(await read(device, 'navigator.userAgent'), /iPhone/);
  const gone = join(folder, 'gone.js');
  writeFileSync(gone, '');
  const missing = await browserKit(t, ['--init-script', gone]);
  rmSync(gone);
  assert.match((await missing.call('browser_snapshot')).text, /^FILE_NOT_READABLE/);
});

test('origins: only the allowed ones, never the blocked ones', async (t) => {
  const kit = await browserKit(t, [
    '--allowed-origins',
    'http://127.0.0.1:*;http://localhost:*',
    '--blocked-origins',
    'http://localhost:*',
  ]);
  await open(kit, '/index.html');
  await kit.fails('NAVIGATION_FAILED', 'browser_navigate', { url: `${kit.pages.otherOrigin}/form.html` });
  const narrow = await browserKit(t, ['--allowed-origins', 'http://localhost:*']);
  await narrow.fails('NAVIGATION_FAILED', 'browser_navigate', { url: narrow.pages.url('/') });
  await narrow.ok('browser_navigate', { url: `${narrow.pages.otherOrigin}/form.html` });
});

test('a proxy for all pages, but for the hosts that bypass it', async (t) => {
  const seen: string[] = [];
  let origin = '';
  const proxy = createServer((incoming, outgoing) => {
    const { host, pathname } = new URL(incoming.url ?? '');
    seen.push(host.split(':', 1)[0]!);
    ask(`${origin}${pathname}`, (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    ).end();
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => proxy.close());
  const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // The kit's own arguments let no other names through.
  const args = JSON.stringify({ args: ['--disable-background-networking'] });
  const flags = ['--proxy-server', server, '--proxy-bypass', 'near.localhost', '--launch-options', args];
  const kit = await browserKit(t, flags);
  origin = kit.pages.origin;
  const { port } = new URL(origin);
  assert.match(
    (await kit.ok('browser_navigate', { url: `http://far.localhost:${port}/form.html` })).text,
    /"Form"/,
  );
  assert.match(
    (await kit.ok('browser_navigate', { url: `http://near.localhost:${port}/csp.html` })).text,
    /"Strict"/,
  );
  assert.ok(seen.includes('far.localhost') && !seen.includes('near.localhost'), seen.join());
});

test('certificates that are not valid are refused unless told', async (t) => {
  const folder = await scratch(t);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ],
    { stdio: 'ignore' },
  );
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Safe</title>'),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const strict = await browserKit(t);
  assert.match((await strict.fails('NAVIGATION_FAILED', 'browser_navigate', { url })).text, /CERT/);
  const loose = await browserKit(t, ['--ignore-https-errors']);
  assert.match((await loose.ok('browser_navigate', { url })).text, /"Safe"/);
});

test('how a browser is started: program, brand, sandbox, arguments', async (t) => {
  const kit = await browserKit(t, [
    '--no-sandbox',
    '--launch-options',
    '{"args":["--lang=de","--no-first-run"]}',
  ]);
  await kit.ok('browser_snapshot');
  const line = await commandLine(kit);
  assert.ok(line.includes('--no-sandbox') && line.includes('--lang=de'));
  const found = await findBrowser({ env: process.env });
  const given = await browserKit(t, ['--executable-path', found!.path, '--browser', 'chromium']);
  await given.ok('browser_snapshot');
  const missing = await browserKit(t, ['--executable-path', '/nowhere/chrome']);
  assert.match((await missing.call('browser_snapshot')).text, /^BROWSER_NOT_FOUND: .*\/nowhere\/chrome/);
  const stateless = await browserKit(t, ['--storage-state', '/nowhere/state.json']);
  assert.match((await stateless.call('browser_snapshot')).text, /\/nowhere\/state\.json/);
  const misspelt = await browserKit(t, ['--grant-permissions', 'geolocaton']);
  assert.match(
    (await misspelt.call('browser_snapshot')).text,
    /--grant-permissions: "geolocaton" is no permission/,
  );
  const brand = await browserKit(t, ['--browser', 'msedge-beta']);
  assert.match((await brand.call('browser_snapshot')).text, /^BROWSER_(NOT_FOUND|START_FAILED)/);
});

verifies('viewpoint: User data directory', async (t) => {
  const profile = await scratch(t);
  const start = (...more: string[]) =>
    browserKit(
      t,
      [
        '--headless',
        '--user-data-dir',
        profile,
        '--launch-options',
        JSON.stringify({ args: QUIET_ARGS }),
        ...more,
      ],
      { bare: true },
    );
  const first = await start();
  await open(first, '/set-cookie?name=kept&value=yes');
  await first.ok('browser_evaluate', { function: "() => localStorage.setItem('k', 'v')" });
  const second = await start();
  assert.match(
    (await second.call('browser_snapshot')).text,
    /^PROFILE_LOCKED: .*in use by \S+ \(process \d+\)/,
  );
  const origin = first.pages.origin;
  await first.assembly.close();
  const third = await start();
  await third.ok('browser_navigate', { url: `${origin}/index.html` });
  assert.match(await read(third, '[document.cookie, localStorage.k]'), /\["kept=yes","v"\]/);
});

test('without --isolated a profile of the working folder is kept; in use, one in memory does', async (t) => {
  const bare = ['--headless', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const kit = await browserKit(t, bare, { bare: true });
  await kit.ok('browser_snapshot');
  const folders = readdirSync(join(kit.folder, 'state', 'profiles'));
  assert.match(folders.join(), /^chromium-[0-9a-f]{8}$/);
  assert.ok(
    (await commandLine(kit)).includes(
      `--user-data-dir=${join(kit.folder, 'state', 'profiles', folders[0]!)}`,
    ),
  );
  const other = await browserKit(t, [...bare, '--state-dir', join(kit.folder, 'state')], { bare: true });
  await other.ok('browser_snapshot');
  assert.ok(other.logged.some((line) => line.includes('the profile is in use')));
  await assert.rejects(
    browserKit(t, ['--user-data-dir', '/tmp/x']),
    /--isolated and --user-data-dir cannot be used together/,
  );
});

test('a storage state to begin with', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'state.json');
  const cookie = {
    name: 'login',
    value: 'yes',
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  };
  writeFileSync(file, JSON.stringify({ cookies: [cookie], origins: [] }));
  const kit = await browserKit(t, ['--storage-state', file]);
  await open(kit, '/index.html');
  assert.match(await read(kit, 'document.cookie'), /login=yes/);
});

/** A Chromium of somebody else, with its DevTools open. */
async function foreignBrowser(t: TestContext): Promise<{ pid: number; endpoint: string }> {
  const found = await findBrowser({ env: process.env });
  const folder = await scratch(t);
  const args = [
    '--headless',
    '--no-sandbox',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    ...QUIET_ARGS,
    'about:blank', // Playwright waits for ever when the page for new tabs changes while it attaches
  ];
  const child = spawn(found!.path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let said = '';
  for await (const chunk of child.stderr) {
    said += chunk;
    const match = /DevTools listening on ws:\/\/([^/]+)\//.exec(said);
    if (match) return { pid: child.pid!, endpoint: `http://${match[1]}` };
  }
  throw new Error(`no DevTools: ${said}`);
}

verifies('viewpoint: Connect to existing browser', async (t) => {
  const { pid, endpoint } = await foreignBrowser(t);
  const flags = ['--cdp-endpoint', endpoint, '--blocked-origins', 'blocked.example'];
  const kit = await browserKit(t, flags, { bare: true });
  await open(kit, '/form.html');
  assert.match(kit.logged.join(), /not started here: redirects, WebSockets and workers pass the lists/);
  const engine = await kit.engine();
  const handle = await engine.browser();
  assert.deepEqual([handle.owned, handle.pid], [false, undefined]);
  await kit.ok('browser_close');
  assert.ok(isAlive(pid));
  assert.match((await open(kit, '/index.html')).text, /"Start"/);
  await kit.assembly.close();
  assert.ok(isAlive(pid));
});

test('the DevTools endpoint gets the headers, and only so much time', async (t) => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request) => void seen.push(request.headers.authorization)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kit = await browserKit(
    t,
    ['--cdp-endpoint', endpoint, '--cdp-header', 'Authorization: Bearer a,b', '--cdp-timeout', '500'],
    { bare: true },
  );
  const failed = await kit.call('browser_snapshot');
  assert.match(failed.text, /^BROWSER_UNREACHABLE/);
  assert.ok(failed.ms < 5000, `${failed.ms} ms`);
  assert.equal(seen[0], 'Bearer a,b');
});

test('a browser of a Playwright server', async (t) => {
  const found = await findBrowser({ env: process.env });
  const server = await chromium.launchServer({
    executablePath: found!.path,
    args: ['--no-sandbox', ...QUIET_ARGS],
  });
  t.after(() => server.close());
  const kit = await browserKit(t, ['--endpoint', server.wsEndpoint()], { bare: true });
  await open(kit, '/form.html');
  assert.match((await kit.ok('browser_snapshot')).text, /"Send"/);
  const nowhere = await browserKit(t, ['--endpoint', 'ws://127.0.0.1:1/'], { bare: true });
  assert.match((await nowhere.call('browser_snapshot')).text, /^BROWSER_UNREACHABLE/);
});

test('an idle browser is closed, a shared one is not closed by a client', async (t) => {
  const kit = await browserKit(t, ['--idle-timeout', '300', '--shared-browser-context']);
  await kit.ok('browser_snapshot');
  await kit.fails('BROWSER_SHARED', 'browser_close');
  const engine = await kit.engine();
  assert.ok(engine.isRunning);
  const end = performance.now() + 5000;
  while (engine.isRunning && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(!engine.isRunning);
  await kit.ok('browser_snapshot');
});

test('how long a restless page is waited for', async (t) => {
  const patient = await browserKit(t, ['--timeout-settle', '1500']);
  await open(patient, '/index.html');
  assert.ok((await patient.ok('browser_click', { target: '#restless' })).ms >= 1400);
  const hasty = await browserKit(t, ['--timeout-settle', '50']);
  await open(hasty, '/index.html');
  assert.ok((await hasty.ok('browser_click', { target: '#restless' })).ms < 1400);
});

test('names of playwright-mcp in the environment, and its config file', async (t) => {
  const folder = await scratch(t);
  const config = join(folder, 'config.json');
  writeFileSync(
    config,
    JSON.stringify({
      browser: {
        isolated: true,
        launchOptions: { headless: true, args: QUIET_ARGS },
        contextOptions: { locale: 'fr-FR' },
      },
      timeouts: { action: 1234 },
      capabilities: ['pdf'],
    }),
  );
  const env = { PLAYWRIGHT_MCP_CONFIG: config, PLAYWRIGHT_MCP_VIEWPORT_SIZE: '640,480' };
  const kit = await browserKit(t, [], { bare: true, env });
  await open(kit, '/index.html');
  assert.match(await read(kit, '[navigator.language, innerWidth]'), /\["fr-FR",640\]/);
  assert.equal((await kit.engine()).timeouts.action, 1234);
  await kit.ok('browser_pdf_save');
});
