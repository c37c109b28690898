import type { Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import type { Tab } from '../page/tab.ts';
import { isClosedError, translate } from '../page/translate.ts';
import { parseRef } from '../snapshot/ref-book.ts';
import { looksLikeLocator, parseLocator } from './locator-string.ts';

/** One element: a ref of a snapshot (e12, uk:e12), a CSS or Playwright selector, or a locator as in a test. */
export type Target = string;

/**
 * Exactly one present element. What matches none fails at once: the caller saw the page, so waiting for an
 * element to come is what browser_wait_for is for.
 */
export async function resolveTarget(tab: Tab, target: Target): Promise<Locator> {
  return find(tab, target, true);
}

/** The same where several elements may be meant. */
export async function resolveTargets(tab: Tab, target: Target): Promise<Locator> {
  return find(tab, target, false);
}

async function find(tab: Tab, target: Target, isOne: boolean): Promise<Locator> {
  if (tab.modals.isBlocked) tab.modals.assertFree();
  const ref = refOf(target);
  if (ref) return tab.snapshots.locate(ref.ref);
  const locator = locatorOf(tab, target);
  const count = await countOf(tab, locator, target);
  if (count === 0) throw fault('ELEMENT_NOT_FOUND', { target: quoted(target) });
  if (isOne && count > 1)
    throw fault('AMBIGUOUS_TARGET', { target: quoted(target), count }, await strictError(locator));
  return locator;
}

const locatorOf = (tab: Tab, target: Target): Locator =>
  looksLikeLocator(target) ? parseLocator(tab.page, target) : tab.page.locator(target);

/** Playwright's own way to write it is one more. */
const refOf = (target: Target) => parseRef(target.replace(/^aria-ref=/, ''));

/** What Playwright itself says of them: it names each. */
const strictError = (locator: Locator): Promise<unknown> =>
  locator.getAttribute('id', { timeout: 1_000 }).then(
    () => undefined, // but one is left by now
    (error: unknown) => error,
  );

async function countOf(tab: Tab, locator: Locator, target: Target): Promise<number> {
  try {
    return await locator.count();
  } catch (thrown) {
    if (isClosedError(thrown))
      await tab.perform({ action: 'look', isReading: true }, () => Promise.reject(thrown));
    throw translate(thrown, { action: 'look', target: quoted(target) });
  }
}

const quoted = (target: string) => (looksLikeLocator(target) ? target : `"${target}"`);

/** The element as code: a ref as a test would find it, anything else as the caller wrote it. */
export async function targetCode(locator: Locator, target: Target): Promise<string> {
  return refOf(target) ? locatorCode(locator) : locator.toString();
}

/** The same of a target that may stand for several elements. */
export async function writtenCode(tab: Tab, target: Target): Promise<string> {
  if (refOf(target)) return locatorCode(await resolveTarget(tab, target));
  const locator = locatorOf(tab, target);
  if ((await countOf(tab, locator, target)) === 0)
    throw fault('ELEMENT_NOT_FOUND', { target: quoted(target) });
  return locator.toString();
}

/** The locator that a test would use for it, as code: `getByRole('button', { name: 'Save' })`. */
export async function locatorCode(locator: Locator): Promise<string> {
  return (await locator.normalize()).toString();
}
