import { within } from '../../../kernel/within.ts';
import type { Payload } from './devtools.ts';
import type { Exchange } from './exchange.ts';

interface Entry {
  /** The hops of a redirected request, in order. */
  readonly hops: Exchange[];
  readonly sent: Payload<'Network.requestWillBeSentExtraInfo'>[];
  readonly received: Payload<'Network.responseReceivedExtraInfo'>[];
  readonly told: Set<Exchange>;
  readonly waiting: Set<() => void>;
}

const MOST = 5_000;

/**
 * Headers as they went over the network. The browser tells them apart from the request and in no certain order with
 * it, only in order among themselves; hops of a redirect that stayed within the browser have none.
 */
export class ExtraInfos {
  readonly #entries = new Map<string, Entry>();

  start(requestId: string, exchange: Exchange): void {
    const entry = this.#entry(requestId);
    entry.hops.push(exchange);
    assign(entry);
  }

  sent(event: Payload<'Network.requestWillBeSentExtraInfo'>): void {
    const entry = this.#entry(event.requestId);
    entry.sent.push(event);
    assign(entry);
  }

  received(event: Payload<'Network.responseReceivedExtraInfo'>): void {
    const entry = this.#entry(event.requestId);
    entry.received.push(event);
    assign(entry);
  }

  /** Waits, at most so long, until the answer's headers are there. */
  async complete(exchange: Exchange, ms: number): Promise<void> {
    const entry = this.#entry(exchange.started.requestId);
    assign(entry);
    if (exchange.receivedExtra) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => exchange.receivedExtra && resolve();
    entry.waiting.add(check);
    await within(promise, ms);
    entry.waiting.delete(check);
  }

  /** The exchange is told: with its last hop the request is forgotten. */
  end(exchange: Exchange): void {
    const { requestId } = exchange.started;
    const entry = this.#entry(requestId);
    entry.told.add(exchange);
    if (entry.told.size >= entry.hops.length) this.#entries.delete(requestId);
  }

  #entry(requestId: string): Entry {
    const known = this.#entries.get(requestId);
    if (known) return known;
    const made: Entry = { hops: [], sent: [], received: [], told: new Set(), waiting: new Set() };
    this.#entries.set(requestId, made);
    const oldest = this.#entries.keys().next().value;
    if (this.#entries.size > MOST && oldest !== undefined) this.#entries.delete(oldest);
    return made;
  }
}

function assign({ hops, sent, received, waiting }: Entry): void {
  const eligible = hops.filter((hop) => hop.response === undefined || hop.hasExtraInfo);
  for (const [i, hop] of eligible.entries()) {
    hop.sentExtra = sent[i];
    hop.receivedExtra = received[i];
  }
  for (const check of waiting) check();
}
