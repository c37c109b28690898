import { lookup as dnsLookup, type LookupOptions } from 'node:dns';
import {
  type LookupFunction,
  type OnReadOpts,
  type Server,
  Socket,
  type SocketConstructorOpts,
} from 'node:net';

/** Takes what a socket reads. `chunk` gives false to stop reading until the socket is resumed. */
export interface Intake {
  /** Bytes in a buffer that `buffer` gave. */
  chunk(length: number, buffer: Uint8Array): boolean;
  /** The buffer to begin with, and after each chunk the next one; undefined keeps the last. None: read by copying. */
  buffer(): Uint8Array | undefined;
  /** Bytes in a buffer of the system's own. */
  copied(bytes: Buffer): boolean;
}

// Longer than any chunk, so that no write asks for a 'drain' of its own.
const HIGH_WATER_MARK = 1024 * 1024;

/** What the constructor takes beside what is documented. */
interface InnerOptions extends Omit<SocketConstructorOpts, 'handle'> {
  readonly handle?: unknown;
  readonly pauseOnCreate?: boolean;
  readonly highWaterMark: number;
}

/** A connection that came in, not read from yet. */
export interface Accepted {
  readonly address: string | undefined;
  readonly port: number | undefined;
  /** Reading starts with `resume()`. */
  open(intake: Intake): Socket;
}

/** The system's side of a socket: not documented, stable since the beginning, and looked at before it is used. */
interface Handle {
  onconnection?: unknown;
  useUserBuffer?: unknown;
  setNoDelay(on: boolean): void;
  getpeername(into: { address?: string; port?: number }): number;
}

function makeSocket(options: InnerOptions): Socket {
  return new Socket(options as SocketConstructorOpts);
}

function onreadFor(intake: Intake): OnReadOpts | undefined {
  const first = intake.buffer();
  if (!first) return undefined;
  let next: Uint8Array | undefined = first;
  return {
    // Called once at the start and after each chunk; anything but a buffer leaves the old one in place.
    buffer: () => {
      const given = next ?? intake.buffer();
      next = undefined;
      return given as Uint8Array;
    },
    callback: (length, buffer) => intake.chunk(length, buffer),
  };
}

function readByCopying(socket: Socket, intake: Intake): void {
  socket.on('data', (bytes: Buffer) => {
    if (!intake.copied(bytes)) socket.pause();
  });
}

/**
 * Node offers `onread` for sockets that connect, not for accepted ones. So a server's connections are taken as
 * handles, and sockets made from them; this spares a socket each, too. Where that is not to be had, they come as
 * sockets and are read by copying.
 */
export function acceptFrom(server: Server, onAccepted: (accepted: Accepted) => void): void {
  const handle = handleOf(server);
  if (handle && typeof handle.onconnection === 'function') {
    handle.onconnection = (error: number, client: Handle | undefined) => {
      // An accept that fails (no descriptor left) concerns that client alone.
      if (error || !client) return;
      client.setNoDelay(true);
      onAccepted(fromHandle(client));
    };
  } else {
    server.on('connection', (socket) => onAccepted(fromSocket(socket)));
  }
}

function handleOf(server: Server): Handle | null {
  return (server as unknown as { readonly _handle?: Handle | null })._handle ?? null;
}

function fromHandle(handle: Handle): Accepted {
  const name: { address?: string; port?: number } = {};
  handle.getpeername(name);
  return {
    address: name.address,
    port: name.port,
    open(intake) {
      const onread = typeof handle.useUserBuffer === 'function' ? onreadFor(intake) : undefined;
      const options = { handle, pauseOnCreate: true, allowHalfOpen: true, highWaterMark: HIGH_WATER_MARK };
      const socket = makeSocket(onread ? { ...options, onread } : options);
      if (!onread) readByCopying(socket, intake);
      return socket;
    },
  };
}

function fromSocket(socket: Socket): Accepted {
  return {
    address: socket.remoteAddress,
    port: socket.remotePort,
    open(intake) {
      readByCopying(socket, intake);
      return socket.pause();
    },
  };
}

const ipv6First: LookupFunction = (host, options, callback) => {
  const ordered: LookupOptions = { ...options, order: 'ipv6first' };
  dnsLookup(host, ordered, callback);
};

/** Connects and reads at once. All addresses of the host are tried, IPv6 first. */
export function connectTo(host: string, port: number, intake: Intake): Socket {
  const onread = onreadFor(intake);
  const socket = makeSocket({ onread, allowHalfOpen: true, noDelay: true, highWaterMark: HIGH_WATER_MARK });
  if (!onread) readByCopying(socket, intake);
  return socket.connect({ host, port, autoSelectFamily: true, lookup: ipv6First });
}

/**
 * The peer gets a reset. The system refuses one while a FIN is on its way (EINVAL), and Node then forgets the socket
 * without ever closing it: so the FIN goes first, which takes a turn of the loop. Who is not connected yet has no peer.
 */
export function reset(socket: Socket): void {
  const { connecting, destroyed, writableEnded, writableFinished, writableLength } = socket;
  if (destroyed) return;
  if (connecting) socket.destroy();
  else if (writableEnded && !writableFinished && writableLength === 0)
    socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
}
