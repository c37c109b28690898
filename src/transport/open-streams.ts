import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './http-answer.ts';

/** How many streams each address has open, within a limit. */
export class OpenStreams {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  /** 0: no limit. */
  constructor(most: number) {
    this.#most = most;
  }

  get count(): number {
    return [...this.#open.values()].reduce((sum, one) => sum + one, 0);
  }

  /** Counts one more until its response is closed, or says why it may not be opened. */
  add(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
    const address = request.socket.remoteAddress ?? '';
    const now = this.#open.get(address) ?? 0;
    if (this.#most > 0 && now >= this.#most) {
      const message = `${now} event streams are open from ${address}; ${this.#most} is the limit (--max-connections).`;
      return { status: 429, message, headers: { 'Retry-After': '30' } };
    }
    this.#open.set(address, now + 1);
    response.once('close', () => {
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    });
    return undefined;
  }
}
