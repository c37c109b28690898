import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chunk } from '../decode/chunk.ts';
import { captured, decodeAll, flow } from '../decode/fixtures/flows.ts';
import type { Exchange } from '../decode/follow.ts';
import { holes } from '../decode/hole.ts';
import { FlowFollower } from './flow-follower.ts';

const ENDS = { connection: 'C', port: 9, client: 'a:1', target: 'b:2' };
const SECOND = 1_000_000;

function follow(chunks: readonly Chunk[]) {
  const told: Exchange[] = [];
  const follower = new FlowFollower(ENDS, (exchange) => told.push(exchange));
  const isWanted = chunks.map((chunk) => follower.feed(chunk)).every(Boolean);
  return { told, follower, isWanted };
}

const capturedAt = (path: string) => captured(new URL(`../decode/${path}`, import.meta.url));

test('a captured PostgreSQL session: each statement with its values, rows and error', () => {
  const { told } = follow(capturedAt('postgres/captured-client.json'));
  assert.deepEqual(
    told.map(({ kind, state, rows, affected, errorCode }) => [kind, state, rows ?? affected ?? errorCode]),
    [
      ['login', 'done', undefined],
      ['query', 'done', undefined],
      ['query', 'done', 2],
      ['query', 'done', 2],
      ['query', 'done', 1],
      ['query', 'done', 1],
      ['query', 'done', 1],
      ['query', 'failed', '22012'],
      ['query', 'failed', '42P01'],
      ['query', 'done', undefined],
      ['query', 'done', undefined],
    ],
  );
  const [byId, again] = told.filter(({ prepared }) => prepared === 'by-id');
  assert.deepEqual([byId?.parameters, again?.parameters], [['2'], ['1']]);
  assert.equal(byId?.statement, again?.statement);
  assert.ok(!JSON.stringify(told).includes('sesame'));
});

test('the numbers of messages are those of the decoded flow', async () => {
  for (const file of ['postgres/captured-psql.json', 'redis/captured.json']) {
    const chunks = capturedAt(file);
    const messages = await decodeAll(chunks);
    const { told, follower } = follow(chunks);
    follower.end();
    assert.ok(told.length > 3);
    for (const { firstMessage, lastMessage, startTime } of told) {
      assert.equal(messages[firstMessage]?.time, startTime);
      assert.ok(lastMessage >= firstMessage && lastMessage < messages.length);
    }
  }
});

test('transactions of Redis, and replies that never come', () => {
  const { told } = follow(capturedAt('redis/captured.json'));
  const within = told.filter(({ transactionId }) => transactionId === 'Ct1');
  assert.deepEqual(
    within.map(({ question, transaction }) => [question, transaction]),
    [
      ['MULTI', 'open'],
      ['SADD s x y', 'open'],
      ['SMEMBERS s', 'open'],
      ['EXEC', 'idle'],
    ],
  );
  assert.equal(told.find(({ question }) => question === 'CLIENT REPLY SKIP')?.state, 'done');
});

test('what runs is told once while it does, and again when it is over', () => {
  const question = flow(['up', 'GET /slow HTTP/1.1\r\nhost: h\r\n\r\n']);
  const { told, follower } = follow(question);
  const [{ time }] = question as [Chunk];
  assert.equal(follower.look(time + SECOND / 2, SECOND), true);
  assert.equal(told.length, 0);
  follower.look(time + 2 * SECOND, SECOND);
  follower.look(time + 3 * SECOND, SECOND);
  assert.deepEqual(
    told.map(({ state, ms, exchangeId }) => [state, ms, exchangeId]),
    [['running', 2000, 'C.1']],
  );
  const bytes = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  follower.feed({ time: time + 4 * SECOND, direction: 'down', bytes });
  assert.deepEqual(
    told.map(({ state, ms, exchangeId }) => [state, ms, exchangeId]),
    [
      ['running', 2000, 'C.1'],
      ['done', 4000, 'C.1'],
    ],
  );
  assert.equal(follower.look(time + 5 * SECOND, SECOND), false);
});

test('an upload that is refused before it is whole', () => {
  const { told } = follow(
    flow(
      ['up', 'POST /upload HTTP/1.1\r\nhost: h\r\ncontent-length: 10\r\n\r\n12345'],
      ['down', 'HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'],
      ['up', '67890'],
    ),
  );
  assert.deepEqual(
    told.map(({ question, state, status, ms }) => [question, state, status, ms]),
    [['POST /upload', 'failed', 413, 1]],
  );
});

