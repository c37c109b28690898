import type { Locator } from 'playwright-core';
import { fault } from '../../kernel/fault.ts';
import type { FormField } from './actions/form.ts';
import type { Tab } from './tab.ts';
import { locatorCode, resolveTarget, type Target } from './target.ts';

type Role = Parameters<Tab['page']['getByRole']>[0];

/*
 * Checks that raise VERIFY_FAILED when they do not hold. Each gives the code of the assertion that a test
 * would make, so that a session can become a test.
 */

export async function verifyElementVisible(tab: Tab, role: string, name: string): Promise<string> {
  return check(tab, async () => {
    const locators = tab.page.frames().map((frame) => frame.getByRole(role as Role, { name }));
    const found = await firstVisible(locators);
    if (!found) throw failed(`No ${role} "${name}" can be seen`);
    return `await expect(page.getByRole(${quote(role)}, { name: ${quote(name)} })).toBeVisible();`;
  });
}

export async function verifyTextVisible(tab: Tab, text: string): Promise<string> {
  return check(tab, async () => {
    const locators = tab.page.frames().map((frame) => frame.getByText(text));
    if (!(await firstVisible(locators))) throw failed(`The text "${text}" cannot be seen`);
    return `await expect(page.getByText(${quote(text)})).toBeVisible();`;
  });
}

/** The items must stand in the list, in that order; others may stand between them. */
export async function verifyListVisible(tab: Tab, target: Target, items: readonly string[]): Promise<string> {
  return check(tab, async () => {
    const locator = await resolveTarget(tab, target);
    const text = await locator.innerText();
    let at = 0;
    for (const item of items) {
      const found = text.indexOf(item, at);
      if (found < 0) throw failed(`The item "${item}" is not in the list at its place`);
      at = found + item.length;
    }
    const lines = items.map((item) => `  - listitem: ${JSON.stringify(item)}`).join('\n');
    return `await expect(page.${await locatorCode(locator)}).toMatchAriaSnapshot(\`\n- list:\n${lines}\n\`);`;
  });
}

export async function verifyValue(
  tab: Tab,
  type: FormField['type'],
  target: Target,
  value: string,
): Promise<string> {
  return check(tab, async () => {
    const locator = await resolveTarget(tab, target);
    const isChoice = type === 'checkbox' || type === 'radio';
    const actual = isChoice ? String(await locator.isChecked()) : await currentValue(locator);
    if (actual !== value) throw failed(`The value is "${actual}", not "${value}"`);
    const code = await locatorCode(locator);
    if (!isChoice) return `await expect(page.${code}).toHaveValue(${quote(value)});`;
    return `await expect(page.${code}).${value === 'true' ? '' : 'not.'}toBeChecked();`;
  });
}

/** The locator that a test would use for an element. */
export async function generateLocator(tab: Tab, target: Target): Promise<string> {
  return check(tab, async () => locatorCode(await resolveTarget(tab, target)));
}

async function currentValue(locator: Locator): Promise<string> {
  const now = await locator.getAttribute('aria-valuenow');
  return now ?? locator.inputValue();
}

async function firstVisible(locators: readonly Locator[]): Promise<Locator | undefined> {
  for (const locator of locators) {
    const visible = locator.filter({ visible: true }).first();
    if ((await visible.count().catch(() => 0)) > 0) return visible; // a frame may go away meanwhile
  }
  return undefined;
}

const failed = (what: string) => fault('VERIFY_FAILED', { what });
const quote = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

async function check(tab: Tab, work: () => Promise<string>): Promise<string> {
  const outcome = await tab.perform({ action: 'verify', isReading: true }, work);
  if (outcome.value === undefined) tab.modals.assertFree();
  return outcome.value ?? '';
}
