import { DIGIT, KIND, LOWER, tableOf, UPPER } from './characters.ts';
import {
  behindBlanks,
  behindRemark,
  compoundLength,
  isJointAt,
  MOST_INDENT,
  typeEnd,
} from './punctuation.ts';
import { MAYBE, NAME_ENDS, NONE, SURE, type Suspicion, suspicionOf } from './secret-names.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

/** How a word may name a value: not at all, in a list of cookies, by a sign behind it, by standing before it, or above it. */
export const UNNAMED = 0;
export const COOKIE = 1;
const JOINED = 2;
export const ALONE = 3;
export const COLUMN = 4;
export type Named = typeof UNNAMED | typeof COOKIE | typeof JOINED | typeof ALONE | typeof COLUMN;

/** By the last three letters of a word, whatever their case: whether it may be the name of a secret. */
const ENDS_NAME = new Uint8Array(32 ** 3);
for (const end of NAME_ENDS) {
  const [first = 0, second = 0, third = 0] = Array.from(`  ${end}`.slice(-3), (letter) =>
    letter.charCodeAt(0),
  );
  ENDS_NAME[endOf(first, second, third)] = 1;
}

function endOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** What may stand behind a name; the last ones behind that of a column. */
const FOLLOWS_NAME = tableOf('"\'`=:\\(<>]%&+}[ \t\r\n\0,;|)：');
const ENDS_COLUMN = tableOf(',;|)');
/** What a value begins with that no sign joins to its name: a quote, a table, the kind of a router's password. */
const GIVING = tableOf('"\'`*{|0123456789P');
const PIPE = 124;
const CLOSING = 125;
const [TAB, LINE_FEED, BLANK, OPENING, PLUS, DASH, POINT, SLASH, COLON, LESS, EQUALS, GREATER] = [
  9, 10, 32, 40, 43, 45, 46, 47, 58, 60, 61, 62,
];
const [BRACKET, BACKSLASH, CLOSING_BRACKET] = [91, 92, 93];
/** What stands between the name of a header in quotes and its value. */
const OPENS_VALUE = tableOf('"\'\\:=>, [');
const MOST_OPENING = 12;
const LONG_WORD = 6;
const MOST_DIGITS = 3;
export const MOST_NAME = 40;
const MOST_COOKIES = 8_000;
const COOKIE_WORD = new WordList(saying(1, 'cookie'));

/** Whether a word may name a value, by its last letters and what follows it. */
export function namedAt(start: number, end: number, cookiesEnd: number): Named {
  const next = CODES[end]!;
  if (FOLLOWS_NAME[next] === 0) return UNNAMED;
  if (!endsName(start, end)) return next === EQUALS && end < cookiesEnd ? COOKIE : UNNAMED;
  return namedBy(start, end, next);
}

/** The same for a word that ends like a name. Apart, since most words do not: what is called often should be short. */
function namedBy(start: number, end: number, next: number): Named {
  // What closes an element names nothing, nor does <code>.
  if (CODES[start - 1] === SLASH ? next === GREATER : CODES[start - 1] === LESS && isCode(start, end))
    return UNNAMED;
  if (ENDS_COLUMN[next] === 1) return COLUMN;
  // Your+code+is+123456 of a form.
  if (next === PLUS) return isCode(start, end) ? ALONE : UNNAMED;
  if (next !== BLANK && next !== TAB) return JOINED;
  // echo … | sudo -S
  if (CODES[start - 2] === PIPE) return ALONE;
  if (isSign(CODES[end + 1]!) || isSign(CODES[end + 2]!)) return JOINED;
  if (CODES[end + 1] === OPENING && behindRemark(end + 1) > end + 1) return JOINED;
  // Settings are often aligned.
  if (CODES[end + 1] === BLANK && isSign(CODES[behindBlanks(end, MOST_INDENT)]!)) return JOINED;
  if (typeEnd(end + 1) > 0 || compoundLength(end + 1) > 0) return JOINED;
  if (isCode(start, end) || isCodes(start, end)) return ALONE;
  // Of the words of a sentence few have a value.
  return mayGive(behindBlanks(end, MOST_INDENT)) ? ALONE : UNNAMED;
}

function endsName(start: number, end: number): boolean {
  // password2 is a password.
  let to = end;
  while (to > end - MOST_DIGITS && KIND[CODES[to - 1]!] === DIGIT) to--;
  const third = to - 3 >= start ? CODES[to - 3]! : BLANK;
  const first = KIND[third]! & (UPPER | LOWER) ? third : BLANK;
  return ENDS_NAME[endOf(first, CODES[to - 2]!, CODES[to - 1]!)] === 1;
}

