/** Requests and sockets of the browser, as the record keeps them. */
import { z } from 'zod';
import { place, scriptLocation } from './place-data.ts';

/** A body in the record by reference. The order of the first three is how the store finds them in JSON. */
export const bodyData = z.object({
  blob: z.string(),
  /** How long the body really was, and how much of it is kept. */
  length: z.int(),
  stored: z.int(),
  mimeType: z.string().optional(),
  /** Binary bodies are no text in any charset. */
  kind: z.enum(['text', 'binary']),
  /** Values of secret fields were taken out; the lengths are those of what is left. */
  isRedacted: z.literal(true).optional(),
});
export type BodyData = z.infer<typeof bodyData>;

/** A body that is not kept, and why: by a privacy rule, or because the browser no longer had it. */
export const withheldBody = z.object({
  withheld: z.enum(['auth-endpoint', 'switched-off', 'gone', 'too-large']),
  length: z.int().optional(),
});
export type WithheldBody = z.infer<typeof withheldBody>;

export const body = z.union([bodyData, withheldBody]);
export type Body = z.infer<typeof body>;

/** In the order sent; a name may come more than once. */
export const headers = z.array(z.tuple([z.string(), z.string()]));
export type Headers = z.infer<typeof headers>;

/** A cookie that a response sets, without its value. */
export const setCookie = z.object({
  name: z.string(),
  domain: z.string().optional(),
  path: z.string().optional(),
  expires: z.string().optional(),
  maxAge: z.number().optional(),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: z.string().optional(),
  partitioned: z.boolean().optional(),
  /** Why the browser did not take it. */
  blocked: z.array(z.string()).optional(),
});
export type SetCookie = z.infer<typeof setCookie>;

/** As in HAR: milliseconds, absent when it does not apply. `ssl` is a part of `connect`. */
export const timings = z.object({
  blocked: z.number().optional(),
  dns: z.number().optional(),
  connect: z.number().optional(),
  ssl: z.number().optional(),
  send: z.number().optional(),
  wait: z.number().optional(),
  receive: z.number().optional(),
});
export type Timings = z.infer<typeof timings>;

export const initiator = z.object({
  /** parser, script, preload, preflight, other, … */
  type: z.string(),
  location: scriptLocation.optional(),
  stack: z.array(scriptLocation).optional(),
  /** The request whose answer led to this one: the preflight's actual request. */
  requestId: z.string().optional(),
});
export type Initiator = z.infer<typeof initiator>;

/** One request, recorded when it has ended. The item's time is the end; `startTime` is the beginning. */
export const requestData = z.object({
  ...place,
  /** Unique in the record. The hops of a redirect share the first part and end in -1, -2, … */
  requestId: z.string(),
  method: z.string(),
  /** Of the request. The document's own is `pageUrl`. */
  url: z.string(),
  pageUrl: z.string().optional(),
  /** document, stylesheet, script, image, font, media, xhr, fetch, eventsource, manifest, ping, preflight, other */
  type: z.string(),
  isNavigation: z.literal(true).optional(),
  /** `open`: it was still under way when the page went away. */
  state: z.enum(['done', 'failed', 'open']),
  status: z.int().optional(),
  statusText: z.string().optional(),
  /** As in h2, http/1.1. */
  protocol: z.string().optional(),
  mimeType: z.string().optional(),
  startTime: z.number(),
  /** From the beginning to the end. */
  ms: z.number(),
  timings: timings.optional(),
  requestHeaders: headers,
  responseHeaders: headers.optional(),
  /** Names of headers whose values are withheld; the headers stay in the lists with the value "[withheld]". */
  withheldHeaders: z.array(z.string()).optional(),
  /** The request carried credentials: an authorization header or a cookie. */
  hasAuth: z.boolean(),
  setCookies: z.array(setCookie).optional(),
  /** Bytes. `transfer` is what came over the network, headers included; 0 from a cache. */
  sizes: z.object({
    requestHeaders: z.int().optional(),
    requestBody: z.int().optional(),
    responseHeaders: z.int().optional(),
    /** Before and after decompression. */
    encodedBody: z.int().optional(),
    decodedBody: z.int().optional(),
    transfer: z.int().optional(),
  }),
  fromCache: z.enum(['memory', 'disk', 'prefetch']).optional(),
  fromServiceWorker: z.literal(true).optional(),
  remoteAddress: z.string().optional(),
  /** The same for requests that shared a connection. */
  connection: z.string().optional(),
  priority: z.string().optional(),
  initiator: initiator.optional(),
  redirectedFrom: z.string().optional(),
  redirectedTo: z.string().optional(),
  /** Such as net::ERR_CONNECTION_REFUSED. */
  failure: z.string().optional(),
  isCanceled: z.literal(true).optional(),
  /** Why the browser itself refused it: csp, mixed-content, origin, inspector, …; or the rule of CORS. */
  blockedReason: z.string().optional(),
  corsError: z.string().optional(),
  tls: z
    .object({
      protocol: z.string(),
      subject: z.string(),
      issuer: z.string(),
      validFrom: z.number(),
      validTo: z.number(),
    })
    .optional(),
  requestBody: body.optional(),
  responseBody: body.optional(),
});
export type RequestData = z.infer<typeof requestData>;

/** One event of a socket; `where.connection` is its connection id. */
export const websocketData = z.object({
  ...place,
  event: z.enum(['open', 'message', 'error', 'close']),
  connectionId: z.string(),
  /** Of the socket. The document's own is `pageUrl`. */
  url: z.string(),
  pageUrl: z.string().optional(),
  /** Of a message. */
  direction: z.enum(['incoming', 'outgoing']).optional(),
  opcode: z.int().optional(),
  kind: z.enum(['text', 'binary']).optional(),
  /** Bytes of the message. */
  size: z.int().optional(),
  /** Text of a text message, or the first bytes of a binary one in hex; the whole is in `body` when cut. */
  preview: z.string().optional(),
  cut: z.literal(true).optional(),
  body: body.optional(),
  /** Of the handshake. */
  status: z.int().optional(),
  requestHeaders: headers.optional(),
  responseHeaders: headers.optional(),
  withheldHeaders: z.array(z.string()).optional(),
  initiator: initiator.optional(),
  /** Of the end. */
  code: z.int().optional(),
  reason: z.string().optional(),
  wasClean: z.boolean().optional(),
  /** Messages each way and how long it was open, said at the end. */
  totals: z
    .object({
      incoming: z.int(),
      outgoing: z.int(),
      incomingBytes: z.int(),
      outgoingBytes: z.int(),
      ms: z.number(),
    })
    .optional(),
  /** What went wrong. */
  error: z.string().optional(),
});
export type WebsocketData = z.infer<typeof websocketData>;
