import type { ElementHandle, Frame, Locator } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { quotePageText } from '../../../kernel/page-fence.ts';
import { given } from '../given.ts';
import { boxState, hasOwnList, isNoneOf, isPlainBox, labelOf, tagOf, takesText } from './element.page.ts';
import { pause } from './pause.ts';
import type { Cancel } from './pointer.ts';

/** A list that opens with a request of its own has come by then, mostly. */
const LIST_MS = 3_000;
/** So long a box may take to show that it was toggled. */
const TOGGLED_MS = 1_000;
const STEP_MS = 30;
const SHOWN = 12;

/**
 * Checks or unchecks a box, whatever it is made of: an input, a role, a custom element, or an input that nobody sees
 * behind a drawing and its label.
 */
export async function setChecked(locator: Locator, isChecked: boolean, { signal }: Cancel): Promise<void> {
  if (await locator.evaluate(isPlainBox)) return locator.setChecked(isChecked, given({ signal }));
  const state = () => locator.evaluate(boxState);
  const was = await state();
  if (was === isChecked) return;
  const label = (await locator.evaluateHandle(labelOf)).asElement() as ElementHandle | null;
  await (label ?? locator).click(given({ signal }));
  for (let waited = 0; (await state()) !== isChecked; waited += STEP_MS) {
    if (waited > TOGGLED_MS) {
      const why =
        was === null ? 'it does not say whether it is checked' : `it stayed ${was ? '' : 'un'}checked`;
      throw fault('ACTION_FAILED', { action: 'Checking', why });
    }
    await pause(STEP_MS, signal);
  }
}

/** Chooses options by their words, in a select or in a list that a page has made itself. Gives what was chosen. */
export async function choose(
  locator: Locator,
  choices: readonly string[],
  { signal }: Cancel,
): Promise<readonly string[]> {
  const settings = given({ signal });
  if ((await locator.evaluate(tagOf)) === 'select') return locator.selectOption([...choices], settings);
  const canType = (await locator.evaluate(takesText)) && (await locator.isEditable());
  const frame = await (await locator.elementHandle())?.ownerFrame();
  if (!frame || (canType && !(await locator.evaluate(hasOwnList)))) {
    await locator.fill(choices.at(-1) ?? '', settings);
    return choices;
  }
  for (const choice of choices) {
    const known = await sayers(frame, choice).elementHandles();
    if (!(await optionIn(frame, choice))) await locator.click(settings);
    if (canType) await locator.fill(choice, settings);
    const find = async () => (await optionIn(frame, choice)) ?? newSayer(frame, choice, known);
    const option = await comes(LIST_MS, signal, find);
    if (!option) throw noSuchOption(choice, await namesIn(frame));
    await option.click(settings);
  }
  return choices;
}

/** What does not say that it is an option is none: a word of a menu elsewhere may read the same. */
const OPTIONS = '[role=option], [role=menuitem], [role=menuitemradio], [role=treeitem]';

/** The option that says just that, else the first that says it among other things. */
async function optionIn(frame: Frame, choice: string): Promise<Locator | undefined> {
  const wanted = folded(choice);
  const seen = frame.locator(OPTIONS).filter({ visible: true });
  const texts = (await seen.allInnerTexts()).map(folded);
  const same = texts.lastIndexOf(wanted);
  const place = same >= 0 ? same : texts.findIndex((text) => text.includes(wanted));
  return place >= 0 ? seen.nth(place) : undefined;
}

const sayers = (frame: Frame, words: string) =>
  frame.getByText(words, { exact: true }).filter({ visible: true });

/** In a list that calls nothing an option: what says just that, and came into sight with the list. */
async function newSayer(frame: Frame, words: string, known: readonly ElementHandle[]) {
  const all = sayers(frame, words);
  for (let i = (await all.count()) - 1; i >= 0; i--)
    if (await all.nth(i).evaluate(isNoneOf, known)) return all.nth(i);
  return undefined;
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

async function namesIn(frame: Frame): Promise<readonly string[]> {
  return (await frame.locator(OPTIONS).filter({ visible: true }).allInnerTexts()).slice(0, SHOWN);
}

function noSuchOption(choice: string, names: readonly string[]) {
  const shown = names.length ? `; shown are ${names.map((name) => quotePageText(name, 60)).join(', ')}` : '';
  return fault('ACTION_FAILED', { action: 'Choosing', why: `no option "${choice}" came into sight${shown}` });
}

async function comes<T>(ms: number, signal: AbortSignal | undefined, ask: () => Promise<T | undefined>) {
  for (let waited = 0; waited <= ms; waited += STEP_MS) {
    const found = await ask();
    if (found !== undefined) return found;
    await pause(STEP_MS, signal);
  }
  return undefined;
}
