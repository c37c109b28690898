import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { echoService } from '../../../test/kit/echo-service.ts';
import type { Message } from '../../../test/kit/json-rpc.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { scratchEnvironment, startServer } from '../../../test/kit/start-server.ts';
import { verifies } from '../../../test/requirements/verifies.ts';
import { appAddress } from '../../config/folders.ts';
import { silentLog } from '../../kernel/log.ts';
import { VERSION } from '../../kernel/version.ts';
import { serviceFactory } from '../connection.ts';
import { AppSocket } from './app-socket.ts';
import type { Greeting } from './greeting.ts';

/** An app with the echo service, where the commands of that home look for theirs. */
async function startEchoApp(t: TestContext, home: string, refusal?: string) {
  const address = appAddress(undefined, scratchEnvironment(home));
  if (process.platform !== 'win32') await mkdir(dirname(address), { recursive: true, mode: 0o700 });
  const service = echoService();
  const factory = serviceFactory(service, silentLog);
  const greetings: Greeting[] = [];
  const app = await AppSocket.listen({
    address,
    log: silentLog,
    self: { version: VERSION, pid: process.pid, endpoint: 'http://localhost:1/mcp' },
    admit: (greeting) => {
      greetings.push(greeting);
      return refusal ? { refusal } : { factory };
    },
  });
  t.after(() => app.close());
  return { service, app, greetings };
}

const textOf = (answer: Message): string => answer.result?.content?.[0]?.text ?? JSON.stringify(answer);
const faultOf = (answer: Message) => (answer.error?.data as { code?: string } | undefined)?.code;

async function delegates(t: TestContext): Promise<void> {
  const home = await scratch(t);
  const { service, greetings } = await startEchoApp(t, home);
  const command = await startServer(t, 'fotos-mcp', [], { home });
  await command.initialize();
  assert.equal(textOf(await command.call('echo', { words: 'through the app' })), 'through the app');
  assert.deepEqual(service.opened, [{ transport: 'socket', cwd: home }]);
  assert.deepEqual(service.introduced, ['kit 1.0.0']);
  assert.deepEqual(greetings, [
    { version: VERSION, pid: command.pid, profile: 'fotos-mcp', cwd: home, settings: {} },
  ]);
  command.endInput();
  assert.deepEqual(await command.exit, { code: 0, signal: null });
  await service.happened('closed session-1');
}

verifies(
  ['fotos: Binary invocation by MCP host', 'fotos: JSON-RPC message exchange', 'fotos: Malformed input'],
  'fotos-mcp speaks JSON-RPC on stdio, alone and through the app, and survives what is none',
  async (t) => {
    const home = await scratch(t);
    const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
    await app.lines.first((line) => line.includes('/mcp'), 'the endpoint');
    for (const args of [['--standalone'], ['--bridge']]) {
      const command = await startServer(t, 'fotos-mcp', args, { home });
      const { result } = await command.initialize('2025-06-18');
      const { name, version, description } = result.serverInfo;
      assert.deepEqual(
        { name, version, description, protocol: result.protocolVersion },
        {
          name: 'fotos',
          version: VERSION,
          description: 'AI-powered screenshot capture, annotation, and analysis',
          protocol: '2025-06-18',
        },
      );
      command.sendRaw('{"jsonrpc": broken\n');
      assert.equal((await command.answer(null)).error?.code, -32700);
      assert.deepEqual((await command.request('ping')).result, {});
      assert.equal((await command.request('no/such')).error?.code, -32601);
      assert.equal(command.lines.all.length, command.messages.all.length, 'stdout has nothing but JSON-RPC');
      command.endInput();
      assert.deepEqual(await command.exit, { code: 0, signal: null });
    }
  },
);

const isWindows = process.platform === 'win32';
verifies('fotos: Command delegation on Linux', delegates, {
  skip: isWindows && 'needs another system than Windows',
});
verifies('fotos: Command delegation on Windows', delegates, { skip: !isWindows && 'needs Windows' });

