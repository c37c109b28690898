import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { echoService } from '../../../test/kit/echo-service.ts';
import { request, toolCall } from '../../../test/kit/json-rpc.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { silentLog } from '../../kernel/log.ts';
import { AppSocket, admitting } from './app-socket.ts';
import { firstLine } from './greeting.ts';

const self = { version: '1', pid: 1, endpoint: 'http://localhost:1/mcp' };

async function start(t: TestContext) {
  const address = join(await scratch(t), 'app.sock');
  const service = echoService();
  const app = await AppSocket.listen({
    address,
    log: silentLog,
    self,
    admit: admitting({
      version: '1',
      services: new Map([['echo', () => service]]),
      settings: { rateLimit: 5 },
      flagOf: (key) => `--${key}`,
      log: silentLog,
    }),
  });
  t.after(() => app.close());
  return { address, app, service };
}

test('who only asks who is there is told, and that is all', async (t) => {
  const { address, service } = await start(t);
  const socket = connect(address);
  socket.write('{"version":"0","pid":2}\n');
  assert.deepEqual(JSON.parse(await text(socket)), { ok: true, ...self });
  assert.equal(service.opened.length, 0);
});

test('what is no greeting, and a command that is not served, are told so', async (t) => {
  const { address } = await start(t);
  const say = async (words: string) => {
    const socket = connect(address);
    socket.write(words);
    return JSON.parse(await text(socket));
  };
  assert.match((await say('GET / HTTP/1.1\r\n\r\n')).error, /not one line of JSON/);
  assert.match((await say('{"pid":2}\n')).error, /not one line of JSON/);
  const refused = await say('{"version":"1","pid":2,"profile":"other","cwd":"/"}\n');
  assert.deepEqual(refused, { ok: false, error: 'it knows no command "other"', ...self });
  const older = await say('{"version":"0","pid":2,"profile":"echo"}\n');
  assert.equal(older.error, 'the app has version 1, the command 0');
  const otherwise = await say('{"version":"1","pid":2,"profile":"echo","settings":{"rateLimit":6}}\n');
  assert.equal(otherwise.error, 'the app runs with another --rateLimit');
});

test('a greeting without an end is cut off', async (t) => {
  const { address } = await start(t);
  const socket = connect(address);
  socket.on('error', () => {});
  socket.write('x'.repeat(200_000));
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
});

test('MCP that comes together with the greeting is served', async (t) => {
  const { address, service } = await start(t);
  const socket = connect(address);
  const greeting = { version: '1', pid: 2, profile: 'echo', cwd: '/home/me' };
  socket.write(`${JSON.stringify(greeting)}\n${JSON.stringify(request(1, 'ping'))}\n`);
  assert.equal(JSON.parse((await firstLine(socket, 5000)) ?? '').ok, true);
  assert.equal(JSON.parse((await firstLine(socket, 5000)) ?? '').id, 1);
  assert.deepEqual(service.opened, [{ transport: 'socket', cwd: '/home/me' }]);
  socket.destroy();
  await service.happened('closed session-1');
});

test('a command that goes away takes its calls with it', async (t) => {
  const { address, service } = await start(t);
  const socket = connect(address);
  const greeting = { version: '1', pid: 2, profile: 'echo', cwd: '/' };
  socket.write(`${JSON.stringify(greeting)}\n${JSON.stringify(toolCall(1, 'gate'))}\n`);
  await service.happened('start gate');
  socket.destroy();
  await service.happened('gate aborted');
});

test('closing tells the calls in flight and removes the socket', async (t) => {
  const { address, app, service } = await start(t);
  const socket = connect(address);
  const greeting = { version: '1', pid: 2, profile: 'echo', cwd: '/' };
  socket.write(`${JSON.stringify(greeting)}\n${JSON.stringify(toolCall(1, 'gate'))}\n`);
  await service.happened('start gate');
  const said = text(socket);
  await app.close();
  assert.match(await said, /"id":1,"error":.*shutting down/);
  assert.ok(!existsSync(address));
});
