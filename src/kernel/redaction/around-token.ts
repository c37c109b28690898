/** What stands around a token: its sign, its line, its tag, the cells beside it. Places are those of the window. */
import { DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { HARMLESS, heatBetween, lastSaid, SURELY } from './context-words.ts';
import { spend } from './effort.ts';
import { isNameSign } from './name-place.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [TAB, LINE_FEED, BLANK, PERCENT, AMPERSAND, APOSTROPHE, COMMA, SLASH] = [9, 10, 32, 37, 38, 39, 44, 47];
const [PARENTHESIS, LESS, EQUALS, GREATER, BACKSLASH, SMALL_N, SMALL_V, LINE] = [
  40, 60, 61, 62, 92, 110, 118, 124,
];
const IN_TOKEN = tableOf(`${LETTERS}${DIGITS}_-+/.~!@#$%^*`);
/** What stands between a sign and its value. */
const OPENS = tableOf('"\'`\\[(');
const NAME = new WordList(saying(1, 'name'));
const ROWS = new WordList(saying(1, 'values'));
const ENDS_PART = tableOf('\n\0;]}');
const MOST_LINE = 200;
const MOST_BEHIND = 80;
const MOST_MARKS = 6;
const MOST_CALLEE = 20;
const LEAST_LONG = 32;
const LEAST_LINE = 20;

/** Where the quotes and brackets begin that stand around a value: "\"…, [", Some(". */
export function openingOf(from: number): number {
  let at = from;
  while (at > from - MOST_MARKS && OPENS[CODES[at - 1]!] === 1) at--;
  if (CODES[at] !== PARENTHESIS) return at;
  let callee = at;
  while (callee > at - MOST_CALLEE && isNameSign(CODES[callee - 1]!)) callee--;
  return callee;
}

/** Where the tag begins that a place is in, or the line. */
export function tagStart(place: number, line: number): number {
  let at = place;
  while (at > line && CODES[at - 1] !== LESS && CODES[at - 1] !== GREATER) at--;
  return CODES[at - 1] === LESS ? at : line;
}

/** Whether the name that a tag gives to its value names something harmless. */
export function harmlessName(from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (CODES[at] !== EQUALS || NAME.saidOf(at - 4, at) === 0) continue;
    let end = at + 2;
    while (end < to && isNameSign(CODES[end]!)) end++;
    return (lastSaid(at + 2, end) & HARMLESS) !== 0;
  }
  return false;
}

/** Where the field of a query begins that a place is in, or the line. */
export function queryStart(from: number, line: number): number {
  let at = from;
  while (at > line && CODES[at] !== AMPERSAND && CODES[at]! > BLANK) at--;
  if (CODES[at] !== AMPERSAND) return line;
  let end = at + 1;
  while (end < from && isNameSign(CODES[end]!)) end++;
  return CODES[end] === EQUALS ? at : line;
}

/** %2F, %3A: a part of an address in an address. */
export const isBehindWritten = (from: number) =>
  CODES[from - 3] === PERCENT &&
  ((CODES[from - 2] === 50 && (CODES[from - 1]! | 32) === 102) ||
    (CODES[from - 2] === 51 && (CODES[from - 1]! | 32) === 97));

/** '…', '…': values of a row, as SQL writes them; of a long one the beginning is not seen. */
export function isRow(line: number, open: number, before: number): boolean {
  if (CODES[open] !== APOSTROPHE || CODES[before - 2] !== APOSTROPHE) return false;
  if (!beginsLine(line)) return true;
  spend(1 + ((before - line) >> 4));
  for (let at = line; at < before; at++)
    if ((CODES[at]! | 32) === SMALL_V && ROWS.saidOf(at, at + 6) !== 0) return true;
  return false;
}

/** One of several in a line. */
export function isCell(to: number): boolean {
  const at = CODES[to] === BLANK ? to + 1 : to;
  const code = CODES[at]!;
  return code === TAB || code === LINE || (code === COMMA && CODES[to + 1] !== BLANK);
}

/** One of the lines of data in base64 that a string of JSON holds, their ends written as \n. */
export function isData(from: number, to: number): boolean {
  if (to - from < LEAST_LINE) return false;
  const isFirst = CODES[to] === BACKSLASH && CODES[to + 1] === SMALL_N && hasRun(to + 2, 1);
  return isFirst || (CODES[from - 1] === SMALL_N && CODES[from - 2] === BACKSLASH && hasRun(from - 3, -1));
}

function hasRun(from: number, step: number): boolean {
  let at = from;
  while (at !== from + step * LEAST_LINE && IN_TOKEN[CODES[at]!] === 1) at += step;
  return at === from + step * LEAST_LINE;
}

/** Whether an address stands before a place: with two slashes at its beginning, or one. */
export function isOnWay(from: number, to: number): boolean {
  let at = from;
  while (at > to - MOST_LINE && IN_TOKEN[CODES[at - 1]!] === 1) at--;
  return at < to && CODES[at] === SLASH;
}

/** Whether its own words speak of secrets, as those of a variable may. */
export const namesItself = (from: number, to: number) => heatBetween(from, to) >= SURELY;

export const beginsLine = (line: number) => CODES[line - 1] === LINE_FEED || CODES[line - 1] === 0;

/** What the line above says. */
export function heatAbove(line: number): number {
  if (CODES[line - 1] !== LINE_FEED) return 0;
  const above = lineStart(line - 1);
  if (lastSaid(above, line - 1) & HARMLESS) return 0;
  // Lines of base64 follow each other.
  let at = above;
  while (at < line - 1 && IN_TOKEN[CODES[at]!] === 1) at++;
  return at < line - 1 || at - above < LEAST_LONG ? heatBetween(above, line - 1) : 0;
}

/** Whether nothing but tags and the marks of lists stands before a place in its line. */
export function isAlone(line: number, from: number): boolean {
  for (let at = from - 1; at >= line; at--) {
    if (CODES[at] === GREATER) while (at > line && CODES[at] !== LESS) at--;
    else if ((KIND[CODES[at]!]! & (UPPER | LOWER)) !== 0) return false;
  }
  return true;
}

export function lineStart(from: number): number {
  let at = from;
  while (at > from - MOST_LINE && CODES[at - 1] !== LINE_FEED && CODES[at - 1] !== 0) at--;
  return at;
}

/** Where the line ends, or the part of it that a value stands in. */
export function lineEnd(from: number): number {
  let at = from;
  while (at < from + MOST_BEHIND && ENDS_PART[CODES[at]!] === 0) at++;
  return at;
}
