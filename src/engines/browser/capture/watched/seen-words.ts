import { z } from 'zod';
import {
  type AskedSeen,
  MOST_BODY,
  type OwnSeen,
  type PageSeen,
  type RequestSeen,
  type SeenBatch,
  type SeenBody,
} from '../../../../contract/watching.ts';
import type { PageWord } from '../in-page/capture.page.ts';
import { storageSeen } from '../storage-capture.ts';

const text = (most: number) => z.string().transform((words) => words.slice(0, most));
const at = z.number();
const url = text(20_000);
const count = z.int().min(0);
const body: z.ZodType<SeenBody, unknown> = z.union([
  z.object({ text: z.string().max(2 * MOST_BODY) }),
  z.object({ base64: z.base64().max(2 * MOST_BODY) }),
  z.object({ length: count, isTooLarge: z.literal(true) }),
]);
const headers = z.array(z.tuple([text(500), text(20_000)])).max(500);

const asked: z.ZodType<AskedSeen, unknown> = z.object({
  say: z.literal('asked'),
  at,
  url,
  ms: z.number().min(0),
  method: text(50),
  type: z.enum(['fetch', 'xhr', 'ping', 'eventsource']),
  status: z.int().exactOptional(),
  statusText: text(500).exactOptional(),
  requestBody: body.exactOptional(),
  requestType: text(500).exactOptional(),
  responseBody: body.exactOptional(),
  responseHeaders: headers.exactOptional(),
  failure: text(200).exactOptional(),
  isUnderWay: z.literal(true).exactOptional(),
});

const request: z.ZodType<RequestSeen, unknown> = z.object({
  say: z.literal('request'),
  at,
  url,
  ms: z.number().min(0),
  method: text(50),
  id: text(100),
  type: text(50),
  status: z.int().exactOptional(),
  statusText: text(500).exactOptional(),
  requestHeaders: headers,
  requestBody: body.exactOptional(),
  responseHeaders: headers.exactOptional(),
  isFromCache: z.boolean(),
  ip: text(100).exactOptional(),
  redirectedTo: url.exactOptional(),
  failure: text(200).exactOptional(),
});

const socket = z.object({
  say: z.literal('socket'),
  at,
  socket: count,
});

const word: z.ZodType<PageSeen | OwnSeen, unknown> = z.union([
  z.object({
    say: z.literal('console'),
    at,
    api: text(50),
    args: z.array(z.unknown()).max(1_000),
    isCut: z.boolean(),
    stack: text(20_000),
  }),
  z.object({
    say: z.literal('exception'),
    at,
    kind: z.enum(['exception', 'rejection']),
    name: text(200).exactOptional(),
    text: text(20_000),
    value: z.unknown().exactOptional(),
    url: url.exactOptional(),
    line: count.exactOptional(),
    column: count.exactOptional(),
  }),
  asked,
  request,
  storageSeen,
  socket.extend({
    event: z.enum(['created', 'open', 'sent', 'got', 'failed']),
    url: url.exactOptional(),
    body: body.exactOptional(),
  }),
  socket.extend({
    event: z.literal('closed'),
    code: z.int(),
    reason: text(200),
    wasClean: z.boolean(),
  }),
  z.object({
    say: z.literal('document'),
    at,
    kind: z.enum(['begun', 'restored', 'same-document']),
    reason: text(50).exactOptional(),
    status: z.int().exactOptional(),
    mimeType: text(200).exactOptional(),
  }),
  z.object({ say: z.literal('closed'), at }),
  z.object({ say: z.literal('lost'), at, count }),
]);

const batch: z.ZodType<SeenBatch, unknown> = z.object({
  number: count,
  tab: z.int(),
  document: text(100),
  part: count,
  frame: count,
  url,
  words: z.array(z.unknown()).max(100_000),
});

/** Said by the script that watches actions and vitals, which no page can reach. */
const OURS = new Set(['action', 'fault', 'vitals', 'snapshot', 'timing', 'change']);

export type SeenWord = PageSeen | OwnSeen | PageWord;

/** What can be understood of a word. */
export function readWord(given: unknown): SeenWord | undefined {
  const say = (given as { say?: unknown } | null)?.say;
  if (typeof say === 'string' && OURS.has(say)) return given as PageWord;
  const read = word.safeParse(given);
  return read.success ? read.data : undefined;
}

export function readBatch(given: unknown): SeenBatch | undefined {
  const read = batch.safeParse(given);
  return read.success ? read.data : undefined;
}
