/** Columns of secrets: files of values with commas, tables of text, and the rows of an INSERT. */
import { looksRandom } from './chance.ts';
import { DIGIT, DIGITS, KIND, LETTERS, tableOf } from './characters.ts';
import { spend } from './effort.ts';
import { isPlaceholder } from './placeholder.ts';
import { labelOf } from './secret-label.ts';
import { NONE, SURE, suspicionOf } from './secret-names.ts';
import { CODES } from './text-window.ts';
import { isNoWord } from './value-look.ts';
import { saying, WordList } from './word-list.ts';

const [TAB, LINE_FEED, RETURN, BLANK, QUOTE, APOSTROPHE, OPENING, CLOSING, COMMA, SEMICOLON, GRAVE, LINE] = [
  9, 10, 13, 32, 34, 39, 40, 41, 44, 59, 96, 124,
];
const IN_HEAD = tableOf(`${LETTERS}${DIGITS}_-. "'\`/\t`);
const BETWEEN_ROWS = tableOf(' \t\r\n,');
const RULER = tableOf('-+|: =');
const MOST_HEAD = 400;
const MOST_ROW = 4000;
const MOST_CELLS = 60;
const [DASH, OPENS_RECORD] = [45, 91];
const LEAST = 3;
const MOST_BLANKS = 2;
/** Names of columns stand in the middle of what is below them. */
const MOST_PADDING = 64;
const LEAST_RANDOM = 12;
const VALUES = new WordList(saying(1, 'values'));

interface Column {
  readonly place: number;
  readonly isSure: boolean;
  readonly label: string;
}

/** What separates the cells behind the name of a column or, where it ends its line, before it; or 0. */
export function separatorAt(start: number, end: number): number {
  let at = end;
  while (at < end + MOST_PADDING && (CODES[at] === QUOTE || CODES[at] === GRAVE || CODES[at] === BLANK)) at++;
  const code = CODES[at]!;
  if (isSeparator(code)) return code;
  if (code === CLOSING) return isValues(behindRows(at + 1)) ? COMMA : 0;
  if (code !== LINE_FEED && code !== RETURN && code !== 0) return 0;
  let before = start;
  while (before > start - MOST_PADDING && !isSeparator(CODES[before - 1]!) && isAround(CODES[before - 1]!))
    before--;
  return isSeparator(CODES[before - 1]!) ? CODES[before - 1]! : 0;
}

const isSeparator = (code: number) => code === COMMA || code === SEMICOLON || code === TAB || code === LINE;

export class Table {
  #columns: readonly Column[] = [];
  #separator = 0;
  #cells = 0;
  #isTuples = false;
  /** Of the row that was read last: where it ends, and its secrets. */
  rowEnd = 0;
  /** The last line that was no head. */
  readonly #refused = { from: 0, to: 0 };
  readonly secrets: { readonly label: string; readonly from: number; readonly to: number }[] = [];

  get isOpen(): boolean {
    return this.#columns.length > 0;
  }

  shift(by: number): void {
    this.#refused.from -= by;
    this.#refused.to -= by;
  }

  close(): void {
    this.#columns = [];
  }

  /** Reads the head that the name of a column stands in; where its rows begin, or -1. */
  open(start: number, end: number, separator: number): number {
    if (start >= this.#refused.from && end <= this.#refused.to) return -1;
    this.#refused.from = start;
    this.#refused.to = end;
    const rows = separator === LINE ? -1 : this.#tuples(start, end);
    return rows > 0 ? rows : this.#lines(start, end, separator);
  }

  /** (id, email, password) VALUES */
  #tuples(start: number, end: number): number {
    let from = start;
    while (from > start - MOST_HEAD && isInHead(from - 1, COMMA)) from--;
    let to = end;
    while (to < end + MOST_HEAD && isInHead(to, COMMA)) to++;
    this.#refuse(from, to);
    if (CODES[from - 1] !== OPENING) return -1;
    if (CODES[to] !== CLOSING) return -1;
    const word = behindRows(to + 1);
    if (!isValues(word)) return -1;
    this.#isTuples = true;
    return this.#read(from, to, COMMA) ? word + 6 : -1;
  }

  /** Of a line that holds nothing but names. */
  #lines(start: number, end: number, separator: number): number {
    let from = start;
    while (from > start - MOST_HEAD && CODES[from - 1] !== LINE_FEED && isInLine(from - 1, separator)) from--;
    let to = end;
    while (to < end + MOST_HEAD && isInLine(to, separator)) to++;
    this.#refuse(from, to);
    const before = CODES[from - 1]!;
    if (before !== LINE_FEED && before !== 0) return -1;
    if (separator === LINE && isBelowRow(from)) return -1;
    const next = CODES[to] === RETURN ? to + 1 : to;
    if (CODES[next] !== LINE_FEED) return -1;
    this.#isTuples = false;
    if (!this.#read(from, to, separator)) return -1;
    const second = isRuler(next + 1) ? lineEnd(next + 1) + 1 : next + 1;
    const isTable = this.row(second);
    if (!isTable) this.close();
    return isTable ? second : -1;
  }

