import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import { isStateless, serveBothEras, serveStateless } from './both-eras.ts';
import type { Connection, ConnectionFactory } from './connection.ts';
import { LineTransport } from './line-transport.ts';

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
