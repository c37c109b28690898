/** Every port that a command opens is named on stderr, or in the answer of the tool that opened it. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../kit/free-port.ts';
import { rpc } from '../kit/http.ts';
import { request, toolCall } from '../kit/json-rpc.ts';
import { listenedOn, portsIn } from '../kit/listening-ports.ts';
import { NOBODY, needsRoot, statusesAsOther } from '../kit/other-user.ts';
import { scratch } from '../kit/scratch.ts';
import { root, startServer } from '../kit/start-server.ts';

const skip = process.platform !== 'linux' && 'only Linux shows who listens';

test('what could listen is known: a new place must be named, too', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|fixtures\//.test(path))
    .filter((path) =>
      /\b(createServer|createSecureServer|createSocket)\(/.test(
        readFileSync(join(root, 'src', path), 'utf8'),
      ),
    );
  assert.deepEqual(files.toSorted(), [
    'cli/doctor/machine.ts', // looks whether a port is free
    'engines/browser/drivers/extension/extension-link.ts',
    'engines/browser/pool/devtools-port.ts',
    'engines/browser/relay/plain-requests.ts', // is handed connections, and listens on nothing
    'engines/browser/relay/relay.ts',
    'engines/wire/port-listener.ts',
    'transport/http.ts',
    'transport/local/app-socket.ts', // a local socket, for its owner alone
  ]);
});

test('moonsurf-mcp: its own ports, DevTools of an instance, the relay of its connections', {
  skip,
}, async (t) => {
  const port = await freePort();
  const server = await startServer(t, 'moonsurf-mcp', [
    ...['--port', '0', '--tasks-port', '0', '--headless', '--instance-ports', `${port}-${port}`],
    ...['--blocked-origins', 'blocked.example'],
  ]);
  const [, url = ''] = await server.stderrMatch(/listens at (http:\S+\/mcp), and on port \d+\n/);
  assert.deepEqual(listenedOn(server.pid), portsIn(server.stderr));
  const opened = await rpc(url, toolCall(1, 'browser_instance', { action: 'new' }));
  assert.ok(!opened.answer?.result?.isError, JSON.stringify(opened.answer));
  const listened = listenedOn(server.pid);
  assert.ok(listened.includes(port) && listened.length === 4, String(listened));
  assert.deepEqual(listened, portsIn(server.stderr));
  assert.match(server.stderr, /DevTools on 127\.0\.0\.1:\d+, from whoever opened it/);
});

test('the relay of a browser is for its own user alone', { skip: skip || needsRoot }, async (t) => {
  const server = await startServer(t, 'viewpoint-mcp', [
    '--headless',
    '--isolated',
    '--blocked-origins',
    'blocked.example',
  ]);
  await server.initialize();
  assert.deepEqual(listenedOn(server.pid), []);
  await server.call('browser_snapshot', {}, 60_000);
  const [port] = listenedOn(server.pid);
  assert.deepEqual([port], portsIn(server.stderr));
  assert.deepEqual(await statusesAsOther([{ url: `http://127.0.0.1:${port}/` }]), ['ECONNRESET']);
});

test('a browser without lists and proxies opens no port', { skip }, async (t) => {
  const server = await startServer(t, 'viewpoint-mcp', ['--headless', '--isolated']);
  await server.initialize();
  await server.call('browser_snapshot', {}, 60_000);
  assert.deepEqual(listenedOn(server.pid), []);
});

test('the way of the extension is named', { skip }, async (t) => {
  const program = join(await scratch(t), 'browser');
  writeFileSync(program, '#!/bin/sh\nexit 0\n');
  chmodSync(program, 0o755);
  const server = await startServer(t, 'viewpoint-mcp', ['--extension', '--executable-path', program]);
  await server.initialize();
  server.send(request('snapshot', 'tools/call', { name: 'browser_snapshot', arguments: {} }));
  await server.stderrMatch(/waits for the browser's extension on 127\.0\.0\.1:\d+/);
  assert.deepEqual(listenedOn(server.pid), portsIn(server.stderr));
});

test('rawprox: rules of the command line, its own port, and rules that a tool adds', { skip }, async (t) => {
  const server = await startServer(t, 'rawprox', ['0:127.0.0.1:9', '--mcp-port', '0']);
  const [, url = ''] = await server.stderrMatch(/listens at (http:\S+)\n/);
  const [, forwarded] = await server.stderrMatch(/forwards port (\d+) to/);
  const own = [Number(forwarded), Number(new URL(url).port)];
  assert.deepEqual(
    listenedOn(server.pid),
    own.toSorted((a, b) => a - b),
  );
  const port = await freePort();
  const rule = { local_port: port, target_host: '127.0.0.1', target_port: 9 };
  const { answer } = await rpc(url, toolCall(1, 'add-port-rule', rule));
  assert.match(JSON.stringify(answer?.result), new RegExp(`\\b${port}\\b`));
  assert.deepEqual(
    listenedOn(server.pid),
    [...own, port].toSorted((a, b) => a - b),
  );
});

test('where the owner of a connection cannot be told, that is said, and everybody needs the key', {
  skip: skip || needsRoot,
}, async (t) => {
  for (const [command, flag] of [
    ['moonsurf-mcp', '--port'],
    ['rawprox', '--mcp-port'],
    ['gasoline-mcp', '--port'],
  ] as const) {
    const server = await startServer(t, command, [flag, '0'], { uid: NOBODY });
    const [, url = ''] = await server.stderrMatch(
      /listens at (http:\S+)\nAPI key: \S+ \(whose connection it is cannot be told here, so everybody needs it: user 65534 stands for many\)/,
    );
    assert.equal((await rpc(url, request(1, 'tools/list'))).status, 401, command);
    assert.deepEqual(await statusesAsOther([{ url, method: 'POST', body: '{}' }]), [401], command);
  }
});
