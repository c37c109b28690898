import type { BrowserContext } from 'playwright-core';
import { fits, readOrigin } from '../../../kernel/origin-pattern.ts';
import type { Reach } from './proxy.ts';

type Lists = Pick<Reach, 'allowedOrigins' | 'blockedOrigins'>;

/** Whether an address may be reached: blocked wins over allowed. Undefined where there are no lists. */
export function mayReach({ allowedOrigins = [], blockedOrigins = [] }: Lists) {
  if (allowedOrigins.length === 0 && blockedOrigins.length === 0) return undefined;
  const isAllowed = allowedOrigins.length > 0 ? matcher(allowedOrigins) : () => true;
  const isBlocked = matcher(blockedOrigins);
  return (url: URL) => isAllowed(url) && !isBlocked(url);
}

/**
 * Stops what pages ask for before it gets anywhere, so that they hear at once and by name. Redirects, WebSockets and
 * workers do not come by here: it is the relay of a browser that we start which holds for them, too.
 */
export async function guardOrigins(context: BrowserContext, lists: Lists): Promise<void> {
  const isAllowed = mayReach(lists);
  if (!isAllowed) return;
  await context.route(
    (url) => /^(https?|wss?):$/.test(url.protocol) && !isAllowed(url),
    (route) => route.abort('blockedbyclient'),
  );
}

/** Whether an address is of one of the origins; what is none fits nothing, and is refused where settings are read. */
export function matcher(origins: readonly string[]): (url: URL) => boolean {
  const patterns = origins.flatMap((origin) => readOrigin(origin) ?? []);
  return (url) => patterns.some((pattern) => fits(pattern, url));
}
