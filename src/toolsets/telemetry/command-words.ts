import type { CommandRecord } from './commands/command.ts';

/** `click complete (120 ms)`, or `FAILED — click: …`. */
export function commandWords({
  action,
  status,
  error,
  timing_ms: ms,
  queue_position: place,
}: CommandRecord): string {
  if (error) return `FAILED — ${action} ${status}: ${error.message}`;
  if (status === 'pending') return `${action} is ${place ? `number ${place} in the queue` : 'being done'}`;
  return `${action} ${status}${ms === undefined ? '' : ` (${ms} ms)`}`;
}
