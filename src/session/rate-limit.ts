import type { Clock } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';

const WINDOW_MS = 60_000;

/** A sliding window of one minute over all calls of a server. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #clock: Clock;
  /** Times of the last calls, as a ring: the oldest lies at `#next`. */
  readonly #times: Float64Array;
  #next = 0;

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
    this.#times = new Float64Array(perMinute).fill(Number.NEGATIVE_INFINITY);
  }

  /** Counts one call, or refuses it with the time to wait. A limit of 0 means none. */
  take(): void {
    if (this.#perMinute === 0) return;
    const now = this.#clock.monotonic();
    const oldest = this.#times[this.#next]!;
    if (now - oldest < WINDOW_MS) {
      const retryAfterMs = Math.ceil(WINDOW_MS - (now - oldest));
      throw fault('RATE_LIMITED', { limit: this.#perMinute, retryAfterMs });
    }
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#perMinute;
  }
}
