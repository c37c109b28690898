import type { Selectors } from 'playwright-core';
import { pageCall } from '../page/page-call.ts';
import { keepRefs } from './stable-refs.page.ts';

/** Numbers of one document lie within one span; spans are drawn at random, so documents do not share numbers. */
const SPAN = 1_000_000;

const NAME = 'sensorium-stable-refs';

/**
 * Call once after loading playwright-core and before the first context; a second call does nothing. It runs in
 * Playwright's own world of each document, which pages can neither see nor change; a selector engine is the public
 * way to get there.
 */
export async function installStableRefs(selectors: Selectors): Promise<void> {
  try {
    await selectors.register(NAME, { content: pageCall(keepRefs, SPAN) }, { contentScript: true });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('already registered'))) throw error;
  }
}

export interface RefParts {
  /** "" for the first document of the main frame, else f1, f2, … */
  readonly frame: string;
  /** The document's span; 0 where the setter of the page was not at work. */
  readonly span: number;
  readonly number: number;
}

/** Takes a ref as Playwright writes it apart. */
export function refParts(playwrightRef: string): RefParts {
  const [, frame = '', digits = '0'] = /^(f\d+)?e(\d+)$/.exec(playwrightRef) ?? [];
  const value = Number(digits);
  return { frame, span: Math.floor(value / SPAN), number: value % SPAN };
}
