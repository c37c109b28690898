import type { Selectors } from 'playwright-core';
import { pageCall, runBesidePages } from '../page/page-call.ts';
import { keepRefs } from './stable-refs.page.ts';

/** Numbers of one document lie within one span; spans are drawn at random, so documents do not share numbers. */
const SPAN = 1_000_000;

export const installStableRefs = (selectors: Selectors) =>
  runBesidePages(selectors, 'sensorium-stable-refs', pageCall(keepRefs, SPAN));

/**
 * Takes a ref as Playwright writes it apart. The frame is "" for the first document of the main frame, else f1, f2, …;
 * the document's span is 0 where the setter of the page was not at work.
 */
export function refParts(playwrightRef: string) {
  const [, frame = '', digits = '0'] = /^(f\d+)?e(\d+)$/.exec(playwrightRef) ?? [];
  const value = Number(digits);
  return { frame, span: Math.floor(value / SPAN), number: value % SPAN };
}
