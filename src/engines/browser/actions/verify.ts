import type { Frame, Locator } from 'playwright-core';
import { cut } from '../../../kernel/cut.ts';
import { fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import type { Tab } from '../page/tab.ts';
import type { FormField } from './form.ts';
import { locatorCode, resolveTarget, type Target, targetCode } from './target.ts';

/** So much of what a caller gave is said again: it may be a whole text. */
const MOST_SAID = 200;

type Role = Parameters<Tab['page']['getByRole']>[0];

/** What a test would assert of an element, which stands in it as code. */
export interface Assertion {
  readonly on: string;
  readonly is: 'visible' | 'checked' | 'empty' | 'value' | 'snapshot';
  readonly isNot?: boolean;
  readonly value?: string;
}

/*
 * Checks that raise VERIFY_FAILED when they do not hold. Each gives the assertion that a test would make, so
 * that a session can become a test.
 */

export async function verifyElementVisible(tab: Tab, role: string, name: string): Promise<Assertion> {
  const what = `No ${role} "${cut(name, MOST_SAID)}" can be seen`;
  return verifyVisible(tab, what, (frame) => frame.getByRole(role as Role, { name }), isShown);
}

export async function verifyTextVisible(tab: Tab, text: string): Promise<Assertion> {
  return verifyVisible(tab, `The text "${cut(text, MOST_SAID)}" cannot be seen`, (frame) =>
    frame.getByText(text),
  );
}

/** What a role finds is not hidden; an element without content may have no size all the same. */
const isShown = (found: Locator) => found;
const isVisible = (found: Locator) => found.filter({ visible: true });

/** In whichever frame it is. */
async function verifyVisible(
  tab: Tab,
  what: string,
  find: (frame: Frame) => Locator,
  only = isVisible,
): Promise<Assertion> {
  return check(tab, async () => {
    for (const frame of tab.page.frames()) {
      const visible = only(find(frame)).first();
      const count = await visible.count().catch(() => 0); // a frame may go away meanwhile
      if (count > 0) return { on: await locatorCode(visible), is: 'visible' };
    }
    throw fault('VERIFY_FAILED', { what });
  });
}

/** The items must stand in the list, in that order; others may stand between them. */
export async function verifyListVisible(tab: Tab, target: Target, items: readonly string[]) {
  return check(tab, async (): Promise<Assertion> => {
    const locator = await resolveTarget(tab, target);
    const text = folded((await locator.textContent()) ?? '');
    let at = 0;
    const lines: string[] = [];
    for (const item of items) {
      const found = text.indexOf(folded(item), at);
      if (found < 0)
        throw fault('VERIFY_FAILED', {
          what: `The item "${cut(item, MOST_SAID)}" is not in the list at its place`,
          item,
        });
      at = found + folded(item).length;
      lines.push(`  - listitem: ${JSON.stringify(await wholeText(locator, item))}`);
    }
    return { on: "locator('body')", is: 'snapshot', value: ['- list:', ...lines].join('\n') };
  });
}

/** As Playwright compares texts. */
const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** A test compares whole items, of which a part may have been given. */
async function wholeText(list: Locator, item: string): Promise<string> {
  const holder = list.getByText(item).first();
  return (await holder.count()) > 0 ? ((await holder.textContent()) ?? item) : item;
}

export async function verifyValue(tab: Tab, type: FormField['type'], target: Target, value: string) {
  return check(tab, async (): Promise<Assertion> => {
    const locator = await resolveTarget(tab, target);
    const isChoice = type === 'checkbox' || type === 'radio';
    const actual = isChoice
      ? String(await locator.isChecked())
      : ((await locator.getAttribute('aria-valuenow')) ?? (await locator.inputValue()));
    const what = `The value is ${quotePageText(actual)}, not "${cut(value, MOST_SAID)}"`;
    if (actual !== value) throw fault('VERIFY_FAILED', { what, actual, expected: value });
    const on = await targetCode(locator, target);
    if (isChoice) return { on, is: 'checked', ...(value !== 'true' && { isNot: true }) };
    return value === '' ? { on, is: 'empty' } : { on, is: 'value', value };
  });
}

/** The locator that a test would use for an element. */
export async function generateLocator(tab: Tab, target: Target): Promise<string> {
  return check(tab, async () => locatorCode(await resolveTarget(tab, target)));
}

async function check<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  const outcome = await tab.perform({ action: 'verify', isReading: true }, work);
  if (outcome.value !== undefined) return outcome.value;
  tab.modals.assertFree();
  throw fault('TAB_CLOSED', { tab: tab.id });
}
