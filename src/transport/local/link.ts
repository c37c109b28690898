import type { Duplex, Writable } from 'node:stream';
import { eachLine, LineSplitter } from '../line-splitter.ts';
import { type Envelope, type MessageId, REPLAY_ID, readEnvelopes } from './envelope.ts';

/** Who serves: the app, this very process, or nobody (a stand-in that says so). */
export type Server = 'app' | 'here' | 'nobody';

/** A stream to whoever serves the client, and the ids of the calls that it has not answered. Keeps no more. */
export class Link {
  readonly server: Server;
  readonly #stream: Duplex;
  /** How often each id is in flight: a client may use one twice. */
  readonly #calls = new Map<MessageId, number>();
  /** A subscription is answered only when it ends; nobody waits for that. */
  readonly #subscriptions = new Set<MessageId>();
  #idle: (() => void) | undefined;

  constructor(server: Server, stream: Duplex) {
    this.server = server;
    this.#stream = stream;
    stream.on('error', () => {}); // its end tells
  }

  /** Passes a line on; waits while the other side does not read. */
  send(line: Buffer, envelopes: readonly Envelope[] = []): Promise<void> {
    for (const { id, method, cancels } of envelopes) {
      if (cancels !== undefined) this.#settle(cancels);
      if (id === undefined || method === undefined) continue;
      if (method === 'subscriptions/listen') this.#subscriptions.add(id);
      else this.#calls.set(id, (this.#calls.get(id) ?? 0) + 1);
    }
    return written(this.#stream, line);
  }

  /** Whole lines for the client, until the stream ends; half a line is never passed on. */
  read(pass: (line: Buffer) => Promise<void>): Promise<void> {
    return eachLine(this.#stream, new LineSplitter(), async (line) => {
      if (line !== 'too long' && !this.#isOwn(line)) await pass(line);
    });
  }

  /** The calls that got no answer; they are forgotten. */
  takeUnanswered(): MessageId[] {
    const calls = [...this.#calls].flatMap(([id, count]) => Array<MessageId>(count).fill(id));
    const unanswered = [...calls, ...this.#subscriptions];
    this.#calls.clear();
    this.#subscriptions.clear();
    this.#idle?.();
    return unanswered;
  }

  /** When every call has its answer. */
  idle(): Promise<void> {
    if (this.#calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  /** Nothing more will be asked; what is owed is still answered. */
  close(): void {
    this.#stream.end();
  }

  /** Ends it in both directions: nobody waits for answers any more. */
  cut(): void {
    this.#stream.end(() => this.#stream.destroy());
  }

  #isOwn(line: Buffer): boolean {
    const [answer] = readEnvelopes(line) ?? [];
    if (answer?.id === undefined || answer.method !== undefined) return false;
    this.#settle(answer.id);
    return answer.id === REPLAY_ID;
  }

  #settle(id: MessageId): void {
    const left = (this.#calls.get(id) ?? 0) - 1;
    if (left > 0) this.#calls.set(id, left);
    else this.#calls.delete(id);
    this.#subscriptions.delete(id);
    if (this.#calls.size === 0) this.#idle?.();
  }
}

/** Fulfilled when there is room for more, or nobody left to write to. */
export function written(stream: Writable, bytes: Buffer | string): Promise<void> {
  if (stream.destroyed || stream.writableEnded || stream.write(bytes)) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      resolve();
    };
    stream.on('drain', go).on('close', go);
  });
}
