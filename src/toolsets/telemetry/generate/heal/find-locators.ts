/** Locators in the text of a test, as people write them: what finds an element, and what is then done with it. */
import { looksLikeLocator } from '../../../../engines/browser/actions/locator-string.ts';
import { quoted } from '../../../../report/code/code-step.ts';

export interface LocatorInTest {
  /** As Playwright writes it, without the page before it. */
  readonly code: string;
  /** Where it stands, and what takes its place is put instead of. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
  /** `click`, `fill`; `expect` where it is asserted on. */
  readonly use: string;
  /** `page.click('#save', …)`: the call stands before the element, and is written behind it once it is mended. */
  readonly isOldStyle: boolean;
}

const CHAIN = new Set(
  `getByRole getByText getByLabel getByPlaceholder getByAltText getByTitle getByTestId locator frameLocator
  contentFrame first last nth filter or and`.split(/\s+/),
);
const OLD_STYLE =
  /\b(?:page|frame)\d*\.(click|dblclick|fill|type|check|uncheck|hover|press|selectOption|tap|focus|setInputFiles|waitForSelector|textContent|innerText|inputValue|isVisible)\(\s*(['"`])((?:(?!\2)[^\\\n]|\\.)*)\2/g;
const START = /\b(?:this\.)?(?:page|frame|popup)\d*\s*\.\s*(?=(?:getBy\w+|locator|frameLocator)\s*\()/g;

/** Longer ones nobody writes. */
const LONGEST = 2000;
/** So many beginnings are tried for each that is wanted. */
const TRIED = 10;

/** The first so many. */
export function locatorsIn(text: string, most: number): readonly LocatorInTest[] {
  const code = withoutComments(text);
  const found: Omit<LocatorInTest, 'line'>[] = [];
  let tried = 0;
  for (const start of code.matchAll(START)) {
    if (found.length >= most || ++tried > TRIED * most) break;
    const from = start.index + start[0].length;
    const chain = readChain(code, from);
    if (!chain) continue;
    const isAsserted = /expect(?:\.soft)?\s*\(\s*$/.test(
      code.slice(Math.max(0, start.index - 100), start.index),
    );
    const use = isAsserted ? 'expect' : chain.next;
    found.push({ code: text.slice(from, chain.to), from, to: chain.to, use, isOldStyle: false });
  }
  for (const match of code.matchAll(OLD_STYLE)) {
    if (found.length >= 2 * most) break;
    const [whole, use = '', , selector = ''] = match;
    const from = match.index + whole.indexOf('.') + 1;
    const plain = selector.replaceAll(/\\(.)/g, '$1');
    const to = match.index + whole.length;
    found.push({ code: `locator(${quoted(plain)})`, from, to, use, isOldStyle: true });
  }
  const inOrder = found.toSorted((one, other) => one.from - other.from).slice(0, most);
  return inOrder.map((one) => ({ ...one, line: text.slice(0, one.from).split('\n').length }));
}

const withoutPage = (words: string) => words.replace(/^\s*(?:await\s+)?(?:this\.)?page\s*\./, '');

/** What a caller names, as Playwright writes it: a locator with or without the page before it, or a selector. */
export const asLocator = (name: string) =>
  looksLikeLocator(withoutPage(name)) ? withoutPage(name).trim() : `locator(${quoted(name)})`;

/** Whether a locator is the one that a caller names. */
export function isMeant({ code }: LocatorInTest, name: string): boolean {
  const plain = (words: string) => withoutPage(words).replaceAll(/["`]/g, "'").replaceAll(/\s+/g, '');
  return plain(code) === plain(name) || plain(code) === plain(asLocator(name));
}

/** The end of a chain of calls, and the name of the call that follows it. */
function readChain(code: string, from: number): { readonly to: number; readonly next: string } | undefined {
  let to = from;
  let at = from;
  for (;;) {
    const name = /^\s*([A-Za-z_$][\w$]*)\s*\(/.exec(code.slice(at, at + 200));
    if (!name) return to === from ? undefined : { to, next: '' };
    if (!CHAIN.has(name[1]!)) return to === from ? undefined : { to, next: name[1]! };
    const end = closing(code, at + name[0].length - 1);
    if (end === undefined) return undefined;
    to = end + 1;
    const dot = /^\s*\.(?!\.)/.exec(code.slice(to, to + 200));
    if (!dot) return { to, next: '' };
    at = to + dot[0].length;
  }
}

/** Where the bracket that opens here is closed. */
function closing(code: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < Math.min(code.length, open + LONGEST); at++) {
    const sign = code[at]!;
    if (sign === "'" || sign === '"' || sign === '`') {
      at = endOfString(code, at);
      continue;
    }
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign) && --depth === 0) return at;
  }
  return undefined;
}

function endOfString(code: string, from: number): number {
  for (let at = from + 1; at < Math.min(code.length, from + LONGEST); at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === code[from]) return at;
  }
  return from + LONGEST;
}

/** Texts, and comments: what is not closed goes on to the end, so that nothing is read twice. */
const QUOTED =
  /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\[\s\S])*(?:`|$)|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The same length, so that places stay: what is said in comments is no test. */
const withoutComments = (text: string) =>
  text.replaceAll(QUOTED, (piece) => (piece.startsWith('/') ? piece.replaceAll(/[^\n]/g, ' ') : piece));
