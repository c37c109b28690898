/** Values that stand in the next place of a form: in the next cell or element, in the next line, as the next item of a list. */
import { looksRandom } from './chance.ts';
import { DIGIT, DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { behindBlanks, MOST_INDENT } from './punctuation.ts';
import { SURE } from './secret-names.ts';
import { CODES, type TextWindow } from './text-window.ts';
import { hasOddCase } from './value-look.ts';
import { type Name, SHORTEST_RANDOM } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [LINE_FEED, RETURN, BLANK, QUOTE, BRACE, CLOSING, POINT, SLASH, GREATER, AT_SIGN] = [
  10, 13, 32, 34, 40, 41, 46, 47, 62, 64,
];
const NOWHERE = -1;
const MOST_CAPTION = 32;
const MOST_COUNT = 6;
const LEAST = 6;
const LEAST_RANDOM = 8;
const LEAST_BELOW = 16;
const IN_CAPTION = tableOf(`${LETTERS}${DIGITS} _-`);
const ENDS_WORD = tableOf(' \t\r\n<\0');
/** No path, no piece of code, no date. */
const NOT_IN_WORD = tableOf('()<>/:;,\\');
/** Of these the text names what the next one holds. */
const NAMING = new WordList(saying(1, 'key dt th'));
const NEXT_ELEMENT =
  /(?:<\/[a-z\d]{1,10}>\s{0,40}){1,3}(?:<(?!\/|input\b|button\b|a\b)[a-z][^<>]{0,120}>\s{0,40}){1,4}(?=[^\s<])/iy;

/** Whether nothing but a caption of a few words stands between a place and the name before it. */
function captionStart(name: Name): number {
  let at = name.from;
  while (at > name.end - MOST_CAPTION && IN_CAPTION[CODES[at - 1]!] === 1) at--;
  return at;
}

/** <th>Password</th><td>…: where the text of the next element begins, or -1. */
export function nextElement(window: TextWindow, name: Name): number {
  if (CODES[name.end + 1] !== SLASH || CODES[captionStart(name) - 1] !== GREATER) return NOWHERE;
  const from = window.match(NEXT_ELEMENT, name.end);
  if (from < 0) return NOWHERE;
  let end = name.end + 2;
  while (KIND[CODES[end]!] !== 0) end++;
  const isNamed = NAMING.saidOf(name.end + 2, end) !== 0;
  return isNamed || (name.suspicion === SURE && isMade(from, wordEnd(from), name)) ? from : NOWHERE;
}

/** A caption that fills its line, and in the next line one word that no caption is: where it begins, or -1. */
export function nextLine(name: Name): number {
  let start = captionStart(name);
  const before = CODES[start - 1]!;
  if (before !== 0 && before !== LINE_FEED && before !== RETURN) return NOWHERE;
  start = CODES[name.end] === RETURN ? name.end + 2 : name.end + 1;
  const from = behindBlanks(start, MOST_INDENT);
  const to = wordEnd(from);
  if (CODES[to]! >= BLANK || !isMade(from, to, name)) return NOWHERE;
  return name.suspicion === SURE || (to - from >= LEAST_BELOW && looksRandom(from, to)) ? from : NOWHERE;
}

function wordEnd(from: number): number {
  let at = from;
  while (ENDS_WORD[CODES[at]!] === 0) at++;
  return at;
}

/** Whether it is no word of a language, but letters and digits. */
function isMade(from: number, to: number, name: Name): boolean {
  if (name.suspicion !== SURE) return looksRandom(from, to, SHORTEST_RANDOM);
  if (to - from < LEAST) return false;
  let [kinds, mail] = [0, false];
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    if (NOT_IN_WORD[code] === 1) return false;
    if (code === AT_SIGN) mail = true;
    if (mail && code === POINT) return false;
    kinds |= KIND[code]!;
  }
  const hasBoth = (kinds & DIGIT) !== 0 && (kinds & (UPPER | LOWER)) !== 0;
  return hasBoth || looksRandom(from, to, LEAST_RANDOM) || hasOddCase(from, to);
}

/** 7) "password", and in the line below it 8) "…": where the second quote stands, or -1. */
export function nextItem(name: Name): number {
  if (CODES[name.end] !== QUOTE || CODES[name.from - 1] !== QUOTE) return NOWHERE;
  if (CODES[name.from - 2] !== BLANK || CODES[name.from - 3] !== CLOSING) return NOWHERE;
  // Names stand at odd places.
  if ((CODES[name.from - 4]! & 1) === 0) return NOWHERE;
  let at = name.end + 1;
  if (CODES[at] === RETURN) at++;
  if (CODES[at] !== LINE_FEED) return NOWHERE;
  at = behindBlanks(at + 1, MOST_INDENT);
  const start = at;
  while (at < start + MOST_COUNT && KIND[CODES[at]!] === DIGIT) at++;
  return at > start && CODES[at] === CLOSING && CODES[at + 2] === QUOTE ? at + 2 : NOWHERE;
}

/** What a program writes behind the sign, and the value in the next line: string(12) "…"; the place itself if not. */
export function behindLineBreak(from: number): number {
  let at = from;
  while (CODES[at] === RETURN || CODES[at] === LINE_FEED) at++;
  if (at === from) return from;
  at = behindBlanks(at, MOST_INDENT);
  const start = at;
  while (at < start + 12 && KIND[CODES[at]!] === LOWER) at++;
  if (CODES[at] === BRACE) {
    at++;
    while (KIND[CODES[at]!] === DIGIT) at++;
    if (CODES[at] === CLOSING && CODES[at + 1] === BLANK) at += 2;
  }
  return CODES[at] === QUOTE ? at : from;
}
