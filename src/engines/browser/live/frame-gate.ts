/** One picture of a page, and the size of the page in it in CSS pixels. */
export interface Frame {
  /** JPEG. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** What is not taken is offered again, unless a newer one has come by then. */
export type TakeFrame = (frame: Frame) => boolean;

/** Lets pictures through no faster than is wanted, and the newest one always. */
export class FrameGate {
  readonly #gapMs: number;
  readonly #take: TakeFrame;
  #waiting: Frame | undefined;
  #timer: NodeJS.Timeout | undefined;
  #last = Number.NEGATIVE_INFINITY;

  constructor(gapMs: number, take: TakeFrame) {
    this.#gapMs = gapMs;
    this.#take = take;
  }

  offer(frame: Frame): void {
    this.#waiting = frame;
    if (this.#timer) return;
    const rest = this.#last + this.#gapMs - performance.now();
    if (rest <= 0) this.#pass();
    else this.#timer = setTimeout(() => this.#pass(), rest).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }

  #pass(): void {
    this.#timer = undefined;
    const frame = this.#waiting;
    if (!frame) return;
    this.#last = performance.now();
    if (this.#take(frame)) this.#waiting = undefined;
    else this.#timer = setTimeout(() => this.#pass(), this.#gapMs).unref();
  }
}
