import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fault } from '../kernel/fault.ts';
import { urlHost } from './guard.ts';

export interface Listening {
  readonly port: number;
  /** Addresses to tell people, without a path. */
  readonly urls: readonly string[];
  readonly servers: readonly Server[];
}

/** With port 0 the second address must be free on the very port that the first one got. */
const TRIES = 20;
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

/** Listens on the host; "localhost" means both loopback addresses, where the machine has both. */
export async function listenOn(
  makeServer: () => Server,
  host: string,
  port: number,
  scheme = 'http',
): Promise<Listening> {
  if (host !== 'localhost') {
    const server = makeServer();
    await listen(server, host, port);
    const shown = ['0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : urlHost(host);
    return { port: portOf(server), urls: [`${scheme}://${shown}:${portOf(server)}`], servers: [server] };
  }
  for (let left = TRIES; ; left--) {
    const servers = await listenOnLoopback(makeServer, port, left > 1);
    if (!servers) continue;
    const chosen = portOf(servers[0]);
    return { port: chosen, urls: [`${scheme}://localhost:${chosen}`], servers };
  }
}

async function listenOnLoopback(
  makeServer: () => Server,
  port: number,
  mayRetry: boolean,
): Promise<[Server, ...Server[]] | undefined> {
  const v4 = makeServer();
  await listen(v4, '127.0.0.1', port);
  const v6 = makeServer();
  try {
    await listen(v6, '::1', portOf(v4));
    return [v4, v6];
  } catch (thrown) {
    if (NO_IPV6.includes(codeOf(thrown))) return [v4];
    await new Promise((resolve) => v4.close(resolve));
    if (port === 0 && mayRetry && codeOf(thrown) === 'EADDRINUSE') return undefined;
    throw thrown;
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: host.replace(/^\[|\]$/g, ''), port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (thrown) {
    throw listenFault(thrown, host, port);
  }
}

function listenFault(thrown: unknown, host: string, port: number): unknown {
  switch (codeOf(thrown)) {
    case 'EADDRINUSE':
      return fault('PORT_IN_USE', { port }, thrown);
    case 'EACCES':
      return fault('PORT_NOT_PERMITTED', { port }, thrown);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault('HOST_NOT_LOCAL', { host }, thrown);
    default:
      return thrown;
  }
}

/** The system's code, also when a fault has been made of it. */
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if (thrown.cause instanceof Error) return codeOf(thrown.cause);
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
