import type { Chunk } from '../decode/chunk.ts';
import { decoderOf, type Protocol } from '../decode/decoders.ts';
import { FlowDecoder } from '../decode/flow-decoder.ts';
import type { Exchange, Follower, Schemas } from '../decode/follow.ts';
import type { Message } from '../decode/message.ts';
import { type Ends, ExchangeLedger } from './exchange-ledger.ts';

/** What is kept of a body: enough for a line. */
const BODY_LIMIT = 4096;

/** Reads one connection while it lives, and tells its exchanges. */
export class FlowFollower {
  readonly #decoder = new FlowDecoder({ bodyLimit: BODY_LIMIT, decompress: false });
  readonly #ledger: ExchangeLedger;
  readonly #followers = new Map<Protocol, Follower | undefined>();
  readonly #schemas: Schemas;
  #messages = 0;
  /** Why it is not followed any further. */
  #given: string | undefined;

  constructor(ends: Ends, tell: (exchange: Exchange) => void, schemas: Schemas = {}) {
    this.#schemas = schemas;
    this.#ledger = new ExchangeLedger(ends, tell);
  }

  /** False: nothing more can be told of this connection, so its bytes are not wanted. */
  feed(chunk: Chunk): boolean {
    if (this.#given !== undefined) return false;
    for (const told of this.#decoder.feed(chunk)) {
      // Nothing is decompressed here, so every message is there at once.
      if (typeof told !== 'function') this.#take(told);
      if (this.#given !== undefined) return false;
    }
    const { spoken } = this.#decoder;
    if (spoken === undefined || decoderOf(spoken)?.follow) return true;
    this.stop(`from here on it speaks ${spoken}`);
    return false;
  }

  /** The connection is over. */
  end(): void {
    if (this.#given !== undefined) return;
    for (const told of this.#decoder.end()) if (typeof told !== 'function') this.#take(told);
    this.stop('the connection ended before the answer');
  }

  stop(why: string): void {
    this.#given ??= why;
    this.#ledger.close(why);
  }

  /** Tells of what has run for longer than `most`; says whether anything runs. */
  look(now: number, most: number): boolean {
    return this.#ledger.look(now, most);
  }

  running(now: number): Exchange[] {
    return this.#ledger.running(now);
  }

  #take(message: Message): void {
    const number = this.#messages++;
    if (message.kind === 'error') this.stop(message.summary);
    else this.#followerOf(message.protocol)?.(message, number);
  }

  #followerOf(protocol: Protocol): Follower | undefined {
    if (!this.#followers.has(protocol))
      this.#followers.set(protocol, decoderOf(protocol)?.follow?.(this.#ledger, this.#schemas));
    return this.#followers.get(protocol);
  }
}
