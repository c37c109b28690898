/** Forms of values: alone in a list, the next name of a record, a prompt, an option. Places are those of the window. */
import { KIND, tableOf } from './characters.ts';
import { isPlaceholder } from './placeholder.ts';
import { behindBlanks } from './punctuation.ts';
import { labelOf } from './secret-label.ts';
import { SURE } from './secret-names.ts';
import { CODES } from './text-window.ts';
import { ENDS_FIELD, hasDigit, isCaption, phraseEnd } from './value-look.ts';
import { LOOKED_AT, type Name } from './verdict.ts';

const [BLANK, DASH, COLON, EQUALS, BRACKET, CLOSING, BRACE] = [32, 45, 58, 61, 91, 93, 123];
export const CDATA = /<!\[CDATA\[\s{0,20}/y;
export const NESTED = /\s{0,40}<value>/iy;
export const FALLBACK = /["']?[\])]{1,2}[ \t]{0,2}(?:\?\?|\|\||or|\?:)[ \t]{0,2}(?=["'])/y;
export const VALUE_LINE = /\r?\n[ \t]{0,40}value:[ \t]{1,4}["']?/y;
/** The name of a hash before it. */
export const WRAPPED = /\{[A-Za-z0-9]{2,10}\}(?=[\w+/$.-]{16})/y;
/** What stands before a name of settings or of a record. */
const IN_RECORD = tableOf('\0\n\r\t ,({[');
/** Behind the first quote of a list, up to its last. */
export const LIST =
  /[^\s"'\]]{1,200}["'](?:,[ \t]{0,4}["'][^\s"'\]]{1,200}["']){0,8},[ \t]{0,4}["'][^\s"'\]]{1,200}(?=["'][ \t]{0,4}\])/y;
export const CLOSES_DATA = tableOf(']<');
export const CLOSES = tableOf('])');
export const BYTES =
  /(?:\[\]byte|new byte\[\])?[{[]\s{0,40}0x[\da-f]{1,2}(?:\s{0,40},[\s\\]{0,40}0x[\da-f]{1,2}){7,63}[\s,]{0,40}[}\]]/iy;
const isHexAt = (at: number) => CODES[at] === 48 && (CODES[at + 1]! | 32) === 120;
export const isBytes = (from: number) =>
  (CODES[from] === BRACE || CODES[from] === BRACKET) && (isHexAt(from + 1) || isHexAt(from + 2));

/** 'password': ['tulip7']: forms and headers may have several values, and have one. */
export function isOnly(name: Name, from: number, quote: number): boolean {
  if (name.suspicion !== SURE || CODES[quote - 1] !== BRACKET) return false;
  let to = from;
  while (to < from + LOOKED_AT && CODES[to] !== CODES[quote] && CODES[to]! > BLANK) to++;
  return CODES[to] === CODES[quote] && CODES[to + 1] === CLOSING && hasDigit(from, to) && to - from >= 6;
}

/** "…": of an object */
export const isNameAt = (quote: number) => CODES[behindBlanks(quote + 1)] === COLON && CODES[quote] !== 0;

/** 'Password: ' */
export const isPrompt = (name: Name, quote: number, length: number) =>
  length === 1 &&
  CODES[quote] === CODES[name.from - 1] &&
  CODES[quote - 1] === BLANK &&
  KIND[CODES[quote + 1]!] === 0;

/** "--password", "…" */
export const isOption = (from: number) => CODES[from] === DASH && CODES[from + 1] === DASH;

/** Where the words of a password end, if its name begins a line or is one of a record; or 0. */
export function namedPhraseEnd(name: Name, from: number): number {
  if (name.suspicion !== SURE || IN_RECORD[CODES[name.from - 1]!] === 0) return 0;
  const to = phraseEnd(from);
  if (to === 0 || labelOf(name.from, name.end) !== 'password') return 0;
  // DB_PASSWORD=tulip psql
  if (CODES[from - 1] === EQUALS && ENDS_FIELD[CODES[to]!] === 0) return 0;
  return isCaption(from, to, name) || isPlaceholder(from, to) ? 0 : to;
}

const MOST_IN_BRACKETS = 400;

/** Where a bracket closes behind one word with a digit, or -1. */
export function bracketEnd(from: number): number {
  let to = from;
  while (to < from + MOST_IN_BRACKETS && CODES[to] !== CLOSING && CODES[to]! > BLANK) to++;
  return CODES[to] === CLOSING && hasDigit(from, to) ? to : -1;
}
