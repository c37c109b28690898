import type { Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { fieldValue, kindOf, markupOf, writeAttribute } from './element.page.ts';
import type { Acting, Box, Cancel } from './pointer.ts';
import { onTarget, resolveTargets, type Target, writtenOf } from './target.ts';

async function read<T>(tab: Tab, target: Target, { signal }: Cancel, work: (locator: Locator) => Promise<T>) {
  const step = { action: 'look', isReading: true, signal };
  const outcome = await onTarget(tab, target, step, async (locator) => ({ read: await work(locator) }));
  if (!outcome.value) tab.modals.assertFree(); // a dialog came in between
  return outcome.value!.read;
}

/** The text of an element as a person sees it. */
export const textOf = (tab: Tab, target: Target, acting: Cancel = {}) =>
  read(tab, target, acting, (locator) => locator.innerText());

export const htmlOf = (tab: Tab, target: Target, acting: Cancel = {}): Promise<string> =>
  read(tab, target, acting, (locator) => locator.evaluate(markupOf));

/** What stands in a field, never a password. */
export const fieldValueOf = (tab: Tab, target: Target, acting: Cancel = {}): Promise<string> =>
  read(tab, target, acting, async (locator) => {
    const value = await locator.evaluate(fieldValue);
    if (value === undefined)
      throw fault('ACTION_FAILED', { action: 'Reading the value', why: 'the element has no value' });
    return value;
  });

/** Null when it is not set. */
export const attributeOf = (tab: Tab, target: Target, name: string, acting: Cancel = {}) =>
  read(tab, target, acting, (locator) => locator.getAttribute(name));

export const fieldKind = (tab: Tab, target: Target, acting: Cancel = {}) =>
  read(tab, target, acting, (locator) => locator.evaluate(kindOf));

/** Where an element is, brought into view; null when it has no place. */
export const placeOf = (tab: Tab, target: Target, acting: Cancel = {}): Promise<Box | null> =>
  read(tab, target, acting, async (locator) => {
    await locator.scrollIntoViewIfNeeded();
    return locator.boundingBox();
  });

export async function focus(tab: Tab, target: Target, { signal, reason }: Acting = {}): Promise<Outcome> {
  const step = { action: 'focus', signal, detail: given({ reason }) };
  return onTarget(tab, target, step, (locator) => locator.focus(given({ signal })));
}

/** Gives what it is set to then. */
export async function setAttribute(
  tab: Tab,
  target: Target,
  [name, value]: readonly [string, string],
  { signal, reason }: Acting = {},
): Promise<Outcome<string | null>> {
  const step = { action: 'set attribute', signal, detail: given({ name, reason }) };
  return onTarget(tab, target, step, async (locator) => {
    await locator.evaluate(writeAttribute, [name, value] as const);
    return locator.getAttribute(name);
  });
}

/** Marks an element, or all that a selector fits, for whoever looks at the browser. */
export async function highlight(tab: Tab, target: Target, style?: string | undefined): Promise<void> {
  await tab.perform({ action: 'highlight', target: writtenOf(target), isReading: true }, async () => {
    await (await resolveTargets(tab, target)).highlight(given({ style }));
  });
}

/** Takes the mark off an element, or all marks off the page. */
export async function hideHighlight(tab: Tab, target?: Target | undefined): Promise<void> {
  await tab.perform(
    { action: 'hide highlight', target: target && writtenOf(target), isReading: true },
    async () => {
      await (target === undefined ? tab.page : await resolveTargets(tab, target)).hideHighlight();
    },
  );
}
