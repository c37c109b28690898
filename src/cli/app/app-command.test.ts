import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { rpc } from '../../../test/kit/http.ts';
import { request } from '../../../test/kit/json-rpc.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { type ServerProcess, type StartOptions, startServer } from '../../../test/kit/start-server.ts';
import { VERSION } from '../../kernel/version.ts';
import { firstLine } from '../../transport/local/greeting.ts';

interface App {
  readonly process: ServerProcess;
  readonly url: string;
  readonly key: string;
  readonly socket: string;
}

async function startApp(
  t: TestContext,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<App> {
  const process = await startServer(t, 'sensorium', ['app', '--port', '0', ...args], options);
  const fact = async (name: string) => {
    const pattern = new RegExp(`^ +${name} +(\\S+)$`);
    const line = await process.lines
      .first((one) => pattern.test(one), name)
      .catch((cause) => {
        throw new Error(process.stderr, { cause });
      });
    return pattern.exec(line)?.[1] ?? '';
  };
  return { process, url: await fact('MCP'), key: await fact('Key'), socket: await fact('Socket') };
}

test('it says where it listens, serves HTTP there, and keeps its key over a restart', async (t) => {
  const home = await scratch(t);
  const first = await startApp(t, [], { home });
  const list = request(1, 'tools/list');
  const { answer } = await rpc(first.url, list, { key: first.key });
  assert.ok(answer?.result.tools.length > 0);
  assert.equal((await rpc(first.url, list)).status, 401);
  const said = first.process.lines.all.join('\n');
  for (const client of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex'])
    assert.ok(said.includes(client), client);
  assert.ok(!said.includes('\u001b'), 'no colours without a terminal');
  assert.equal(statSync(first.socket).mode & 0o777, 0o600);
  assert.equal(statSync(join(first.socket, '..')).mode & 0o777, 0o700);

  first.process.kill('SIGTERM');
  assert.deepEqual(await first.process.exit, { code: 0, signal: null });
  assert.ok(!existsSync(first.socket));
  const second = await startApp(t, [], { home });
  assert.equal(second.key, first.key);
  const other = await startApp(t, ['--state-dir', 'elsewhere', '--api-key', 'given-key'], { home });
  assert.equal(other.key, 'given-key');
  assert.notEqual(other.socket, second.socket);
  assert.equal((await rpc(other.url, list, { key: 'given-key' })).status, 200);
});

test('a toolset that does not exist is told before anything is made', async (t) => {
  const home = await scratch(t);
  const refused = await startServer(t, 'sensorium', ['app', '--toolsets', 'wirre'], { home });
  assert.equal((await refused.exit).code, 2);
  assert.match(refused.stderr, /--toolsets: there is no "wirre" \(did you mean "wire"\?\)/);
  const made = await readdir(home, { recursive: true });
  assert.deepEqual(
    made.filter((name) => name !== 'run'),
    [],
  );
});

test('a second one says that the first one runs', async (t) => {
  const home = await scratch(t);
  const first = await startApp(t, [], { home });
  const second = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  assert.equal((await second.exit).code, 1);
  assert.equal(
    second.stderr,
    `sensorium app: The app runs already (process ${first.process.pid}, ${first.url}). Use that one, or stop it first.\n`,
  );
});

test('what a killed one left is taken over; of three that start at once, one wins', async (t) => {
  const home = await scratch(t);
  const killed = await startApp(t, [], { home });
  killed.process.kill('SIGKILL');
  await killed.process.exit;
  assert.ok(existsSync(killed.socket));
  const starting = await Promise.all(
    [1, 2, 3].map(() => startServer(t, 'sensorium', ['app', '--port', '0'], { home })),
  );
  const outcomes = await Promise.all(
    starting.map((one) =>
      Promise.race([
        one.exit.then(({ code }) => ({ code, stderr: one.stderr })),
        one.lines.first((line) => line.includes('Socket'), 'the banner').catch(() => one.exit),
      ]),
    ),
  );
  const [winner, ...others] = outcomes.filter((outcome) => typeof outcome === 'string');
  assert.ok(winner !== undefined && others.length === 0, JSON.stringify(outcomes));
  for (const one of starting) {
    if (one.lines.all.length > 0) assert.equal((await ask(killed.socket)).pid, one.pid);
    else assert.match(`${(await one.exit).code} ${one.stderr}`, /^1 .*runs already/);
  }
});

async function ask(socket: string): Promise<{ pid: number; version: string }> {
  const connection = connect(socket);
  connection.write('{"version":"0","pid":1}\n');
  const answer = await firstLine(connection, 5000);
  connection.destroy();
  return JSON.parse(answer ?? '{}');
}

test('a command of another version is told so', async (t) => {
  const { socket } = await startApp(t);
  const greet = async (greeting: object) => {
    const connection = connect(socket);
    connection.write(`${JSON.stringify({ pid: 1, cwd: '/', ...greeting })}\n`);
    const answer = await firstLine(connection, 5000);
    connection.destroy();
    return JSON.parse(answer ?? '{}').error;
  };
  assert.equal(
    await greet({ version: '99.0.0', profile: 'sensorium' }),
    `the app has version ${VERSION}, the command 99.0.0`,
  );
  for (const profile of ['other', 'rawprox'])
    assert.equal(await greet({ version: VERSION, profile }), `it knows no command "${profile}"`);
  for (const profile of ['sensorium', 'viewpoint-mcp', 'moonsurf-mcp', 'gasoline-mcp', 'fotos-mcp'])
    assert.equal(await greet({ version: VERSION, profile }), undefined, profile);
});

test('a busy port is named', async (t) => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  t.after(() => busy.close());
  const { port } = busy.address() as { port: number };
  const app = await startServer(t, 'sensorium', ['app', '--port', String(port)]);
  assert.equal((await app.exit).code, 1);
  assert.match(app.stderr, new RegExp(`^sensorium app: Port ${port} already in use\\.`));
  assert.ok(!existsSync(join(app.home, 'run', 'sensorium', 'app.sock')));
});

test('a state folder that cannot be written is said at once', async (t) => {
  const folder = await scratch(t);
  await writeFile(join(folder, 'file'), '');
  const state = join(folder, 'file', 'state');
  const app = await startServer(t, 'sensorium', ['app', '--port', '0', '--state-dir', state]);
  assert.equal((await app.exit).code, 1);
  assert.match(app.stderr, /^sensorium app: The folder .*state cannot be written \(ENOTDIR\)\./);
});

test('what is typed wrong is refused with the nearest right word', async (t) => {
  const stderrOf = async (...args: string[]) => {
    const command = await startServer(t, 'sensorium', args);
    assert.equal((await command.exit).code, 2);
    return command.stderr;
  };
  assert.equal(
    await stderrOf('docter'),
    'sensorium: There is no command "sensorium docter". Did you mean "sensorium doctor"?\n',
  );
  assert.match(await stderrOf('app', '--prot', '1'), /Unknown option --prot\. Did you mean --port\?/);
  assert.match(await stderrOf('app', '--bridge'), /Unknown option --bridge/);
  assert.match(await stderrOf('app', 'now'), /Unknown option "now"/);
});

test('--help of the app is its own', async (t) => {
  const app = await startServer(t, 'sensorium', ['app', '--help']);
  assert.equal((await app.exit).code, 0);
  const said = app.lines.all.join('\n');
  assert.match(said, /sensorium app \[options\]/);
  assert.match(said, /port 7700/);
  assert.doesNotMatch(said, /--standalone/);
});
