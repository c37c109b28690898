import type { Selectors } from 'playwright-core';

/** Numbers of one document lie within one span; spans are drawn at random, so documents do not share numbers. */
const SPAN = 1_000_000;

/*
 * Runs in Playwright's own world of each document, which pages can neither see nor change; a selector engine
 * is the public way to get there. Playwright renumbers an element when its name changes, and counts from 1
 * again when an iframe loads another document. This setter keeps an element's first number for life and
 * moves the numbers of each document into a span of its own.
 */
const ENGINE = `(() => {
  const kept = Symbol('kept ref');
  const span = (1 + Math.floor(Math.random() * 2 ** 32)) * ${SPAN};
  Object.defineProperty(Element.prototype, '_ariaRef', {
    configurable: true,
    get() { return this[kept]; },
    set(given) {
      const first = this[kept];
      given.ref = first ? first.ref : given.ref.replace(/\\d+$/, (n) => String(span + Number(n)));
      this[kept] = given;
    },
  });
  return { queryAll: () => [], query: () => null };
})()`;

const NAME = 'sensorium-stable-refs';

/** Call once after loading playwright-core and before the first context; a second call does nothing. */
export async function installStableRefs(selectors: Selectors): Promise<void> {
  try {
    await selectors.register(NAME, { content: ENGINE }, { contentScript: true });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('already registered'))) throw error;
  }
}

export interface RefParts {
  /** "" for the first document of the main frame, else f1, f2, … */
  readonly frame: string;
  /** The document's span; 0 where the setter above was not at work. */
  readonly span: number;
  readonly number: number;
}

/** Takes a ref as Playwright writes it apart. */
export function refParts(playwrightRef: string): RefParts {
  const [, frame = '', digits = '0'] = /^(f\d+)?e(\d+)$/.exec(playwrightRef) ?? [];
  const value = Number(digits);
  return { frame, span: Math.floor(value / SPAN), number: value % SPAN };
}
