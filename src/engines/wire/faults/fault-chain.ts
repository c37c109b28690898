import type { Outlet, Stage, StageContext } from './stage.ts';
import type { WireFault } from './wire-fault.ts';

export interface ChainOptions {
  readonly make: (fault: WireFault, context: StageContext) => Stage;
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
  readonly fault: WireFault;
  readonly stage: Stage;
  next: Outlet;
}

/** What one direction may hold back before its sender must wait. */
const MOST_HELD = 4 * 1024 * 1024;

/** The faults that the bytes of one direction pass through, in the order in which they were added. */
export class FaultChain {
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
  refit(faults: readonly WireFault[]): void {
    const old = this.#links;
    for (const link of old) if (!faults.includes(link.fault)) link.stage.flush();
    this.#links = faults.map((fault) => old.find((link) => link.fault === fault) ?? this.#link(fault));
    this.#links.forEach((link, i) => {
      link.next = this.#links[i + 1]?.stage ?? this.#socket;
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
    for (const { stage } of this.#links) stage.stop();
    this.#links = [];
  }

  #first(): Outlet {
    return this.#links[0]?.stage ?? this.#socket;
  }

  #link(fault: WireFault): Link {
    const { make, now, random, close, reset } = this.#options;
    let link: Link | undefined;
    const context: StageContext = {
      get next() {
        return link!.next;
      },
      now,
      random,
      close,
      reset,
      discard: (count) => this.#letGo(count),
    };
    link = { fault, stage: make(fault, context), next: this.#socket };
    return link;
  }

  #letGo(count: number): void {
    this.#held -= count;
    if (!this.#isFull || this.#held > MOST_HELD / 2) return;
    this.#isFull = false;
    this.#options.onRoom();
  }
}
