import type { Disturbance, DisturbanceContext, Outlet } from './disturbance.ts';
import { disturb } from './disturbances.ts';
import type { Toxic } from './toxic.ts';

export interface ChainOptions {
  readonly now: () => number;
  readonly random: () => number;
  /** Writes to the socket; `done` is called when the system has taken the bytes. */
  readonly write: (bytes: Buffer, done: () => void) => void;
  readonly end: () => void;
  readonly close: (why: string) => void;
  readonly reset: (why: string) => void;
  /** Reading may go on. */
  readonly onRoom: () => void;
}

interface Link {
  readonly toxic: Toxic;
  readonly disturbance: Disturbance;
  next: Outlet;
}

/** What one direction may hold back before its sender must wait. */
const MOST_HELD = 4 * 1024 * 1024;

/** The toxics that the bytes of one direction pass through, in the order in which they were added. */
export class ToxicChain {
  readonly #options: ChainOptions;
  readonly #socket: Outlet;
  #links: Link[] = [];
  #held = 0;
  #isFull = false;

  constructor(options: ChainOptions) {
    this.#options = options;
    this.#socket = {
      push: (bytes) => options.write(bytes, () => this.#letGo(bytes.length)),
      end: options.end,
    };
  }

  get isEmpty(): boolean {
    return this.#links.length === 0;
  }

  /** Those that stay keep what they hold and have counted; those that go pass theirs on first. */
  refit(toxics: readonly Toxic[]): void {
    const old = this.#links;
    for (const link of old) if (!toxics.includes(link.toxic)) link.disturbance.flush();
    this.#links = toxics.map((toxic) => old.find((link) => link.toxic === toxic) ?? this.#link(toxic));
    this.#links.forEach((link, i) => {
      link.next = this.#links[i + 1]?.disturbance ?? this.#socket;
    });
  }

  /** False: enough is held back; reading stops until there is room. */
  push(bytes: Buffer): boolean {
    this.#held += bytes.length;
    this.#first().push(bytes);
    this.#isFull = this.#held > MOST_HELD;
    return !this.#isFull;
  }

  end(): void {
    this.#first().end();
  }

  stop(): void {
    for (const { disturbance } of this.#links) disturbance.stop();
    this.#links = [];
  }

  #first(): Outlet {
    return this.#links[0]?.disturbance ?? this.#socket;
  }

  #link(toxic: Toxic): Link {
    const { now, random, close, reset } = this.#options;
    let link: Link | undefined;
    const context: DisturbanceContext = {
      get next() {
        return link!.next;
      },
      now,
      random,
      close,
      reset,
      discard: (count) => this.#letGo(count),
    };
    link = { toxic, disturbance: disturb(toxic, context), next: this.#socket };
    return link;
  }

  #letGo(count: number): void {
    this.#held -= count;
    if (!this.#isFull || this.#held > MOST_HELD / 2) return;
    this.#isFull = false;
    this.#options.onRoom();
  }
}
