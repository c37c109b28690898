// The thread in which connections are read while they live, so that the bytes never wait for it.
import { parentPort } from 'node:worker_threads';
import { ConnectionReader } from './connection-reader.ts';
import type { FollowRequest } from './follow-messages.ts';

const reader = new ConnectionReader();

parentPort?.on('message', (request: FollowRequest) => {
  const reply = reader.take(request);
  parentPort?.postMessage(reply, reply.parcel ? [reply.parcel] : []);
});
