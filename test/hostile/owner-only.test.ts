/** Who else has an account on this machine reads nothing of what is written, whatever the umask is set to. */
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { QUIET_ARGS } from '../kit/browser.ts';
import { startPages } from '../kit/pages.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';
import { echoServer, exchange } from '../kit/tcp.ts';

const isWindows = process.platform === 'win32';

test('every file and folder of every writing tool is for its owner alone', { skip: isWindows }, async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const home = await scratch(t);
  const project = join(home, 'project');
  mkdirSync(project, { mode: 0o755 });
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  const own = new Set([home, project, join(home, 'run')]);
  const umask = process.umask(0);
  const launch = JSON.stringify({ args: QUIET_ARGS });
  const caps = 'pdf,storage,devtools,extra';
  const args = ['--headless', '--launch-options', launch, '--caps', caps, '--save-session'];
  const server = await startServer(t, 'sensorium', args, { home, cwd: project });
  process.umask(umask);
  await server.initialize();
  const ok = async (name: string, given: Record<string, unknown> = {}) => {
    const { result, error } = await server.call(name, given);
    assert.ok(result && !result.isError, JSON.stringify(result?.content ?? error));
    return result.structuredContent;
  };
  await ok('browser_navigate', { url: pages.url('/form.html') });
  await ok('browser_start_tracing');
  await ok('browser_start_video');
  const link = `const a = document.createElement('a'); a.href = '/download'; document.body.append(a); a.click();`;
  await ok('browser_evaluate', { function: `() => { ${link} }` });
  await ok('browser_take_screenshot');
  await ok('browser_take_screenshot', { filename: 'deep/er/picture.png' });
  await ok('browser_snapshot', { filename: 'page.md' });
  await ok('browser_pdf_save', {});
  await ok('browser_storage_state', {});
  await ok('browser_network_requests', { filename: 'requests.txt' });
  await ok('browser_stop_video', { filename: 'films/film.webm' });
  await ok('browser_stop_tracing', { filename: 'trace.zip' });
  await ok('observe', { what: 'screenshot' });
  await ok('interact', { action: 'save_state', snapshot_name: 'one' });
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const rule = await ok('add-port-rule', { local_port: 0, ...target });
  await ok('start-logging', { directory: 'logs' });
  await exchange(rule.local_port, 'bytes');
  for (const format of ['har', 'pcapng', 'raw']) await server.call('wire_export', { format });
  await server.stop();

  const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => join(home, name));
  for (const ending of ['.zip', '.webm', '.pdf', '.png', '.pcapng', '.ndjson', '.md', '.csv'])
    assert.ok(
      found.some((path) => path.endsWith(ending)),
      ending,
    );
  const open = found.filter((path) => {
    const known = lstatSync(path);
    return !own.has(path) && !known.isSymbolicLink() && (known.mode & 0o077) !== 0;
  });
  assert.deepEqual(
    open.map((path) => `${relative(home, path)} ${(lstatSync(path).mode & 0o777).toString(8)}`),
    [],
  );
});
