// The thread in which connections are read while they live, so that the bytes never wait for it.
import { parentPort, workerData } from 'node:worker_threads';
import { ConnectionReader } from './connection-reader.ts';
import type { FollowData, FollowReply, FollowRequest } from './follow-messages.ts';

const { grpcSchemas = [] } = (workerData ?? {}) as FollowData;
const grpc =
  grpcSchemas.length > 0 ? (await import('./grpc-schema.ts')).readerBySchema(grpcSchemas) : undefined;
const reader = new ConnectionReader({ grpc });

/** A reply is told in parts, each when the one before has been taken: many at once would hold up whoever hears them. */
const PART = 300;
const parts: FollowReply[] = [];
let isHeard = true;

parentPort?.on('message', (request: FollowRequest) => {
  if ('next' in request) isHeard = true;
  else parts.push(...partsOf(reader.take(request)));
  while (isHeard) {
    const reply = parts.shift();
    if (!reply) return;
    isHeard = reply.hasMore !== true;
    parentPort?.postMessage(reply, reply.parcel ? [reply.parcel] : []);
  }
});

function partsOf(reply: FollowReply): FollowReply[] {
  const all = reply.exchanges ?? [];
  const first: FollowReply[] = [];
  let at = 0;
  for (; at + PART < all.length; at += PART)
    first.push({ exchanges: all.slice(at, at + PART), isBusy: true, hasMore: true });
  return [...first, { ...reply, exchanges: all.slice(at) }];
}
