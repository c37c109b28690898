import { createServer } from 'node:net';
import { fault } from '../../../kernel/fault.ts';

/** Ports of a range, each given to one browser at a time. */
export class PortRange {
  readonly #first: number;
  readonly #last: number;
  readonly #taken = new Set<number>();

  constructor(first: number, last: number) {
    this.#first = first;
    this.#last = last;
  }

  /** A port that nobody listens on, be it ours or a stranger's. */
  async take(): Promise<number> {
    for (let port = this.#first; port <= this.#last; port++) {
      if (this.#taken.has(port)) continue;
      this.#taken.add(port);
      if (await isFree(port)) return port;
      this.#taken.delete(port);
    }
    const limit = `${this.#first} to ${this.#last}`;
    const what = 'Every DevTools port for browsers is taken';
    throw fault('LIMIT_REACHED', { what, limit, waitedMs: 0, raise: '--instance-ports' });
  }

  give(port: number): void {
    this.#taken.delete(port);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
