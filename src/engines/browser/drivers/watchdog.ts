import { within } from '../../../kernel/within.ts';

/** How long the other side may take, in milliseconds. */
export interface WatchTimes {
  /** Between one ping and the next. */
  readonly every: number;
  /** For the answer to a ping. */
  readonly limit: number;
  /** After which somebody else is asked meanwhile; unset: after the limit. */
  readonly doubt?: number;
}

export interface Watched {
  /** Resolves when the other side has answered. */
  ping(): Promise<unknown>;
  /** Asked while a ping is late: false when the other side is known to be gone, undefined when nobody can tell. */
  isAlive(limitMs: number): Promise<boolean | undefined>;
  /** Called once. */
  lost(): void;
}

/** So many pings in a row may be missed where nobody can tell more. */
const MISSES = 2;

/**
 * Finds out that a connection is dead although its socket stays open: a ping without an answer in time, then a
 * second opinion, then a second miss. The pings also keep the other side from taking us for idle.
 */
export function watch(watched: Watched, { every, limit, doubt = limit }: WatchTimes): () => void {
  let isOver = false;
  let misses = 0;
  let timer: NodeJS.Timeout;
  const round = async () => {
    const answered = watched.ping().then(
      () => true,
      () => false,
    );
    let isAnswered = await within(answered, doubt);
    if (isOver) return;
    const isKnownGone = !isAnswered && (await watched.isAlive(limit)) === false;
    if (!isAnswered && !isKnownGone) isAnswered = await within(answered, limit - doubt);
    if (isOver) return;
    misses = isAnswered ? 0 : misses + 1;
    const isGone = isKnownGone || misses >= MISSES;
    if (isGone) {
      isOver = true;
      watched.lost();
    } else next(isAnswered ? every : 0);
  };
  const next = (ms: number) => {
    timer = setTimeout(() => void round(), ms);
    timer.unref();
  };
  next(every);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
