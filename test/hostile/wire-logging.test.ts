/** What start-logging writes, on behalf of somebody who would rather have it write elsewhere. */
import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rpc } from '../kit/http.ts';
import { ruledPort, toolCall } from '../kit/json-rpc.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';
import { echoServer, exchange } from '../kit/tcp.ts';
import { until } from '../kit/wire-rig.ts';

const HOSTILE = '\n$(touch /tmp/owned)\n';

async function start(t: TestContext, ...args: string[]) {
  const home = await scratch(t);
  const project = join(home, 'project');
  mkdirSync(project);
  const given = ['--mcp-port', '0', '--flush-millis', '10', ...args];
  const server = await startServer(t, 'rawprox', given, { home, cwd: project });
  const ready = await server.lines.first((line) => line.includes('mcp-ready'), 'mcp-ready');
  const { endpoint } = JSON.parse(ready) as { endpoint: string };
  const call = async (name: string, given: Record<string, unknown>) =>
    (await rpc(endpoint, toolCall(1, name, given))).answer!;
  const log = (directory: string, filename_format?: string) =>
    call('start-logging', { directory, ...(filename_format && { filename_format }) });
  /** Sends bytes through a rule: what an attacker would have written. */
  const send = async () => {
    const rule = { local_port: 0, target_host: '127.0.0.1', target_port: await echoServer(t) };
    const { result } = await call('add-port-rule', rule);
    await exchange(ruledPort(result), HOSTILE);
  };
  return { server, home, project, call, log, send };
}

test('folders outside, hidden ones and links that lead out are refused, and nothing is made there', async (t) => {
  const { home, project, log } = await start(t);
  const outside = await scratch(t);
  mkdirSync(join(project, '.git'));
  symlinkSync(home, join(project, 'way-home'));
  symlinkSync(outside, join(project, 'way-out'));
  for (const directory of [
    home,
    outside,
    '/',
    '..',
    '.git',
    '.git/hooks',
    'logs/../../x',
    'way-home',
    'way-out/deeper',
  ]) {
    const answer = await log(directory, 'a.ndjson');
    assert.equal(answer.error?.code, -32602, directory);
    assert.match(answer.error!.message, /outside the folders/);
  }
  assert.deepEqual(readdirSync(outside), []);
  assert.ok(!existsSync(join(project, '.git/hooks')));
});

test('names that begin with a dot or end otherwise are refused', async (t) => {
  const { log } = await start(t);
  for (const name of ['.bashrc', '.x.ndjson', '.ndjson', 'profile', 'a.sh', 'x.ndjson.sh', '../x.ndjson']) {
    const answer = await log('logs', name);
    assert.equal(answer.error?.code, -32602, name);
  }
});

test('files that are no log of ours, links and second names stay as they are', async (t) => {
  const { home, project, log } = await start(t);
  const folder = join(project, 'logs');
  mkdirSync(folder);
  const victim = join(home, '.bashrc');
  writeFileSync(victim, 'export A=1\n');
  writeFileSync(join(folder, 'data.ndjson'), '{"a":1}\n');
  symlinkSync(victim, join(folder, 'link.ndjson'));
  symlinkSync(join(home, 'new'), join(folder, 'dangling.ndjson'));
  linkSync(victim, join(folder, 'hard.ndjson'));
  mkdirSync(join(folder, 'folder.ndjson'));
  for (const name of ['data', 'link', 'dangling', 'hard', 'folder']) {
    const answer = await log('logs', `${name}.ndjson`);
    assert.match(answer.error?.message ?? 'none', /cannot start/, name);
  }
  assert.equal(readFileSync(victim, 'utf8'), 'export A=1\n');
  assert.equal(readFileSync(join(folder, 'data.ndjson'), 'utf8'), '{"a":1}\n');
  assert.ok(!existsSync(join(home, 'new')));
});

test('a folder or a file that becomes a link while it is logged to is not followed', async (t) => {
  const { server, home, project, log, send } = await start(t);
  const victims = join(home, 'victims');
  mkdirSync(victims);
  writeFileSync(join(victims, 'authorized_keys'), '');
  assert.ok((await log('logs', 'a.ndjson')).result);
  assert.ok((await log('kept', 'b.ndjson')).result);
  renameSync(join(project, 'logs'), join(project, 'moved'));
  symlinkSync(victims, join(project, 'logs'));
  renameSync(join(project, 'kept/b.ndjson'), join(project, 'kept/c'));
  symlinkSync(join(victims, 'authorized_keys'), join(project, 'kept/b.ndjson'));
  await send();
  // Both are told once; then it has been tried.
  await until('both have failed', () => server.stderr.split('logging fails').length > 2);
  assert.deepEqual(readdirSync(victims), ['authorized_keys']);
  assert.equal(readFileSync(join(victims, 'authorized_keys'), 'utf8'), '');
});

test('the working folder, the output folder and the folder of the command line are logged to', async (t) => {
  const [named, output] = [await scratch(t), await scratch(t)];
  const { project, log, call, send } = await start(t, `@${named}`, '--output-dir', output);
  assert.match((await call('stop-logging', { directory: named })).result.content[0].text, /Stopped/);
  for (const directory of [named, join(named, 'deeper'), output, join(output, 'x/y'), 'logs', 'a/b'])
    assert.match((await log(directory)).result?.content[0].text ?? 'refused', /^Logging to /, directory);
  await send();
  await call('stop-logging', {});
  for (const folder of [
    join(named, 'deeper'),
    join(output, 'x/y'),
    join(project, 'logs'),
    join(project, 'a/b'),
  ]) {
    const [name] = readdirSync(folder);
    assert.match(name!, /^rawprox_[\d-]+\.ndjson$/);
    assert.match(readFileSync(join(folder, name!), 'utf8'), /touch/);
  }
  // Our own files are gone on with.
  assert.ok((await log('logs')).result);
});
