import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../../../kernel/clock.ts';
import { Fault } from '../../../kernel/fault.ts';
import type { Chunk, Direction } from '../decode/chunk.ts';
import { type ReplayOptions, replay } from './replay.ts';

type Context = { after: (close: () => unknown) => void };

const clock = systemClock();

function capture(...parts: [time: number, direction: Direction, text: string][]): Chunk[] {
  return parts.map(([time, direction, text]) => ({ time: time * 1000, direction, bytes: Buffer.from(text) }));
}

/** A target that tells what it got and when, and answers as the test says. */
async function target(t: Context, answer: (socket: net.Socket, text: string) => void) {
  const got: { text: string; at: number }[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('data', (bytes) => {
      got.push({ text: bytes.toString(), at: performance.now() });
      answer(socket, bytes.toString());
    });
    socket.on('end', () => answer(socket, 'END'));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return { host: '127.0.0.1', port: address.port, got };
}

/** Where a target falls silent, the test says how long that is waited for. */
const quick: ReplayOptions = { clock, idleMs: 10_000, lingerMs: 20 };
const said = (chunks: readonly Chunk[], direction: Direction) =>
  Buffer.concat(
    chunks.filter((chunk) => chunk.direction === direction).map((chunk) => chunk.bytes),
  ).toString();

test('each request waits for as many answer bytes as the capture had', async (t) => {
  const peer = await target(t, (socket, text) => {
    if (text === 'END') return;
    socket.write(`<${text}`);
    setTimeout(() => socket.write('>'), 15);
  });
  const result = await replay(
    capture([0, 'up', 'one'], [1, 'down', '<one>'], [2, 'up', 'two'], [3, 'down', '<two>']),
    peer,
    quick,
  );
  assert.deepEqual(
    peer.got.map(({ text }) => text),
    ['one', 'two'],
  );
  assert.equal(said(result.chunks, 'down'), '<one><two>');
  assert.equal(said(result.chunks, 'up'), 'onetwo');
  const turns = result.chunks.map((chunk) => chunk.direction).filter((one, at, all) => one !== all[at - 1]);
  assert.deepEqual(turns, ['up', 'down', 'up', 'down']);
  assert.deepEqual(
    [result.ended, result.sentBytes, result.answerBytes, result.capturedAnswerBytes, result.idleWaits],
    ['complete', 6, 10, 10, 0],
  );
  const times = result.chunks.map((chunk) => chunk.time);
  assert.deepEqual(
    times,
    times.toSorted((one, two) => one - two),
  );
});

test('HTTP answers count whole, however long they are this time', async (t) => {
  const server = http.createServer((request, response) => response.end(`a longer answer to ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
  const response = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const result = await replay(
    capture([0, 'up', request('/1')], [1, 'down', response], [2, 'up', request('/2')], [3, 'down', response]),
    { host: 'localhost', port: address.port },
    quick,
  );
  assert.equal(result.ended, 'complete');
  assert.ok(result.answerBytes > result.capturedAnswerBytes);
  assert.match(said(result.chunks, 'down'), /answer to \/1.*answer to \/2$/s);
});

test('a target that says less is waited for once, then the rest is sent', async (t) => {
  const peer = await target(t, (socket, text) => {
    if (text !== 'END') socket.write('x');
  });
  const result = await replay(
    capture(
      [0, 'up', 'a'],
      [1, 'down', 'long answer'],
      [2, 'up', 'b'],
      [3, 'down', 'y'],
      [4, 'up', 'c'],
      [5, 'down', 'z'],
    ),
    peer,
    { ...quick, idleMs: 60 },
  );
  assert.deepEqual(
    peer.got.map(({ text }) => text),
    ['a', 'b', 'c'],
  );
  assert.deepEqual([result.ended, result.idleWaits, result.answerBytes], ['idle', 1, 3]);
});

test('the recorded pace is kept, and can be made faster', async (t) => {
  const peer = await target(t, () => {});
  const start = clock.micros();
  const paced = await replay(capture([0, 'up', 'a'], [200, 'up', 'b']), peer, {
    ...quick,
    pace: 'recorded',
    speed: 2,
  });
  const [, second] = paced.chunks;
  assert.ok(second && second.time - start >= 98_000, '100 ms, less the rounding of a timer');
  const fast = await replay(capture([0, 'up', 'a'], [3_600_000, 'up', 'b']), peer, quick);
  assert.deepEqual([fast.ended, fast.sentBytes], ['complete', 2]);
});

test('a target that closes, resets, floods or falls silent ends it', async (t) => {
  const chunks = capture([0, 'up', 'a'], [1, 'down', 'answer'], [2, 'up', 'later']);
  const closing = await target(t, (socket) => socket.end('an'));
  const closed = await replay(chunks, closing, quick);
  assert.deepEqual([closed.ended, closed.unsentBytes, said(closed.chunks, 'down')], ['closed', 5, 'an']);
  const resetting = await target(t, (socket) => socket.resetAndDestroy());
  assert.equal((await replay(chunks, resetting, quick)).ended, 'reset');
  const flooding = await target(t, (socket) => socket.write('x'.repeat(1000)));
  const flooded = await replay(chunks, flooding, { ...quick, answerLimit: 10 });
  assert.deepEqual([flooded.ended, flooded.answerBytes], ['answer-limit', 10]);
  const silent = await target(t, () => {});
  assert.equal((await replay(chunks, silent, { ...quick, limitMs: 40 })).ended, 'time-limit');
});

test('abort stops it, before and while it runs', async (t) => {
  const peer = await target(t, () => {});
  const chunks = capture([0, 'up', 'a'], [1, 'down', 'never']);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const result = await replay(chunks, peer, { ...quick, signal: stop.signal });
  assert.equal(result.ended, 'aborted');
  await assert.rejects(replay(chunks, peer, { ...quick, signal: AbortSignal.abort() }), {
    name: 'AbortError',
  });
});

test('a target that is not there is named', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  server.close();
  await once(server, 'close');
  await assert.rejects(
    replay([], { host: '127.0.0.1', port: address.port }, quick),
    (error) =>
      error instanceof Fault &&
      error.code === 'TARGET_UNREACHABLE' &&
      error.message.includes(`127.0.0.1:${address.port}`) &&
      error.message.includes('ECONNREFUSED'),
  );
});
