import type { Locator } from 'playwright-core';
import { Fault, fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { translate } from '../page/translate.ts';
import { showDots, typing } from '../secrets/hide-secrets.ts';
import { choose, setChecked } from './custom-field.ts';
import { setDate } from './date-field.ts';
import { boxState, hasOwnList, isUnderneath, tagOf, takesText } from './element.page.ts';
import { fillText } from './fill-text.ts';
import type { Acting, Cancel } from './pointer.ts';
import { onTarget, resolveTarget, type Target, writtenOf } from './target.ts';

export const FIELD_TYPES = ['textbox', 'checkbox', 'radio', 'combobox', 'slider'] as const;

export interface FormField {
  /** In the caller's words, for faults. */
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly target: Target;
  /** `true` or `false` for checkboxes and radios, the option's label or value for comboboxes. */
  readonly value: string;
  /** The field shows dots from now on. */
  readonly isSecret?: boolean | undefined;
}

/** Fills the fields in order; the first that fails stops it and is named, with what was done before it. */
export async function fillForm(tab: Tab, fields: readonly FormField[], { signal }: Cancel = {}) {
  const shown = fields.map(({ name, type, target }) => ({ name, type, target: writtenOf(target) }));
  const detail = { fields: shown };
  return tab.perform({ action: 'fill form', detail, signal }, async () => {
    for (const [place, field] of fields.entries()) {
      try {
        const locator = await resolveTarget(tab, field.target);
        // Whoever goes on from field to field by keys leaves no calendar or list of the one before open over it.
        const isPressed = place > 0 && field.type !== 'textbox' && field.type !== 'slider';
        if (isPressed && (await locator.evaluate(isUnderneath))) await tab.page.keyboard.press('Tab');
        await typing(tab, locator, field.value, fill(locator, field, signal));
      } catch (thrown) {
        throw named(thrown, standingOf(fields, place), writtenOf(field.target));
      }
    }
  });
}

/** The same failure, and which field it was. */
function named(thrown: unknown, standing: string, target: string): Fault {
  const action = `Filling ${standing}`;
  const { code, data } = thrown instanceof Fault ? thrown : {};
  if (code === 'ELEMENT_NOT_FOUND')
    return fault(code, { ...data, target: `"${target}" for ${standing}` }, thrown);
  if (code === 'ACTION_FAILED') return fault(code, { action, why: String(data?.why) }, thrown);
  return translate(thrown, { action, target });
}

/** `"Country" (done: Name, Email; not tried: Plan)`. */
function standingOf(fields: readonly FormField[], place: number): string {
  const names = (some: readonly FormField[]) => some.map(({ name }) => name).join(', ');
  const [before, after] = [names(fields.slice(0, place)), names(fields.slice(place + 1))];
  const parts = [before && `done: ${before}`, after && `not tried: ${after}`].filter(Boolean);
  return `"${fields[place]!.name}"${parts.length ? ` (${parts.join('; ')})` : ''}`;
}

async function fill(locator: Locator, field: FormField, signal: AbortSignal | undefined): Promise<void> {
  const settings = given({ signal });
  if (field.isSecret) await showDots(locator);
  switch (field.type) {
    case 'textbox':
      if (await setDate(locator, field.value, { signal })) return;
      if (!(await locator.evaluate(takesText)) && (await locator.evaluate(hasOwnList)))
        return void (await choose(locator, [field.value], { signal }));
      return fillText(locator, field.value, settings);
    case 'checkbox':
    case 'radio':
      return setChecked(locator, field.value === 'true', { signal });
    case 'combobox':
      return void (await choose(locator, [field.value], { signal }));
    case 'slider':
      return (await locator.evaluate(tagOf)) === 'input'
        ? locator.fill(field.value, settings)
        : slide(locator, Number(field.value));
  }
}

/** A slider that is no input moves by keys. */
async function slide(locator: Locator, value: number): Promise<void> {
  const now = async () => Number(await locator.getAttribute('aria-valuenow'));
  let before = await now();
  for (let presses = 0; presses < 1_000 && before !== value; presses++) {
    await locator.press(before < value ? 'ArrowRight' : 'ArrowLeft');
    const after = await now();
    const isPast = before < value ? after > value : after < value;
    if (after === before || isPast) break;
    before = after;
  }
  if ((await now()) !== value) {
    throw fault('ACTION_FAILED', {
      action: 'Moving the slider',
      why: `it stands at ${await now()}, not at ${value}`,
    });
  }
}

/** An option by its value or label, or by one of them alone, or by its place. */
export type Choice =
  | string
  | { readonly value: string }
  | { readonly label: string }
  | { readonly index: number };

/** Chooses options; all others of a multiple choice are taken off. Gives the values chosen. */
export async function selectOption(
  tab: Tab,
  target: Target,
  choices: readonly Choice[],
  { signal, reason }: Acting = {},
): Promise<Outcome<readonly string[]>> {
  const detail = given({ values: choices, reason });
  return onTarget(tab, target, { action: 'select option', detail, signal }, (locator) =>
    choices.every((choice) => typeof choice === 'string')
      ? choose(locator, choices, { signal })
      : locator.selectOption(choices as string[], given({ signal })),
  );
}

/** Checks a box or radio button, or unchecks it. Gives how it is then. */
export async function check(tab: Tab, target: Target, isChecked: boolean, { signal, reason }: Acting = {}) {
  const detail = given({ checked: isChecked, reason });
  return onTarget(tab, target, { action: 'check', detail, signal }, async (locator) => {
    await setChecked(locator, isChecked, { signal });
    return (await locator.evaluate(boxState)) ?? isChecked;
  });
}
