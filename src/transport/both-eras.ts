import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Connection } from './connection.ts';
import { isFields } from './message.ts';

/** Whether a message comes with the envelope of the stateless revision. */
export function isStateless(message: JSONRPCMessage): boolean {
  const meta = 'params' in message ? message.params?._meta : undefined;
  return isFields(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

/** Serves whoever opens in the stateless way, if only to probe: the SDK waits for a handshake beside it. */
export function serveStateless(wire: Transport, connection: Connection, onerror: (cause: Error) => void) {
  return serveStdio(({ era }) => connection.server(era), { transport: wire, onerror });
}

/**
 * Serves a client that began with neither an envelope nor a handshake, such as a script of a few lines. Each message
 * then tells its own era, until `initialize` chooses one for good.
 */
export function serveBothEras(wire: Transport, connection: Connection, onerror: (cause: Error) => void) {
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
