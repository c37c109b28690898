import type { Clock } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';
import type { CallerName } from '../kernel/owner.ts';

const WINDOW_MS = 60_000;

/** Times of the last calls, as a ring: the oldest lies at `next`. */
interface Ring {
  readonly times: Float64Array;
  next: number;
}

/** A sliding window of one minute over all calls with one key: nobody uses up what is another's. */
export class RateLimit {
  readonly #perMinute: number;
  readonly #clock: Clock;
  readonly #rings = new Map<CallerName, Ring>();

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Counts one call, or refuses it with the time to wait. A limit of 0 means none. */
  take(owner: CallerName): void {
    if (this.#perMinute === 0) return;
    const now = this.#clock.monotonic();
    const ring = this.#rings.get(owner) ?? this.#begin(owner);
    const oldest = ring.times[ring.next]!;
    if (now - oldest < WINDOW_MS) {
      const retryAfterMs = Math.ceil(WINDOW_MS - (now - oldest));
      throw fault('RATE_LIMITED', { limit: this.#perMinute, retryAfterMs });
    }
    ring.times[ring.next] = now;
    ring.next = (ring.next + 1) % this.#perMinute;
  }

  #begin(owner: CallerName): Ring {
    const times = new Float64Array(this.#perMinute).fill(Number.NEGATIVE_INFINITY);
    const ring = { times, next: 0 };
    this.#rings.set(owner, ring);
    return ring;
  }
}
