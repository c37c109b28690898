import type { DisturbanceContext } from './disturbance.ts';

/** A timer takes no longer wait; a slow rate may make one, which then comes in parts. */
const LONGEST_MILLIS = 2 ** 31 - 1;

interface Held {
  /** null is the end of the stream. */
  readonly bytes: Buffer | null;
  readonly due: number;
}

/** Holds bytes until they are due and passes them on in their order. */
export class DelayLine {
  readonly #context: DisturbanceContext;
  readonly #held: Held[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lastDue = 0;

  constructor(context: DisturbanceContext) {
    this.#context = context;
  }

  /** When the last one that is held will go. */
  get lastDue(): number {
    return this.#lastDue;
  }

  /** Never before those that were put earlier. */
  put(bytes: Buffer | null, due: number): void {
    this.#lastDue = Math.max(due, this.#lastDue);
    this.#held.push({ bytes, due: this.#lastDue });
    this.#run();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { bytes } of this.#held.splice(0)) this.#pass(bytes);
    this.#lastDue = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#held.length = 0;
  }

  #run(): void {
    if (this.#timer) return;
    while (this.#held.length > 0) {
      const wait = this.#held[0]!.due - this.#context.now();
      if (wait > 0) {
        this.#timer = setTimeout(
          () => {
            this.#timer = undefined;
            this.#run();
          },
          Math.min(Math.ceil(wait), LONGEST_MILLIS),
        );
        return;
      }
      this.#pass(this.#held.shift()!.bytes);
    }
  }

  #pass(bytes: Buffer | null): void {
    if (bytes) this.#context.next.push(bytes);
    else this.#context.next.end();
  }
}