const isCode = (start: number, end: number) =>
  end - start === 4 && CODES[start] === 99 && CODES[start + 1] === 111;

const isCodes = (start: number, end: number) =>
  end - start === 5 &&
  (CODES[start]! | 32) === 99 &&
  (CODES[start + 1]! | 32) === 111 &&
  (CODES[start + 4]! | 32) === 115;

const isSign = (code: number) => code === COLON || code === EQUALS;

/** Whether a value may stand there that no sign joins to its name: a quote, a table, "is", or a long word. */
function mayGive(from: number): boolean {
  if (GIVING[CODES[from]!] === 1) return true;
  if (CODES[from] === DASH) return CODES[from + 1] === BLANK && isQuote(CODES[from + 2]!);
  if (isJointAt(from)) return true;
  // login anna / …
  for (let at = from + 1; at < from + LONG_WORD; at++)
    if (CODES[at]! <= BLANK) return CODES[at + 1] === SLASH && CODES[at + 2] === BLANK;
  return true;
}

/** Where the word begins that stands before a place, and not before `least`. */
function wordBefore(place: number, least: number): number {
  let at = place;
  while (at > Math.max(least, place - MOST_NAME) && KIND[CODES[at - 1]!] !== 0) at--;
  return at;
}

export const isQuote = (code: number) => code === 34 || code === 39 || code === 96;
export const isNameSign = (code: number) => KIND[code] !== 0 || code === DASH || code === POINT;

const WITH = new WordList(saying(1, 'with'));

/** IDENTIFIED WITH a plugin BY '…' */
export function isWithPlugin(by: number): boolean {
  if (!isQuote(CODES[by + 3]!)) return false;
  const plugin = wordBefore(by - 1, by - MOST_NAME);
  return plugin < by - 1 && WITH.saidOf(plugin - 5, plugin - 1) !== 0;
}

/** How much a name says at its place. */
export function suspicionAt(from: number, end: number, named: Named, done: number): Suspicion {
  const suspicion = suspicionOf(from, end);
  // arn:…:secret:name
  if (suspicion === SURE) return isInChain(from, end) ? MAYBE : SURE;
  // Of two words of a sentence: API key, access token, verification code; but cache key. In quotes they are a caption.
  const isCaption = isQuote(CODES[end]!) && CODES[end + 1] !== COLON;
  if (suspicion === MAYBE && CODES[from - 1] === BLANK && from - 1 > done && !isCaption) {
    const both = suspicionOf(wordBefore(from - 1, done), end);
    if (both === SURE || named === ALONE || (both === NONE && CODES[end] !== BLANK)) return both;
  }
  return suspicion;
}

const isInChain = (from: number, end: number) =>
  CODES[from - 1] === COLON &&
  CODES[end] === COLON &&
  (KIND[CODES[from - 2]!] !== 0 || CODES[from - 2] === CLOSING);

/** cookie, as the last word. */
export function isCookieWord(end: number): boolean {
  return (CODES[end - 2]! | 32) === 105 && COOKIE_WORD.saidOf(end - 6, end) !== 0;
}

/** Neither Cookie nor Set-Cookie. */
export const isSetting = (from: number, end: number) => CODES[end - 7] === 95 && end - from > 7;

/** The line of a header; of one that stands in quotes or in a list, their end. */
export function cookiesEnd(from: number): number {
  let at = from;
  if (isQuote(CODES[from]!)) while (at < from + MOST_OPENING && OPENS_VALUE[CODES[at]!] === 1) at++;
  const quote = at > from + 1 && isQuote(CODES[at - 1]!) ? CODES[at - 1]! : LINE_FEED;
  const isList = quote !== LINE_FEED && (CODES[at - 2] === BRACKET || CODES[at - 3] === BRACKET);
  const closing = isList ? CLOSING_BRACKET : quote;
  const isEscaped = CODES[at - 2] === BACKSLASH;
  for (; at < from + MOST_COOKIES && CODES[at] !== LINE_FEED && CODES[at] !== 0; at++)
    if (CODES[at] === closing && (isList || isEscaped || CODES[at - 1] !== BACKSLASH)) break;
  return at;
}

export function kindsIn(start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at++) kinds |= KIND[CODES[at]!]!;
  return kinds;
}