verifies('fotos: IPC connection failure', async (t) => {
  const command = await startServer(t, 'fotos-mcp', ['--bridge']);
  const { result } = await command.initialize();
  assert.equal(result.serverInfo.name, 'fotos');
  const { tools } = (await command.request('tools/list')).result as { tools: { name: string }[] };
  assert.ok(
    tools.some(({ name }) => name === 'take_screenshot'),
    'what is offered is told without the app',
  );
  const { error } = await command.call('take_screenshot');
  assert.equal(error?.code, -32603);
  assert.match(error.message, /^The Fotos application is not running\. Start it with "sensorium app"/);

  const { service } = await startEchoApp(t, command.home);
  assert.equal(textOf(await command.call('echo', { words: 'there now' })), 'there now');
  assert.deepEqual(service.introduced, ['kit 1.0.0'], 'the app has heard the handshake');
  assert.equal(command.stderr, '');
});

verifies('fotos: No local state retained between requests', async (t) => {
  const home = await scratch(t);
  await startEchoApp(t, home);
  const env = { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${home}` };
  const command = await startServer(t, 'fotos-mcp', ['--bridge'], { home, env });
  await command.initialize();
  // What the program itself holds is no result.
  command.kill('SIGUSR2');
  const before = await readSnapshot(home);
  const size = 3_000_000;
  for (let n = 0; n < 10; n++) {
    const words = `retained-result-${n} `.padEnd(size, '.');
    assert.equal(textOf(await command.call('echo', { words })).length, size);
  }
  command.kill('SIGUSR2');
  const { strings, bufferBytes } = await readSnapshot(home);
  assert.ok(
    strings.some((text) => text.includes('"name":"kit"') || text === 'kit'),
    'the snapshot shows what is kept: the handshake',
  );
  assert.deepEqual(
    strings.filter((text) => text.includes('retained-result')).map((text) => text.slice(0, 80)),
    [],
  );
  const held = bufferBytes - before.bufferBytes;
  assert.ok(held < size / 2, `${held} bytes more are held in buffers`);
});

/** The strings of the heap, and the bytes that buffers hold beside it. */
async function readSnapshot(folder: string): Promise<{ strings: string[]; bufferBytes: number }> {
  for (let tries = 0; tries < 200; tries++, await delay(50)) {
    const name = (await readdir(folder)).find((one) => one.endsWith('.heapsnapshot'));
    const text = name ? await readFile(join(folder, name), 'utf8') : '';
    if (!text.trimEnd().endsWith('}')) continue; // still being written
    const { snapshot, nodes, strings } = JSON.parse(text);
    const fields: string[] = snapshot.meta.node_fields;
    const [name0, size0] = [fields.indexOf('name'), fields.indexOf('self_size')];
    let bufferBytes = 0;
    for (let at = 0; at < nodes.length; at += fields.length) {
      if (strings[nodes[at + name0]] === 'system / JSArrayBufferData') bufferBytes += nodes[at + size0];
    }
    await rm(join(folder, name!));
    return { strings, bufferBytes };
  }
  throw new Error('no heap snapshot was written');
}

test('the app killed in a call: a fault at once, then the work goes on alone', async (t) => {
  const home = await scratch(t);
  const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await app.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  const command = await startServer(t, 'sensorium', [], { home });
  await command.initialize();
  const added = await command.call('add-port-rule', {
    local_port: 0,
    target_host: 'localhost',
    target_port: 9,
  });
  assert.ok(!added.result.isError, textOf(added));
  app.kill('SIGSTOP');
  const inFlight = command.call('stop-logging');
  app.kill('SIGKILL');
  const lost = await inFlight;
  assert.equal(lost.error?.code, -32603);
  assert.equal(faultOf(lost), 'APP_LOST');
  const alone = await command.call('add-port-rule', {
    local_port: 0,
    target_host: 'localhost',
    target_port: 9,
  });
  assert.ok(!alone.result.isError, textOf(alone));
  assert.match(command.stderr, /works alone from here on/);

  const next = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await next.lines.first((line) => line.includes('/mcp'), 'the endpoint of the next app');
  command.endInput();
  assert.deepEqual(await command.exit, { code: 0, signal: null });
});

test('with --bridge the next call reaches the restarted app', async (t) => {
  const home = await scratch(t);
  const first = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await first.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  const command = await startServer(t, 'sensorium', ['--bridge'], { home });
  await command.initialize();
  first.kill('SIGKILL');
  await first.exit;
  // The first call may be quicker than the news of the end.
  const fault = faultOf(await command.call('stop-logging'));
  assert.ok(fault === 'APP_LOST' || fault === 'APP_UNAVAILABLE', fault);
  assert.equal(faultOf(await command.call('stop-logging')), 'APP_UNAVAILABLE');
  assert.ok((await command.request('tools/list')).result.tools.length > 0);
  const second = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await second.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  assert.ok((await command.call('stop-logging')).result);
});

test('--standalone does not look for the app; other settings than its own keep a command from it', async (t) => {
  const home = await scratch(t);
  const app = await startServer(t, 'sensorium', ['app', '--port', '0', '--rate-limit', '70'], { home });
  await app.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  const sessions = async () => {
    const text = app.lines.all.join('\n');
    const [url] = /http:\S+(?=\/mcp)/.exec(text) ?? [];
    const key = /Key +(\S+)/.exec(text)?.[1];
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    return Number(/^sensorium_sessions (\d+)$/m.exec(await metrics.text())?.[1]);
  };
  const alone = await startServer(t, 'sensorium', ['--standalone'], { home });
  await alone.initialize();
  const other = await startServer(t, 'sensorium', ['--rate-limit', '7', '--output-dir', 'x'], { home });
  await other.initialize();
  assert.equal(await sessions(), 0);
  assert.match(other.stderr, /works alone.*the app runs with another --rate-limit, --output-dir/);
  const same = await startServer(t, 'sensorium', ['--rate-limit', '70'], { home });
  await same.initialize();
  assert.equal(await sessions(), 1);

  const insisting = await startServer(t, 'sensorium', ['--rate-limit', '7', '--bridge'], { home });
  const refused = await insisting.call('stop-logging');
  assert.equal(faultOf(refused), 'APP_REFUSED');
  assert.match(refused.error?.message ?? '', /another --rate-limit/);
});

test('flags that contradict each other are refused', async (t) => {
  for (const other of [['--standalone'], ['--port', '0']]) {
    const command = await startServer(t, 'sensorium', ['--bridge', ...other]);
    assert.equal((await command.exit).code, 1);
    assert.match(command.stderr, new RegExp(`^sensorium: --bridge and ${other[0]} cannot be used together`));
  }
});

test('a command that is only asked who it is leaves no trace', async (t) => {
  for (const args of [[], ['--bridge']]) {
    const home = await scratch(t);
    const command = await startServer(t, 'fotos-mcp', args, { home });
    await command.initialize();
    await command.request('tools/list');
    command.endInput();
    assert.deepEqual(await command.exit, { code: 0, signal: null });
    assert.deepEqual(await readdir(home, { recursive: true }), ['run']);
  }
});

test('a hung app is not waited for', async (t) => {
  const home = await scratch(t);
  const app = await startServer(t, 'sensorium', ['app', '--port', '0'], { home });
  await app.lines.first((line) => line.includes('/mcp'), 'the endpoint');
  app.kill('SIGSTOP');
  const command = await startServer(t, 'sensorium', [], { home });
  assert.equal((await command.initialize()).result.serverInfo.name, 'sensorium');
  assert.ok((await command.call('stop-logging')).result);
  app.kill('SIGKILL'); // a stopped process hears nothing else
});

test('SIGTERM ends a bridge; its call in flight is told', async (t) => {
  const home = await scratch(t);
  const { service } = await startEchoApp(t, home);
  const command = await startServer(t, 'fotos-mcp', [], { home });
  const call = command.call('gate');
  await service.happened('start gate');
  command.kill('SIGTERM');
  assert.equal(faultOf(await call), 'SHUTTING_DOWN');
  assert.deepEqual(await command.exit, { code: 0, signal: null });
  await service.happened('gate aborted');
});