  #refuse(from: number, to: number): void {
    spend((to - from) >> 6);
    this.#refused.from = Math.min(this.#refused.from, from);
    this.#refused.to = Math.max(this.#refused.to, to);
  }

  #read(from: number, to: number, separator: number): boolean {
    const columns: Column[] = [];
    let [cells, start] = [0, from];
    for (let at = from; at <= to; at++) {
      if (at < to && CODES[at] !== separator) continue;
      let [first, last] = [start, at];
      while (first < last && isAround(CODES[first]!)) first++;
      while (last > first && isAround(CODES[last - 1]!)) last--;
      // Only tables of text have lines at their sides.
      if (first === last && separator !== LINE) return false;
      if (blanksIn(first, last) > MOST_BLANKS || isWholeNumber(first, last)) return false;
      const suspicion = first < last ? suspicionOf(first, last) : NONE;
      if (suspicion !== NONE)
        columns.push({ place: cells, isSure: suspicion === SURE, label: labelOf(first, last) });
      cells++;
      start = at + 1;
    }
    if ((cells < 2 && !this.#isTuples) || cells > MOST_CELLS || columns.length === 0) return false;
    this.#columns = columns;
    this.#separator = separator;
    this.#cells = cells;
    return true;
  }

  /** Reads the row that begins at a place; false where there is none. */
  row(place: number): boolean {
    const start = this.#isTuples ? behindRows(place) : place;
    if (this.#isTuples && CODES[start] !== OPENING) return false;
    spend(2);
    this.secrets.length = 0;
    const separator = this.#separator;
    let [cell, quote, at] = [0, 0, this.#isTuples ? start + 1 : start];
    let from = at;
    const most = at + MOST_ROW;
    for (; at < most; at++) {
      const code = CODES[at]!;
      if (quote !== 0) {
        if (code === quote && CODES[at - 1] !== 92) quote = 0;
        else if (code === 0) return false;
        continue;
      }
      if (code === QUOTE || (this.#isTuples && code === APOSTROPHE)) {
        quote = code;
        continue;
      }
      const isEnd = this.#isTuples ? code === CLOSING || code === 0 : code === LINE_FEED || code === 0;
      if (!isEnd && code !== separator) continue;
      this.#cell(cell++, from, at);
      from = at + 1;
      if (isEnd) break;
    }
    this.rowEnd = CODES[at] === 0 ? at : at + 1;
    return at < most && cell === this.#cells;
  }

  #cell(place: number, start: number, end: number): void {
    const column = this.#columns.find((one) => one.place === place);
    if (!column) return;
    let [from, to] = [start, end];
    while (from < to && isAround(CODES[from]!)) from++;
    while (to > from && isAround(CODES[to - 1]!)) to--;
    if (to - from < LEAST || blanksIn(from, to) > 1 || isPlaceholder(from, to) || isNoWord(from, to)) return;
    if (column.isSure || looksRandom(from, to, LEAST_RANDOM))
      this.secrets.push({ label: column.label, from, to });
  }
}

function blanksIn(from: number, to: number): number {
  let blanks = 0;
  for (let at = from; at < to; at++) if (CODES[at] === BLANK) blanks++;
  return blanks;
}

/** Of values; no column is called so. */
function isWholeNumber(from: number, to: number): boolean {
  let at = from;
  while (at < to && KIND[CODES[at]!] === DIGIT) at++;
  return at === to && to > from;
}

const isAround = (code: number) =>
  code === BLANK ||
  code === TAB ||
  code === QUOTE ||
  code === APOSTROPHE ||
  code === GRAVE ||
  code === RETURN;

const isValues = (at: number) => (CODES[at]! | 32) === 118 && VALUES.saidOf(at, at + 6) !== 0;

const isInHead = (at: number, separator: number) =>
  IN_HEAD[CODES[at]!] === 1 || CODES[at] === separator || CODES[at] === LINE_FEED || CODES[at] === RETURN;
const isInLine = (at: number, separator: number) => IN_HEAD[CODES[at]!] === 1 || CODES[at] === separator;

function behindRows(from: number): number {
  let at = from;
  while (at < from + 80 && BETWEEN_ROWS[CODES[at]!] === 1) at++;
  return at;
}

function lineEnd(from: number): number {
  let at = from;
  while (at < from + MOST_ROW && CODES[at] !== LINE_FEED && CODES[at] !== 0) at++;
  return at;
}

/** Whether the line stands below one of the same table, or is of a record that is told line by line. */
function isBelowRow(from: number): boolean {
  let line = lineAbove(from);
  if (line < from && isRuler(line)) line = lineAbove(line);
  if (CODES[line] === DASH && CODES[line + 1] === OPENS_RECORD) return true;
  let at = line;
  while (at < from && CODES[at] !== LINE) at++;
  return at < from && !isRuler(line);
}

/** Where the line begins above the one that begins at a place, or the place itself. */
function lineAbove(from: number): number {
  if (CODES[from - 1] !== LINE_FEED) return from;
  let at = from - 1;
  while (at > from - MOST_HEAD && CODES[at - 1] !== LINE_FEED && CODES[at - 1] !== 0) at--;
  return at;
}

function isRuler(from: number): boolean {
  let at = from;
  while (at < from + MOST_ROW && RULER[CODES[at]!] === 1) at++;
  return at > from + 2 && (CODES[at] === LINE_FEED || CODES[at] === RETURN);
}
