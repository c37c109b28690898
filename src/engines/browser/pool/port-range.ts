import type { Server } from 'node:net';
import { fault } from '../../../kernel/fault.ts';

/** Ports of loopback, each for one browser at a time. */
export class PortRange {
  readonly #first: number;
  readonly #last: number;

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** Lets it listen on the first port that nobody has, be it one of ours or a stranger. */
  async listen(server: Server): Promise<number> {
    for (let port = this.#first; port <= this.#last; port++) if (await canListen(server, port)) return port;
    const limit = `${this.#first} to ${this.#last}`;
    const what = 'Every DevTools port for browsers is taken';
    throw fault('LIMIT_REACHED', { what, limit, waitedMs: 0, raise: '--instance-ports' });
  }
}

function canListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const taken = () => resolve(false);
    server.once('error', taken);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', taken);
      resolve(true);
    });
  });
}
