import type { Selectors } from 'playwright-core';

/**
 * The call of a function as a text, for places that take nothing else: init scripts, selector engines, sessions of
 * DevTools. An argument is a function that stands for itself as well, or JSON.
 */
export function pageCall<Args extends readonly unknown[]>(
  work: (...args: Args) => unknown,
  ...args: Args
): string {
  const written = args.map((one) => (typeof one === 'function' ? `(${one})` : JSON.stringify(one)));
  return `(${work})(${written.join(', ')})`;
}

/**
 * Has a script run in Playwright's own world of each document, which pages can neither see nor change: a selector
 * engine is the public way to get there. Before the first context; a second call does nothing.
 */
export async function runBesidePages(selectors: Selectors, name: string, content: string): Promise<void> {
  try {
    await selectors.register(name, { content }, { contentScript: true });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('already registered'))) throw error;
  }
}
