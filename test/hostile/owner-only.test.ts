/** Who else has an account on this machine reads nothing of what is written, whatever the umask is set to. */
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { QUIET_ARGS } from '../kit/browser.ts';
import { startFotos } from '../kit/fotos.ts';
import { rpc } from '../kit/http.ts';
import { type Message, ruledPort, toolCall } from '../kit/json-rpc.ts';
import { lacking } from '../kit/needs.ts';
import { startPages } from '../kit/pages.ts';
import { scratch } from '../kit/scratch.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';
import { echoServer, exchange } from '../kit/tcp.ts';
import { startDisplay } from '../kit/xvfb.ts';

const skip = process.platform === 'win32' && 'no modes there';
const launch = ['--headless', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];

// Everything that is started here starts with it, too.
process.umask(0);

/** A home with a project in it, both open to all; what is made in there is not. */
async function openHome(t: TestContext) {
  const home = await scratch(t);
  const project = join(home, 'project');
  const run = join(home, 'run');
  mkdirSync(project);
  mkdirSync(run, { mode: 0o700 });
  const pages = await startPages();
  t.after(() => pages.close());
  const link = `const a = document.createElement('a'); a.href = '/download'; document.body.append(a); a.click();`;
  return {
    home,
    project,
    pages,
    download: `() => { ${link} }`,
    /** Nobody else may do anything with what lies there now, and there is a file with each of these endings. */
    holdsOnlyOwn(...endings: readonly string[]) {
      const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
      const open = found.filter((path) => path !== project && path !== run && isOpen(statOf(path)));
      assert.deepEqual(
        open.map((path) => `${relative(home, path)} ${statOf(path)?.mode.toString(8)}`),
        [],
      );
      for (const ending of endings)
        assert.ok(
          found.some((path) => path.endsWith(ending)),
          `nothing ends in ${ending}`,
        );
    },
  };
}

const statOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });
const isOpen = (found: Stats | undefined) =>
  found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;

function good({ result, error }: Message) {
  assert.ok(result && !result.isError, JSON.stringify(result?.content ?? error));
  return result;
}

const using =
  (server: ServerProcess) =>
  async (name: string, given: Record<string, unknown> = {}) =>
    good(await server.call(name, given, 60_000));

test('sensorium: files of every writing tool, its profile, log, record and compiled code', {
  skip,
}, async (t) => {
  const { home, project, pages, download, holdsOnlyOwn } = await openHome(t);
  const caps = ['--caps', 'pdf,storage,devtools,extra,testing'];
  const args = [...launch, ...caps, '--save-session', '--log-file', join(home, 'words.log')];
  const server = await startServer(t, 'sensorium', args, { home, cwd: project });
  await server.initialize();
  const ok = using(server);
  await ok('browser_navigate', { url: pages.url('/form.html') });
  await ok('browser_start_tracing');
  await ok('browser_start_video');
  await ok('browser_evaluate', { function: download });
  await ok('browser_take_screenshot');
  await ok('browser_take_screenshot', { filename: 'deep/er/picture.png' });
  await ok('browser_take_screenshot', { filename: 'deep/er/picture.png', overwrite: true });
  await ok('browser_snapshot', { filename: 'page.md' });
  await ok('browser_pdf_save', {});
  await ok('browser_storage_state', {});
  await ok('browser_network_requests', { filename: 'requests.txt' });
  holdsOnlyOwn();
  await ok('browser_stop_video', { filename: 'films/film.webm' });
  await ok('browser_stop_tracing', { filename: 'trace.zip' });
  await ok('observe', { what: 'screenshot' });
  await ok('interact', { action: 'save_state', snapshot_name: 'one' });
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const rule = await ok('add-port-rule', { local_port: 0, ...target });
  await ok('start-logging', { directory: 'logs' });
  await exchange(ruledPort(rule), 'bytes');
  for (const format of ['har', 'pcapng', 'raw']) await server.call('wire_export', { format });
  holdsOnlyOwn();
  await server.stop();
  holdsOnlyOwn('.zip', '.webm', '.pdf', '.png', '.pcapng', '.ndjson', '.md', '.csv', '.log', 'requests.txt');
});

