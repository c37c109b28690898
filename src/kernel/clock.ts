/** One clock for everything that is seen: wall time in microseconds that never goes back, and monotonic time. */
export interface Clock {
  /** Microseconds since the epoch. Two calls never give a smaller value, whatever the system clock does. */
  micros(): number;
  /** Milliseconds since some fixed point, for measuring. */
  monotonic(): number;
}

export function systemClock(): Clock {
  let last = 0;
  return {
    micros() {
      const now = Math.round((performance.timeOrigin + performance.now()) * 1000);
      last = now > last ? now : last;
      return last;
    },
    monotonic: () => performance.now(),
  };
}

/** ISO 8601 in UTC with six digits of fraction, as in 2026-07-28T09:30:00.123456Z. */
export function isoMicros(micros: number): string {
  const millis = Math.floor(micros / 1000);
  const rest = String(micros - millis * 1000).padStart(3, '0');
  return `${new Date(millis).toISOString().slice(0, -1)}${rest}Z`;
}
