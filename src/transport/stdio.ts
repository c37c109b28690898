import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../kernel/log.ts';
import type { Connection, ConnectionFactory } from './connection.ts';
import { LineTransport } from './line-transport.ts';
import { isFields } from './message.ts';

/** Five seconds after its client everything is gone; the last of them is for the browser to close. */
const DRAIN_MS = 4_000;

export interface StdioOptions {
  readonly factory: ConnectionFactory;
  readonly input: Readable;
  readonly output: Writable;
  readonly log: Log;
  /** The folder that the client works in. */
  readonly cwd: string;
  readonly transport?: 'stdio' | 'socket';
  /** How long calls in flight may still take when the input has ended. */
  readonly drainMs?: number;
  readonly maxLineBytes?: number;
}

export interface StdioConnection {
  /** Fulfilled when the client is gone, its calls are answered and its session is closed. Never rejected. */
  readonly closed: Promise<void>;
  /** Ends the connection from our side; calls in flight are told so. */
  close(): Promise<void>;
}

/** Serves one client on a pair of streams until its input ends. */
export function serveStdioConnection(options: StdioOptions): StdioConnection {
  const { factory, input, output, log, cwd } = options;
  const connection = factory({ transport: options.transport ?? 'stdio', cwd });
  const wire = new LineTransport({
    input,
    output,
    log,
    maxLineBytes: options.maxLineBytes ?? 4 * 1024 * 1024,
  });
  const ended = Promise.withResolvers<number>();
  wire.onend = () => ended.resolve(options.drainMs ?? DRAIN_MS);
  const handle = serveByFirstMessage(wire, connection, log);
  const closed = ended.promise
    .then(async (drainMs) => {
      await wire.drain(drainMs);
      await handle.close();
      await wire.close();
    })
    .catch((cause) => log.error('connection did not close well', { cause }))
    .then(() => connection.close())
    .catch((cause) => log.error('session did not close well', { cause }));
  return {
    closed,
    close: () => {
      ended.resolve(0);
      return closed;
    },
  };
}

/**
 * The first message tells the era. A handshake client is connected directly: the SDK's entry would check each
 * of its messages twice more.
 */
function serveByFirstMessage(wire: LineTransport, connection: Connection, log: Log) {
  let served: { close(): Promise<void> } | undefined;
  const onerror = (cause: Error) => log.debug('protocol error', { cause });
  const choose = (first: JSONRPCRequest | JSONRPCNotification) => {
    if (isStateless(first)) served = serveStateless(wire, connection, onerror);
    else if (first.method !== 'initialize') served = serveBothEras(wire, connection, onerror);
    else {
      const server = connection.server('legacy');
      served = server;
      server.connect(wire).catch(onerror);
    }
  };
  const onFirst = (first: JSONRPCMessage) => {
    // An answer before anything was asked answers nothing.
    if (!('method' in first)) return;
    // Whoever connects would keep calling what stands here.
    wire.onmessage = undefined;
    try {
      choose(first);
    } catch (cause) {
      wire.onmessage = onFirst;
      throw cause;
    }
    wire.redeliver(first);
  };
  wire.onmessage = onFirst;
  wire.start().catch(onerror);
  return { close: async () => served?.close() };
}

/** Whether a message comes with the envelope of the stateless revision. */
function isStateless(message: JSONRPCMessage): boolean {
  const meta = 'params' in message ? message.params?._meta : undefined;
  return isFields(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

/** Serves whoever opens in the stateless way, if only to probe: the SDK waits for a handshake beside it. */
function serveStateless(wire: Transport, connection: Connection, onerror: (cause: Error) => void) {
  return serveStdio(({ era }) => connection.server(era), { transport: wire, onerror });
}

/**
 * Serves a client that began with neither an envelope nor a handshake, such as a script of a few lines. Each message
 * then tells its own era, until `initialize` chooses one for good.
 */
function serveBothEras(wire: Transport, connection: Connection, onerror: (cause: Error) => void) {
  const handshake = endOf(wire);
  const stateless = endOf(wire);
  const server = connection.server('legacy');
  server.connect(handshake).catch(onerror);
  let beside: { close(): Promise<void> } | undefined;
  let hasChosen = false;
  wire.onmessage = (message, extra) => {
    hasChosen ||= 'method' in message && message.method === 'initialize';
    if (!hasChosen && isStateless(message)) {
      beside ??= serveStateless(stateless, connection, onerror);
      stateless.onmessage?.(message, extra);
      return;
    }
    // Who cancels does not say in which era the call was made; the wrong one knows nothing of it.
    if (beside && !('id' in message)) stateless.onmessage?.(message, extra);
    handshake.onmessage?.(message, extra);
  };
  return { close: async () => void (await Promise.all([server.close(), beside?.close()])) };
}

/** A transport of its own for one of two that share the wire. */
function endOf(wire: Transport): Transport {
  const end: Transport = {
    start: async () => {},
    send: (message, options) => wire.send(message, options),
    close: async () => end.onclose?.(),
  };
  return end;
}
