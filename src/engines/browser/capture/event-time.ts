import type { Clock } from '../../../kernel/clock.ts';

/** Less is taken for the time that a busy machine needed to tell us, not for another clock. */
const SAME_CLOCK_MS = 10_000;

/** Turns the browser's times into ours: its wall clock may be another machine's, its network clock starts anywhere. */
export class EventTime {
  readonly #clock: Clock;
  /** How much later than its own time an event has reached us, at best: delay, and what the clocks differ by. */
  #lag = Number.POSITIVE_INFINITY;
  /** Wall time minus network time, in seconds. */
  #networkStart: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.micros();
  }

  /** From milliseconds since the epoch by the browser's clock. */
  wall(ms: number): number {
    const now = this.#clock.micros();
    this.#lag = Math.min(this.#lag, now / 1_000 - ms);
    const shift = Math.abs(this.#lag) > SAME_CLOCK_MS ? this.#lag : 0;
    return Math.min(now, Math.round((ms + shift) * 1_000));
  }

  /** An event told both of its times. */
  learn(networkSeconds: number, wallSeconds: number): void {
    this.#networkStart = wallSeconds - networkSeconds;
  }

  /** From seconds of the network clock. */
  network(seconds: number): number {
    return this.#networkStart === undefined ? this.now() : this.wall((this.#networkStart + seconds) * 1_000);
  }

  /** The monotonic time that belongs to one of our wall times. */
  monotonic(micros: number): number {
    return this.#clock.monotonic() - (this.#clock.micros() - micros) / 1_000;
  }
}