test('a connection that nobody can read is not wanted, and one that ends early has lost its question', () => {
  assert.equal(follow(flow(['up', '\x01\x02\x03\x04\x05\x06\x07\x08\xff'])).isWanted, false);
  const { told, follower } = follow(flow(['up', 'PING\r\n'], ['down', '+PONG\r\n'], ['up', 'GET a\r\n']));
  follower.end();
  assert.deepEqual(
    told.map(({ state, error }) => [state, error]),
    [
      ['done', undefined],
      ['lost', 'the connection ended before the answer'],
    ],
  );
});

test('bytes that break the rules end the following, and what was open is said to be lost', () => {
  const { told, isWanted } = follow(
    flow(['up', 'PING\r\n'], ['down', '+PONG\r\n'], ['up', 'GET a\r\n'], ['down', '?nonsense\r\n']),
  );
  assert.equal(isWanted, false);
  assert.equal(told.at(-1)?.state, 'lost');
  assert.match(told.at(-1)?.error ?? '', /Cannot be read/);
});

/** A message of PostgreSQL. */
function said(type: string, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(payload.length + 4, 1);
  return Buffer.concat([head, payload]);
}

const TAG = said('C', Buffer.from('SELECT 60000\0'));
const READY = said('Z', Buffer.from('I'));
const ROW = said('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('42')]));

test('an answer that came too fast to be looked at is told with its rows, and so is what follows', () => {
  const session = capturedAt('postgres/captured-client.json');
  const { told, follower } = follow(session.slice(0, -1));
  const known = told.length;
  const time = (session.at(-1)?.time ?? 0) + SECOND;
  const feed = (direction: 'up' | 'down', bytes: Uint8Array) => follower.feed({ time, direction, bytes });
  const gap = (length: number) => {
    for (const bytes of holes(length)) assert.equal(feed('down', bytes), true);
  };
  feed('up', said('Q', Buffer.from('select * from events\0')));
  feed('down', Buffer.concat([ROW, ROW, ROW.subarray(0, 3)]));
  gap(300_000);
  // The ends of pieces that nobody looked at, the last one in two.
  feed('down', Buffer.concat([Buffer.alloc(100, 'x'), ROW]));
  gap(70_000);
  const end = Buffer.concat([ROW, TAG, READY]);
  feed('down', end.subarray(0, -9));
  assert.equal(told.length, known);
  feed('down', end.subarray(-9));
  feed('up', said('Q', Buffer.from('select 1\0')));
  feed('down', Buffer.concat([said('C', Buffer.from('SELECT 1\0')), READY]));
  assert.deepEqual(
    told.slice(known).map(({ state, question, rows, result }) => [state, question, rows, result]),
    [
      ['done', 'select * from events', 60_000, 'SELECT 60000 (not all of them were looked at): id=42'],
      ['done', 'select 1', undefined, 'SELECT 1'],
    ],
  );
  assert.ok((told[known]?.bytesDown ?? 0) > 370_000);
});

test('chunks of HTTP that came too fast to be looked at end with the last one', () => {
  const { told, follower } = follow(flow(['up', 'GET /a HTTP/1.1\r\nhost: h\r\n\r\n']));
  const feed = (direction: 'up' | 'down', bytes: Uint8Array) =>
    follower.feed({ time: SECOND, direction, bytes });
  feed('down', Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nwiki\r\n1000\r\n'));
  for (const bytes of holes(100_000)) feed('down', bytes);
  feed('down', Buffer.from('the end\r\n0\r\n\r\n'));
  feed('up', Buffer.from('GET /b HTTP/1.1\r\nhost: h\r\n\r\n'));
  feed('down', Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'));
  assert.deepEqual(
    told.map(({ question, state, result }) => [question, state, result?.slice(0, 6)]),
    [
      ['GET /a', 'done', '200 OK'],
      ['GET /b', 'done', '204 No'],
    ],
  );
});

test('what the server says before it ends the connection is told, of what is asked after it, too', () => {
  const { told, follower } = follow(capturedAt('postgres/captured-client.json').slice(0, -1));
  const known = told.length;
  const feed = (direction: 'up' | 'down', bytes: Uint8Array) =>
    follower.feed({ time: 9 * SECOND, direction, bytes });
  feed('down', said('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')));
  feed('up', said('Q', Buffer.from('select 1\0')));
  follower.end();
  assert.deepEqual(
    told.slice(known).map(({ kind, state, errorCode, error }) => [kind, state, errorCode, error]),
    [
      ['push', 'failed', '57P01', 'terminating connection'],
      ['query', 'lost', '57P01', 'terminating connection'],
    ],
  );
});
