/** What is known of the element that a locator found once. */
import { parseChain } from '../../../../report/code/locator-chain.ts';
import type { RecordedAction } from '../../recording/recording.ts';
import type { OldElement } from './likeness.ts';

/** What a locator itself says of its element. */
export function knownBy(code: string): OldElement {
  const known: { -readonly [K in keyof OldElement]: OldElement[K] } = { isRecorded: false };
  for (const { name, args } of parseChain(code)) {
    const [first, settings] = args;
    const words =
      typeof first === 'string'
        ? first
        : first instanceof RegExp
          ? first.source.replaceAll(/[\\^$]/g, '')
          : '';
    const fields =
      typeof settings === 'object' && settings !== null && 'options' in settings ? settings.options : {};
    if (name === 'getByRole') {
      const called = fields.name;
      known.role = {
        role: words,
        name: typeof called === 'string' ? called : called instanceof RegExp ? called.source : '',
      };
    } else if (name === 'getByTestId') known.testId = words;
    else if (name === 'getByLabel') known.label = words;
    else if (name === 'getByPlaceholder') known.placeholder = words;
    else if (name === 'getByText' || name === 'getByTitle' || name === 'getByAltText') known.text = words;
    else if (name === 'locator') Object.assign(known, knownBySelector(words));
  }
  return known;
}

/** The selector of CSS that it ends with. */
export const cssIn = (code: string) =>
  /locator\((['"`])((?:(?!\1)[^\\]|\\.)*)\1\)$/.exec(code)?.[2]?.replaceAll(/\\(.)/g, '$1');

function knownBySelector(selector: string): Partial<OldElement> {
  const text =
    /^text=["']?(.+?)["']?$/.exec(selector)?.[1] ?? /:(?:has-text|text)\(["'](.+?)["']\)/.exec(selector)?.[1];
  const plain = selector.replaceAll(/:(?:has-text|text)\(["'].+?["']\)|^text=.*$/g, '');
  const last = plain.split(/\s*(?:>>|>|\s)\s*/).at(-1) ?? '';
  const id = /#([\w-]+)/.exec(last)?.[1];
  const testId = /\[data-(?:testid|test-id|test|cy|qa)=["']?([^"'\]]+)/.exec(last)?.[1];
  const placeholder = /\[placeholder\*?=["']?([^"'\]]+)/.exec(last)?.[1];
  const label = /\[(?:aria-label|name)\*?=["']?([^"'\]]+)/.exec(last)?.[1];
  const tag = /^[a-z][\w-]*/.exec(last)?.[0];
  return {
    ...(id !== undefined && { id }),
    ...(testId !== undefined && { testId }),
    ...(placeholder !== undefined && { placeholder }),
    ...(label !== undefined && { label }),
    ...(text !== undefined && { text }),
    ...(tag !== undefined && { tag }),
  };
}

type Known = NonNullable<RecordedAction['selectors']>;

export function isSameElement(
  recorded: Known,
  { testId, id, role, label, placeholder, text }: OldElement,
): boolean {
  const same = (one: string | undefined, other: string | undefined) =>
    one !== undefined &&
    other !== undefined &&
    other !== '' &&
    one.toLowerCase().includes(other.toLowerCase());
  if (testId !== undefined) return recorded.testId === testId;
  if (id !== undefined) return recorded.id === id;
  if (role !== undefined && role.name !== '')
    return recorded.role?.role === role.role && same(recorded.role.name, role.name);
  return same(recorded.label, label) || same(recorded.placeholder, placeholder) || same(recorded.text, text);
}

/** A selector by classes or a path is known only as whoever recorded the step wrote it, or by where it leads. */
export const isPath = (selector: string, css: string, target: string) =>
  target === selector || css === selector || css.endsWith(` > ${selector}`);

export const ofAction = (own: OldElement, { selectors, x, y, inputType }: RecordedAction): OldElement => ({
  ...own,
  ...selectors,
  x,
  y,
  inputType,
  isRecorded: true,
});
