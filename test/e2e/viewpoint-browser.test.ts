/** What Viewpoint demands of its browser, on the built command over stdio. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { QUIET_ARGS } from '../kit/browser.ts';
import { lacking } from '../kit/needs.ts';
import { startPages } from '../kit/pages.ts';
import { descendants, leftOver } from '../kit/process-tree.ts';
import { scratch } from '../kit/scratch.ts';
import { root, type ServerProcess, scratchEnvironment, startServer } from '../kit/start-server.ts';
import { startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const pages = await startPages();
after(() => pages.close());

const CORE = (
  'navigate navigate_back click drag file_upload fill_form hover press_key scroll_into_view select_option type ' +
  'console_messages network_requests snapshot take_screenshot evaluate handle_dialog wait_for close install resize ' +
  'tabs context_create context_switch context_list context_close context_save_storage'
)
  .split(' ')
  .map((name) => `browser_${name}`);
const LAUNCH = ['--launch-options', JSON.stringify({ args: QUIET_ARGS })];

async function start(
  t: TestContext,
  args: readonly string[] = ['--headless'],
  env: Record<string, string> = {},
) {
  const server = await startServer(t, 'viewpoint-mcp', [...LAUNCH, ...args], { env });
  await server.initialize();
  return server;
}
const textOf = (answer: { result?: { content?: { text?: string }[] } }) =>
  (answer.result?.content ?? []).map(({ text }) => text ?? '').join('\n');
const open = async (server: ServerProcess, path = '/index.html') =>
  textOf(await server.call('browser_navigate', { url: pages.url(path) }, 30_000));
const names = async (server: ServerProcess): Promise<string[]> =>
  (await server.request('tools/list')).result.tools.map(({ name }: { name: string }) => name);
const commandLines = (server: ServerProcess) =>
  descendants(server.pid).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));

verifies('viewpoint: List tools', async (t) => {
  const server = await start(t);
  const { tools } = (await server.request('tools/list')).result;
  assert.equal(CORE.length, 27);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    CORE,
  );
  for (const tool of tools) {
    assert.equal(tool.inputSchema.type, 'object');
    assert.ok(tool.description.length > 5, tool.name);
  }
});

verifies(['viewpoint: Tool registration at startup', 'viewpoint: Capability flags'], async (t) => {
  const plain = await start(t);
  for (const name of ['browser_mouse_click_xy', 'browser_pdf_save', 'browser_run_code'])
    assert.equal((await plain.call(name)).error!.code, -32601, name);
  const more = await start(t, ['--headless', '--caps', 'vision,pdf']);
  const all = await names(more);
  assert.deepEqual(all.slice(0, 27), CORE);
  assert.deepEqual(all.slice(27).sort(), [
    ...['browser_mouse_click_xy', 'browser_mouse_down', 'browser_mouse_drag_xy', 'browser_mouse_move_xy'],
    ...['browser_mouse_up', 'browser_mouse_wheel', 'browser_pdf_save'],
  ]);
  await open(more);
  assert.match(textOf(await more.call('browser_mouse_click_xy', { x: 5, y: 5 })), /Clicked at 5, 5/);
  const wrong = await startServer(t, 'viewpoint-mcp', ['--caps', 'visoin']);
  assert.equal((await wrong.exit).code, 2);
  assert.match(wrong.stderr, /--caps.*"visoin".*did you mean "vision"/);
});

verifies(
  ['viewpoint: Call tool', 'viewpoint: Lazy browser initialization', 'viewpoint: Browser state persistence'],
  'the first call starts the browser, and what it did is still there for the next one',
  async (t) => {
    const server = await start(t);
    await server.request('tools/list');
    assert.deepEqual(descendants(server.pid), []);
    assert.match(await open(server), /^Opened\.[\s\S]*button .*"Count"/);
    assert.ok(descendants(server.pid).length > 0);
    assert.match(textOf(await server.call('browser_click', { target: '#count' })), /status: 1/);
    assert.match(textOf(await server.call('browser_snapshot')), /status: 1/);
  },
);

verifies(
  'viewpoint: Headless mode',
  async (t) => {
    const display = await startDisplay(t);
    const server = await start(t, ['--isolated', '--headless'], { DISPLAY: display.name });
    await open(server);
    assert.ok(commandLines(server).some((line) => line.includes('--headless')));
    assert.deepEqual(await display.grabber.windows(), []);
  },
  { skip: lacking('Xvfb') },
);

verifies(
  'viewpoint: Headed mode (default)',
  async (t) => {
    const display = await startDisplay(t);
    const server = await start(t, ['--isolated'], { DISPLAY: display.name });
    await open(server);
    assert.ok(!commandLines(server).some((line) => line.includes('--headless')));
    assert.ok(await display.window('Start'));
  },
  { skip: lacking('Xvfb') },
);

test('on Linux without a display it runs headless, and says so', async (t) => {
  const server = await start(t, [], { DISPLAY: '' });
  await open(server);
  assert.match(server.stderr, /no display is there/);
});

verifies(
  'viewpoint: Graceful shutdown',
  async (t) => {
    for (const end of ['SIGTERM', 'SIGINT', 'stdin'] as const) {
      const server = await start(t);
      await open(server);
      const family = descendants(server.pid);
      assert.ok(family.length > 0);
      const began = performance.now();
      if (end === 'stdin') server.endInput();
      else server.kill(end);
      assert.equal((await server.exit).code, 0, end);
      assert.deepEqual(await leftOver(family, 5000), [], end);
      assert.ok(performance.now() - began < 5000, end);
    }
  },
  { timeout: 60_000 },
);

test('a call in flight, a dialog and a download do not keep it from ending', async (t) => {
  const server = await start(t);
  await open(server, '/dialogs.html');
  await server.call('browser_click', { target: '#alert' });
  server.send({
    jsonrpc: '2.0',
    id: 900,
    method: 'tools/call',
    params: { name: 'browser_tabs', arguments: { action: 'new', url: pages.url('/hang') } },
  });
  await pages.asked('GET /hang');
  const family = descendants(server.pid);
  server.kill('SIGTERM');
  await server.exit;
  assert.deepEqual(await leftOver(family, 5000), []);
});

test('a killed server, and one whose client died behind a shell, leave no browser', async (t) => {
  const server = await start(t);
  await open(server);
  const family = descendants(server.pid);
  server.kill('SIGKILL');
  assert.deepEqual(await leftOver(family, 5000), []);

  // A shell that starts the server and waits: killing the shell leaves the server's stdin open.
  const home = await scratch(t);
  const command = [
    process.execPath,
    join(root, 'bin/viewpoint-mcp.cjs'),
    '--standalone',
    '--headless',
    ...LAUNCH,
  ];
  const line = `exec 3<&0; ${command.map((word) => `'${word}'`).join(' ')} <&3 & wait`;
  const shell = spawn('sh', ['-c', line], {
    cwd: home,
    env: scratchEnvironment(home),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const call = (id: number, method: string, params: object) =>
    shell.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  call(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  call(2, 'tools/call', { name: 'browser_navigate', arguments: { url: pages.url('/index.html') } });
  let said = '';
  for await (const chunk of shell.stdout) {
    said += chunk;
    if (said.includes('"id":2')) break;
  }
  const orphans = descendants(shell.pid!);
  assert.ok(orphans.length > 2, 'the server and its browser');
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  assert.deepEqual(await leftOver(orphans, 8000), []);
});