test('viewpoint-mcp: what it keeps of a whole session, and a profile of its own', { skip }, async (t) => {
  const { home, project, pages, download, holdsOnlyOwn } = await openHome(t);
  const kept = ['--save-session', '--user-data-dir', join(home, 'profile')];
  const server = await startServer(t, 'viewpoint-mcp', [...launch, ...kept], {
    home,
    cwd: project,
  });
  await server.initialize();
  const ok = using(server);
  await ok('browser_navigate', { url: pages.url('/form.html') });
  await ok('browser_evaluate', { function: download });
  holdsOnlyOwn('Cookies');
  await ok('browser_close');
  await server.stop();
  holdsOnlyOwn('.md', '.csv');
});

test('the app: socket, lock, key, and what bridged commands and shots keep', {
  skip: skip || lacking('Xvfb'),
}, async (t) => {
  const { home, project, holdsOnlyOwn } = await openHome(t);
  const display = await startDisplay(t, { width: 200, height: 100 });
  const env = { DISPLAY: display.name, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: '' };
  const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home, env });
  await app.lines.first((line) => /^ +Socket/.test(line), 'the socket');
  const fotos = await startFotos(t, display, [], { home });
  good(await fotos.call('take_screenshot', { mode: 'fullscreen' }));
  const shot = await startServer(t, 'sensorium', ['shot', '-o', 'shots/one.png'], {
    home,
    env,
    cwd: project,
  });
  assert.equal((await shot.exit).code, 0, shot.stderr);
  holdsOnlyOwn('.sock', 'one.png');
  await fotos.stop();
  await app.stop();
  holdsOnlyOwn();
});

test('rawprox: its log, by command line and by tool', { skip }, async (t) => {
  const { home, project, holdsOnlyOwn } = await openHome(t);
  const port = await echoServer(t);
  const server = await startServer(t, 'rawprox', [`0:127.0.0.1:${port}`, '@early', '--mcp-port', '0'], {
    home,
    cwd: project,
  });
  const [, url = ''] = await server.stderrMatch(/listens at (http:\S+)\n/);
  const [, forwarded] = await server.stderrMatch(/forwards port (\d+) to/);
  const started = await rpc(url, toolCall(1, 'start-logging', { directory: 'late' }));
  good(started.answer ?? assert.fail());
  await exchange(Number(forwarded), 'bytes');
  await server.stop();
  holdsOnlyOwn('.ndjson', 'early', 'late');
});

test('moonsurf-mcp: profiles of its instances, tasks, pictures', { skip }, async (t) => {
  const { home, project, pages, holdsOnlyOwn } = await openHome(t);
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--tasks-port', '0', '--headless'], {
    home,
    cwd: project,
  });
  const [, url = ''] = await server.stderrMatch(/listens at (http:\S+\/mcp)/);
  const ok = async (name: string, args: Record<string, unknown>) =>
    good((await rpc(url, toolCall(1, name, args), { limitMs: 60_000 })).answer ?? assert.fail());
  await ok('browser_instance', { action: 'new', url: pages.url('/form.html') });
  await ok('browser_content', { action: 'screenshot' });
  await ok('browser_content', { action: 'pdf' });
  holdsOnlyOwn('Cookies');
  await server.stop();
  holdsOnlyOwn();
});

test('gasoline-mcp: its record with bodies', { skip }, async (t) => {
  const { home, project, pages, holdsOnlyOwn } = await openHome(t);
  const server = await startServer(t, 'gasoline-mcp', ['--standalone', ...launch], {
    home,
    cwd: project,
  });
  await server.initialize();
  const ok = using(server);
  await ok('interact', { action: 'navigate', url: pages.url('/form.html') });
  const send = `fetch('/echo', { method: 'POST', body: 'x'.repeat(300000) }).then((answer) => answer.text())`;
  await ok('interact', { action: 'execute_js', script: send });
  await ok('observe', { what: 'network_bodies' });
  await ok('observe', { what: 'screenshot' });
  holdsOnlyOwn();
  await server.stop();
  holdsOnlyOwn();
});
