import { createServer, type Server } from 'node:net';
import { fault } from '../../kernel/fault.ts';
import { type Accepted, acceptFrom } from './intake.ts';

export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** One address to bind. Without it: loopback, IPv4 and IPv6. */
  readonly host?: string | undefined;
  readonly onConnection: (accepted: Accepted) => void;
}

const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** What bind says on a machine without IPv6. */
const NO_SUCH_FAMILY = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);
const BACKLOG = 4096;
const ATTEMPTS = 10;

/** Listens on one port, on one or on both loopback addresses. */
export class PortListener {
  readonly port: number;
  readonly addresses: readonly string[];
  readonly #servers: readonly Server[];

  private constructor(port: number, addresses: readonly string[], servers: readonly Server[]) {
    this.port = port;
    this.addresses = addresses;
    this.#servers = servers;
  }

  static async open(options: ListenOptions): Promise<PortListener> {
    if (options.host !== undefined) {
      const server = await bind(options.host, options.port, options);
      return new PortListener(portOf(server), [options.host], [server]);
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await PortListener.#openLoopback(options);
      } catch (error) {
        // The port that the system chose for one family may be taken in the other.
        if (options.port !== 0 || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  static async #openLoopback(options: ListenOptions): Promise<PortListener> {
    const first = await bind(LOOPBACK[0], options.port, options);
    const port = portOf(first);
    try {
      const second = await bind(LOOPBACK[1], port, options);
      return new PortListener(port, LOOPBACK, [first, second]);
    } catch (error) {
      const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
      if (code !== undefined && NO_SUCH_FAMILY.has(code))
        return new PortListener(port, [LOOPBACK[0]], [first]);
      first.close();
      throw error;
    }
  }

  /** Stops at once; connections that were accepted are not touched. */
  async close(): Promise<void> {
    await Promise.all(
      this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

function bind(host: string, port: number, { onConnection }: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true });
    server.once('error', (error: NodeJS.ErrnoException) => reject(bindFault(error, host, port)));
    server.listen({ host, port, backlog: BACKLOG, exclusive: true, ipv6Only: host === LOOPBACK[1] }, () => {
      server.removeAllListeners('error');
      server.on('error', () => {});
      acceptFrom(server, onConnection);
      resolve(server);
    });
  });
}

function bindFault(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return fault('PORT_IN_USE', { port }, error);
  if (error.code === 'EACCES') return fault('PORT_NOT_PERMITTED', { port }, error);
  return fault('HOST_NOT_LOCAL', { host }, error);
}
