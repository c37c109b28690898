// The thread in which connections are read while they live, so that the bytes never wait for it.
import { parentPort, workerData } from 'node:worker_threads';
import { ConnectionReader } from './connection-reader.ts';
import type { FollowData, FollowRequest } from './follow-messages.ts';

const { grpcSchemas = [] } = (workerData ?? {}) as FollowData;
const grpc =
  grpcSchemas.length > 0 ? (await import('./grpc-schema.ts')).readerBySchema(grpcSchemas) : undefined;
const reader = new ConnectionReader({ grpc });

parentPort?.on('message', (request: FollowRequest) => {
  const reply = reader.take(request);
  parentPort?.postMessage(reply, reply.parcel ? [reply.parcel] : []);
});
