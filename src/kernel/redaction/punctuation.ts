/** What stands between names and values: quotes, signs, blanks and the lines of a form. Places are those of the window. */
import { DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [TAB, LINE_FEED, RETURN, BLANK, QUOTE, HASH, PERCENT, AMPERSAND, APOSTROPHE] = [
  9, 10, 13, 32, 34, 35, 37, 38, 39,
];
const [COMMA, DASH, POINT, COLON, LESS, EQUALS, GREATER, BACKSLASH, GRAVE, LINE] = [
  44, 45, 46, 58, 60, 61, 62, 92, 96, 124,
];
const MOST_BLANKS = 4;
/** Of lines that are indented or aligned. */
export const MOST_INDENT = 40;
const LINE_ENDS = tableOf('\r\n');
const IN_SCHEME = tableOf(`${LETTERS}${DIGITS}-`);

const isBlank = (code: number) => code === BLANK || code === TAB;

/** Behind at most four of them, or as many as are said. */
export function behindBlanks(from: number, most: number = MOST_BLANKS): number {
  let at = from;
  while (at < from + most && isBlank(CODES[at]!)) at++;
  return at;
}

const STAR = 42;

/** Also as quotes stand in JSON within JSON, in addresses and in markup: \", %22, &quot;, &#34; */
export function quoteLength(at: number): number {
  const code = CODES[at]!;
  if (code === QUOTE || code === APOSTROPHE || code === GRAVE) return 1;
  if (code === STAR)
    return CODES[at + 1] === STAR && CODES[at + 2]! > BLANK && CODES[at + 2] !== STAR ? 2 : 0;
  if (code === PERCENT) return CODES[at + 1] === 50 && CODES[at + 2] === 50 ? 3 : 0;
  if (code === AMPERSAND) return WRITTEN_QUOTES.find((quote) => isWritten(quote, at))?.length ?? 0;
  if (code !== BACKSLASH) return 0;
  const end = behindMark(at);
  return end > 0 ? end - at : 0;
}

const codesOf = (text: string) => Array.from(text, (one) => one.charCodeAt(0));
const WRITTEN_QUOTES = ['&quot;', '&#34;', '&#39;', '&#x27;', '&apos;'].map(codesOf);
const EQUALS_NUMBER = codesOf('&#61;');
const VALUE = codesOf('value');
const CONTENT = codesOf('content');

function isWritten(word: readonly number[], from: number): boolean {
  for (let i = 0; i < word.length; i++) if (CODES[from + i] !== word[i]) return false;
  return true;
}

/** Of an attribute that holds the value of a named element. */
export const isValueWord = (at: number) =>
  CODES[at] === VALUE[0] ? isWritten(VALUE, at) : isWritten(CONTENT, at);
export const valueWordLength = (at: number) => (CODES[at] === VALUE[0] ? VALUE.length : CONTENT.length);

/** %3D, %3A, &#61; */
export function writtenSignLength(at: number): number {
  const code = CODES[at];
  if (code === AMPERSAND) return CODES[at + 1] === HASH && isWritten(EQUALS_NUMBER, at) ? 5 : 0;
  if (code !== PERCENT || CODES[at + 1] !== 51) return 0;
  const last = CODES[at + 2]! | 32;
  return last === 97 || last === 100 ? 3 : 0;
}

/** Behind a quote with at most three escapes before it, or -1. */
export function behindMark(from: number): number {
  let at = from;
  while (at < from + 3 && CODES[at] === BACKSLASH) at++;
  return CODES[at] === QUOTE || CODES[at] === APOSTROPHE ? at + 1 : -1;
}

/** ["x-api-key", "…"]: where the second of a pair stands, or -1. */
export function secondOfPair(end: number): number {
  const mark = behindMark(end);
  if (mark < 0) return -1;
  if (CODES[mark] === COMMA) {
    const line = behindLineEnd(mark + 1);
    return behindBlanks(line > 0 ? line : mark + 1, MOST_INDENT);
  }
  return CODES[mark] === BLANK ? mark + 1 : -1;
}

/** {name: "x-api-key", value: "…"}: where the quote of the value stands if "value" stands at a place, or -1. */
export function fieldQuote(second: number): number {
  const word = Math.max(behindMark(second), second);
  if (CODES[word] !== VALUE[0] || !isWritten(VALUE, word)) return -1;
  const sign = behindBlanks(Math.max(behindMark(word + 5), word + 5));
  const value = CODES[sign] === COLON ? behindBlanks(sign + 1) : -1;
  return value > 0 && behindMark(value) > 0 ? value : -1;
}

/** Of a part of a multipart form: where its lines begin, behind at most three of its head; or -1. */
export function partStart(end: number): number {
  if (CODES[end] !== QUOTE) return -1;
  let at = behindLineEnd(end + 1);
  for (let lines = 0; at > 0; lines++) {
    const empty = behindLineEnd(at);
    if (empty > 0) return empty;
    const start = at;
    while (at <= start + 100 && LINE_ENDS[CODES[at]!] === 0) at++;
    if (lines === 3 || at > start + 100 || at === start) return -1;
    at = behindLineEnd(at);
  }
  return -1;
}

function behindLineEnd(at: number): number {
  if (CODES[at] === LINE_FEED) return at + 1;
  return CODES[at] === RETURN && CODES[at + 1] === LINE_FEED ? at + 2 : -1;
}

/** Where the text begins that YAML has in the lines below: behind | or > or the same with a dash; or 0. */
export function blockStart(from: number): number {
  const item = behindLineEnd(from);
  if (item > 0) {
    const dash = behindBlanks(item, MOST_INDENT);
    return CODES[dash] === DASH && CODES[dash + 1] === BLANK ? dash + 2 : 0;
  }
  if (CODES[from] !== LINE && CODES[from] !== GREATER) return 0;
  const line = behindLineEnd(CODES[from + 1] === DASH ? from + 2 : from + 1);
  return line > 0 && isBlank(CODES[line]!) ? behindBlanks(line, MOST_INDENT) : 0;
}

/** Where the word before the value of a header ends: it has three letters to 25, and something behind it; or -1. */
export function schemeEnd(from: number): number {
  if ((KIND[CODES[from]!]! & (UPPER | LOWER)) === 0) return -1;
  let end = from + 1;
  while (end < from + 26 && IN_SCHEME[CODES[end]!] === 1) end++;
  const value = behindBlanks(end);
  if (end - from < 3 || end - from > 25 || value === end) return -1;
  const code = CODES[value]!;
  const isNone = code === 0 || isBlank(code) || LINE_ENDS[code] === 1;
  return isNone || code === QUOTE || code === APOSTROPHE ? -1 : end;
}

const BEFORE_EQUALS = tableOf('?+.|:');

/** ??=, ?=, +=, .=, ||=, ::=: how long a sign is that ends with that of equality, or 0. */
export function compoundLength(from: number): number {
  let at = from;
  while (at < from + 3 && BEFORE_EQUALS[CODES[at]!] === 1) at++;
  return at > from && CODES[at] === EQUALS ? at + 1 - from : 0;
}

const TYPES = [codesOf('string'), codesOf('String'), codesOf('str')];

/** const apiKey string = "…": where the type ends that stands between a name and its sign, or -1. */
export function typeEnd(from: number): number {
  if ((CODES[from]! | 32) !== 115) return -1;
  const type = TYPES.find((one) => isWritten(one, from));
  const end = type ? from + type.length : from;
  return end > from && isBlank(CODES[end]!) && CODES[behindBlanks(end, MOST_INDENT)] === EQUALS ? end : -1;
}

const MOST_REMARK = 40;

/** Codes (one use each): …: behind a remark that a sign follows, or the place itself. */
export function behindRemark(from: number): number {
  let at = from;
  while (at < from + MOST_REMARK && CODES[at] !== 41 && CODES[at]! >= BLANK) at++;
  return CODES[at] === 41 && (CODES[at + 1] === COLON || CODES[at + 1] === EQUALS) ? at + 1 : from;
}

/** A word that joins; one that may follow it (is now, was changed to); one behind which stands what the secret is for. */
const [JOINT, FILLER, LINK] = [1, 2, 4];
const BETWEEN = new WordList([
  ...saying(
    JOINT,
    'is was is: was: = => - -> are ist lautet est es on è jest är er plain login xoauth2 0 5 7',
  ),
  ...saying(
    FILLER,
    'now still set changed reset to again currently just simply provisoire temporaire temporary',
  ),
  ...saying(LINK, 'for of to on in at fur für von van del de della do da du des pour para per'),
]);
const MOST_JOINT = 12;

/** Behind what may join a name to its value without a sign: "is", the line of a table, the kind of a router's password. */
export function behindJoint(end: number): number {
  const start = behindBlanks(end, MOST_INDENT);
  if (CODES[start] === LINE) return behindBlanks(start + 1);
  const at = shortWordEnd(start);
  if (at === start || !isBlank(CODES[at]!)) return start;
  const said = BETWEEN.saidOf(start, at);
  if (said & LINK) return behindIs(at);
  return said & (JOINT | FILLER) ? behindFillers(behindBlanks(at)) : start;
}

function shortWordEnd(from: number): number {
  let at = from;
  while (at < from + MOST_JOINT && CODES[at]! > BLANK) at++;
  return at;
}

function behindFillers(from: number): number {
  let at = from;
  for (let words = 0; words < 3; words++) {
    const end = shortWordEnd(at);
    if (!isBlank(CODES[end]!) || (BETWEEN.saidOf(at, end) & FILLER) === 0) break;
    at = behindBlanks(end);
  }
  return at;
}

/** Whether one of the words that join a name to its value stands at a place. */
export function isJointAt(from: number): boolean {
  const end = shortWordEnd(from);
  return end > from && isBlank(CODES[end]!) && BETWEEN.saidOf(from, end) !== 0;
}

const IS_THE = codesOf(' is the ');

/** … is the password */
export const isSaidBefore = (from: number) => isWritten(IS_THE, from - IS_THE.length);

const IS_WORDS = new WordList(saying(1, 'is es è est ist on'));
const isJointWord = (from: number) => IS_WORDS.saidOf(from, shortWordEnd(from)) !== 0;
const MOST_WORDS = 60;
const ENDS_SAYING = tableOf('\0\t\n\r."<>{}');

/** The password for the new server is …; where no value stands, the place itself. */
function behindIs(from: number): number {
  for (let at = from; at < from + MOST_WORDS && ENDS_SAYING[CODES[at]!] === 0; at++)
    if (CODES[at] === BLANK && isJointWord(at + 1)) return behindFillers(behindBlanks(shortWordEnd(at + 1)));
    else if (CODES[at] === COLON && CODES[at + 1] === BLANK) return at + 2;
  return from;
}

const SETTERS = new WordList(saying(1, 'env arg setenv setx'));
const SET = codesOf('set');

/** Whether a value comes next without a sign: an option, a line of a Dockerfile, a command that sets a variable. */
export function isGivenAt(from: number): boolean {
  // --password, -Password, -storepass
  if (CODES[from] === DASH)
    return CODES[from - 1]! <= BLANK && (CODES[from + 1] === DASH || KIND[CODES[from + 3]!] !== 0);
  let end = from;
  while (end > from - MOST_BLANKS && isBlank(CODES[end - 1]!)) end--;
  let start = end;
  while (start > end - MOST_JOINT && CODES[start - 1]! > BLANK) start--;
  if (end === from || start === end || CODES[start - 1]! > BLANK) return false;
  if (CODES[start] === DASH) return isWritten(SET, start - 4) && CODES[start - 5]! <= BLANK;
  return SETTERS.saidOf(start, end) !== 0;
}

/** Whether an element opens whose name begins at a place, in a namespace or in none. */
export function isOpener(from: number): boolean {
  if (CODES[from - 1] === LESS) return true;
  if (CODES[from - 1] !== COLON) return false;
  let at = from - 1;
  while (at > from - 22 && (KIND[CODES[at - 1]!] !== 0 || CODES[at - 1] === POINT || CODES[at - 1] === DASH))
    at--;
  return at < from - 1 && CODES[at - 1] === LESS;
}

const MOST_SELECTOR = 24;
const IN_SELECTOR = tableOf(`${LETTERS}${DIGITS}_-#.[=`);
const BRACE = 40;

/** Of a call: ("x-api-key", "…"), ('#password', '…') */
export function isFirstArgument(before: number): boolean {
  let at = before;
  while (at > before - MOST_SELECTOR && IN_SELECTOR[CODES[at]!] === 1) at--;
  if (CODES[at] !== QUOTE && CODES[at] !== APOSTROPHE) return false;
  return CODES[at - 1] === BRACE || (CODES[at - 1] === BLANK && CODES[at - 2] === BRACE);
}
