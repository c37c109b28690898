import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { request, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';
import { serveStdioConnection } from './stdio.ts';

function start() {
  const service = echoService();
  return { service, factory: serviceFactory(service, silentLog) };
}

test('malformed JSON is -32700 with id null and the server goes on', async (t) => {
  const client = connectLines(t, start().factory);
  client.send('{"jsonrpc": nonsense');
  const answer = await client.answer(null);
  assert.equal(answer.error?.code, -32700);
  assert.deepEqual((await client.ask(request(1, 'ping'))).result, {});
});

test('a non-request is -32600', async (t) => {
  for (const line of [
    '{"foo":1}',
    '"x"',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"method":"ping"}',
  ]) {
    const client = connectLines(t, start().factory);
    client.send(line);
    assert.equal((await client.answer(null)).error?.code, -32600, line);
  }
});

test('each message of a batch is answered', async (t) => {
  const client = connectLines(t, start().factory);
  client.send([request(1, 'ping'), request('two', 'tools/list'), 5]);
  assert.deepEqual((await client.answer(1)).result, {});
  assert.equal((await client.answer('two')).result.tools.length, 7);
  assert.equal((await client.answer(null)).error?.code, -32600);
});

test('a line over the limit is refused and skipped', async (t) => {
  const client = connectLines(t, start().factory, { maxLineBytes: 1000 });
  client.send(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(5000)}"}}`);
  assert.equal((await client.answer(null)).error?.code, -32600);
  assert.deepEqual((await client.ask(request(2, 'ping'))).result, {});
});

test('big lines cross in both directions', async (t) => {
  const client = connectLines(t, start().factory);
  const words = 'é'.repeat(1_500_000);
  const answer = await client.ask(toolCall(1, 'echo', { words }));
  assert.equal(answer.result.content[0].text, words);
});

test('a reader that does not read stops the input, not the memory', async () => {
  const { service, factory } = start();
  const input = new PassThrough();
  let release: () => void = () => undefined;
  const output = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      release = done;
    },
  });
  const connection = serveStdioConnection({ factory, input, output, log: silentLog, cwd: '/' });
  const line = `${JSON.stringify(toolCall(1, 'big', { bytes: 1_000_000 }))}\n`;
  const calls = 200;
  for (let i = 0; i < calls; i++) {
    input.write(line);
    await new Promise(setImmediate);
  }
  const started = service.events.length;
  assert.ok(started < 20, `${started} calls were started though nothing was read`);
  output.destroy();
  release();
  await connection.closed;
});

test('an output that breaks ends the connection and nothing else', async () => {
  const { service, factory } = start();
  const input = new PassThrough();
  const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
  const connection = serveStdioConnection({ factory, input, output, log: silentLog, cwd: '/' });
  input.write(`${JSON.stringify(toolCall(1, 'gate'))}\n${JSON.stringify(request(2, 'ping'))}\n`);
  await connection.closed;
  assert.equal(service.live.size, 0);
});

test('an input that is over before it is read closes at once', async () => {
  const { factory } = start();
  const input = new PassThrough();
  input.destroy();
  const connection = serveStdioConnection({
    factory,
    input,
    output: new PassThrough(),
    log: silentLog,
    cwd: '/',
  });
  await connection.closed;
});
