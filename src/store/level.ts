import type { Evidence } from '../contract/evidence.ts';

/** From the least to the most grave; the store keeps the place in this list. */
export const LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export function levelRank(level: Level): number {
  return LEVELS.indexOf(level);
}

/**
 * How grave an item is: as it says itself (`data.level`), else an exception is an error, and so is a request
 * that failed (`data.status` of 400 and more, or a `data.failure`), or an exchange of the wire that did (`data.state`). Null where the question makes no sense.
 */
export function rankOf(evidence: Evidence): number | null {
  const { stream } = evidence;
  const data: Readonly<Record<string, unknown>> = evidence.data;
  const own = LEVELS.indexOf(data.level as Level);
  if (own >= 0) return own;
  if (stream === 'exception') return levelRank('error');
  if (stream === 'exchange') return data.state === 'failed' ? levelRank('error') : null;
  if (stream !== 'request') return null;
  const failed = (typeof data.status === 'number' && data.status >= 400) || data.failure !== undefined;
  return failed ? levelRank('error') : null;
}
