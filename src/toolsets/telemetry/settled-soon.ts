import type { TelemetryDeps } from './deps.ts';

/** An answer may wait so long for what is on its way; a page that never rests must not hold it up. */
const MOST_MS = 100;

/** Waits a moment for what the browser has seen and not told yet. What comes later is in the next answer. */
export async function settledSoon({ settled }: Pick<TelemetryDeps, 'settled'>): Promise<void> {
  if (!settled) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MOST_MS);
  try {
    await Promise.race([settled(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
