import type { Decoder } from './decoder.ts';
import { http1 } from './http1/http1.ts';
import { http2 } from './http2/http2.ts';
import { mysql } from './mysql/mysql.ts';
import { postgres } from './postgres/postgres.ts';
import { redis } from './redis/redis.ts';
import { tls } from './tls/tls.ts';
import { websocket } from './websocket/websocket.ts';

/** Every protocol that can be read. All else is derived from this list. */
export const DECODERS = [http1, http2, websocket, tls, redis, postgres, mysql] as const;

/** "data" are bytes that nobody can read. */
export type Protocol = (typeof DECODERS)[number]['protocol'] | 'data';

export const PROTOCOLS: readonly Protocol[] = [...DECODERS.map(({ protocol }) => protocol), 'data'];

/** What exchanges are of: the protocols that are followed while connections live, and gRPC, spoken within HTTP/2. */
export const EXCHANGED: readonly string[] = [
  ...DECODERS.filter((decoder: Decoder) => decoder.follow).map(({ protocol }) => protocol),
  'grpc',
];

const byName = new Map<Protocol, Decoder>(DECODERS.map((decoder) => [decoder.protocol, decoder]));

/** The database or cache that is spoken to by that protocol. */
export const backendOf = (protocol: string) => byName.get(protocol as Protocol)?.backend;

/** Undefined for "data". */
export const decoderOf = (protocol: Protocol): Decoder | undefined => byName.get(protocol);
