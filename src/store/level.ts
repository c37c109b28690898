import type { Evidence } from '../kernel/evidence.ts';

/** From the least to the most grave; the store keeps the place in this list. */
export const LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

const RANKS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
  ...LEVELS.map((level, rank) => [level, rank] as const),
  ['verbose', 0],
  ['trace', 0],
  ['warning', 3],
  ['assert', 4],
  ['fatal', 4],
]);

export function levelRank(level: Level): number {
  return LEVELS.indexOf(level);
}

/**
 * How grave an item is: as it says itself (`data.level`), else an exception is an error, and so is a request
 * that failed (`data.status` of 400 and more, or a `data.failure`). Null where the question makes no sense.
 */
export function rankOf({ stream, data }: Evidence): number | null {
  const own = RANKS.get(data.level);
  if (own !== undefined) return own;
  if (stream === 'exception') return levelRank('error');
  if (stream !== 'request') return null;
  const failed = (typeof data.status === 'number' && data.status >= 400) || data.failure !== undefined;
  return failed ? levelRank('error') : null;
}
