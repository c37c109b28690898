import { isoMicros } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';

/** `<time>:<sequence>`. Only the sequence counts; the time is for people. */
export function cursorOf(time: number, seq: number): string {
  return `${isoMicros(time)}:${seq}`;
}

const TIME = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/;
const SEQUENCE = /^\d{1,13}$/;

/** The sequence number of a cursor. The time before the last colon may be missing, but not be nonsense. */
export function sequenceOf(cursor: string): number {
  const colon = cursor.lastIndexOf(':');
  const time = cursor.slice(0, Math.max(colon, 0));
  const sequence = cursor.slice(colon + 1);
  if (colon < 0 || !TIME.test(time) || !SEQUENCE.test(sequence)) throw fault('INVALID_CURSOR', { cursor });
  return Number(sequence);
}
