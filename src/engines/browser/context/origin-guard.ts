import type { BrowserContext } from 'playwright-core';
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

/** `https://example.org`, `http://localhost:*`, or a bare `example.org` for both schemes. */
export function matcher(origins: readonly string[]): (url: URL) => boolean {
  const tests = origins.map((origin) => {
    const [, scheme, host = '', port] =
      /^(?:([a-z]+):\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?\/?$/.exec(origin) ?? [];
    return (url: URL) =>
      (!scheme || url.protocol === `${scheme}:`) &&
      url.hostname === host &&
      (port === '*' || (!scheme && !port) || url.port === (port === defaultPort(url) ? '' : (port ?? '')));
  });
  return (url) => tests.some((test) => test(url));
}

const defaultPort = (url: URL) => ({ 'http:': '80', 'https:': '443' })[url.protocol];
