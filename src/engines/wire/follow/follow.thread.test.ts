import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { FollowReply, FollowRequest } from './follow-messages.ts';
import { Parcel, PIECE } from './parcel.ts';

test('a parcel comes back with what was in it', async (t) => {
  const worker = new Worker(new URL('./follow.thread.ts', import.meta.url));
  t.after(() => worker.terminate());
  const parcel = new Parcel();
  parcel.put(PIECE.up, 1, 1_000_000, Buffer.from('PING\r\n'));
  parcel.put(PIECE.down, 1, 1_002_000, Buffer.from('+PONG\r\n'));
  const ends = { connection: 'A', port: 9, client: 'a:1', target: 'b:2' };
  const request: FollowRequest = {
    parcel: parcel.buffer,
    used: parcel.used,
    now: 1_003_000,
    opened: [{ number: 1, ends, session: undefined }],
  };
  worker.postMessage(request, [parcel.buffer]);
  const [reply] = (await once(worker, 'message')) as [FollowReply];
  assert.equal(parcel.buffer.byteLength, 0);
  assert.equal(reply.parcel?.byteLength, new Parcel().buffer.byteLength);
  assert.deepEqual(
    reply.exchanges?.map(({ exchange }) => [exchange.question, exchange.result, exchange.ms]),
    [['PING', 'PONG', 2]],
  );
  assert.equal(reply.isBusy, false);
});
