import type { BrowserContext } from 'playwright-core';
import { fits, readOrigin } from '../../../kernel/origin-pattern.ts';
import type { ContextOptions } from './context-options.ts';

/** Keeps a context to the origins it may reach. Blocked wins over allowed; data and blob URLs are never stopped. */
export async function guardOrigins(
  context: BrowserContext,
  { allowedOrigins, blockedOrigins }: Pick<ContextOptions, 'allowedOrigins' | 'blockedOrigins'>,
): Promise<void> {
  const isAllowed = allowedOrigins?.length ? matcher(allowedOrigins) : () => true;
  const isBlocked = blockedOrigins?.length ? matcher(blockedOrigins) : () => false;
  if (!allowedOrigins?.length && !blockedOrigins?.length) return;
  await context.route(
    (url) => /^(https?|wss?):$/.test(url.protocol) && (isBlocked(url) || !isAllowed(url)),
    (route) => route.abort('blockedbyclient'),
  );
}

/** Whether an address is of one of the origins; what is none fits nothing, and is refused where settings are read. */
export function matcher(origins: readonly string[]): (url: URL) => boolean {
  const patterns = origins.flatMap((origin) => readOrigin(origin) ?? []);
  return (url) => patterns.some((pattern) => fits(pattern, url));
}
