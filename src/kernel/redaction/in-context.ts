/** What looks made by chance, and stands near words that speak of secrets: whatever joins them, and in whatever order. */

import {
  beginsLine,
  harmlessName,
  heatAbove,
  isAlone,
  isBehindWritten,
  isCell,
  isData,
  isOnWay,
  isRow,
  lineEnd,
  lineStart,
  namesItself,
  openingOf,
  queryStart,
  tagStart,
} from './around-token.ts';
import { DIGITS, KIND, LETTERS, tableOf } from './characters.ts';
import {
  EMPTY,
  HARMLESS,
  heatBetween,
  lastSaid,
  letsIn,
  OF_ALL,
  OF_PASSWORDS,
  SURELY,
} from './context-words.ts';
import { isNameSign } from './name-place.ts';
import { isValueWord } from './punctuation.ts';
import { word } from './read-word.ts';
import { NONE, suspicionOf } from './secret-names.ts';
import { CODES, type TextWindow } from './text-window.ts';
import {
  heatFor,
  isConstant,
  isHexadecimal,
  isKeyLike,
  isLong,
  isMade,
  isPlain,
  namesAlgorithm,
} from './token-look.ts';

const NEITHER = -1;
const [TAB, LINE_FEED, BLANK, APOSTROPHE, COMMA, SLASH, COLON] = [9, 10, 32, 39, 44, 47, 58];
const [PARENTHESIS, LESS, EQUALS, GREATER, LINE] = [40, 60, 61, 62, 124];
const IN_TOKEN = tableOf(`${LETTERS}${DIGITS}_-+/.~!@#$%^*`);
const QUOTES = tableOf('"\'`');
const ENDS_SENTENCE = tableOf('.!');
/** So far a token, its name and its line are looked at. */
const MOST_TOKEN = 4000;
const MOST_NAME = 40;
const MOST_LINE = 200;
const MOST_WHOLE = 2 * MOST_LINE;
const MOST_WAY = 80;
const LEAST = 8;
const LEAST_WEAK = 16;
const LEAST_HEX = 32;
const LEAST_FAR = 48;
/** Another secret right before it. */
const NEAR = 80;

export class InContext {
  readonly #window: TextWindow;
  /** Up to there every token was judged. */
  #judged = 0;
  /** What was read of a line and of the one above it. */
  readonly #line = { from: 0, to: 0, heat: 0 };
  readonly #above = { line: 0, heat: 0 };
  readonly #whole = { line: 0, end: 0, heat: 0, isCold: false };
  /** Where the secret begins that was found last, and what it is called. */
  from = 0;
  label = '';

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    this.#judged -= by;
    this.#line.from -= by;
    this.#line.to -= by;
    this.#above.line -= by;
    this.#whole.line -= by;
    this.#whole.end -= by;
  }

  /** Where the secret ends that a word stands in, or -1; `done` is where the last find ended. */
  endOf(start: number, end: number, done: number): number {
    if (start < this.#judged) return NEITHER;
    let from = start;
    const least = Math.max(done, this.#judged, start - MOST_NAME);
    while (from > least && IN_TOKEN[CODES[from - 1]!] === 1) from--;
    if (isBehindWritten(from)) return NEITHER;
    let to = end;
    while (to < start + MOST_TOKEN && IN_TOKEN[CODES[to]!] === 1) to++;
    const isRest = from > done && IN_TOKEN[CODES[from - 1]!] === 1;
    this.#judged = to;
    if (isRest || IN_TOKEN[CODES[to]!] === 1) return NEITHER;
    if (isData(from, to)) return NEITHER;
    while (to > from && ENDS_SENTENCE[CODES[to - 1]!] === 1) to--;
    if (to - from < LEAST || (to - from < LEAST_HEX && isHexadecimal(from, to))) return NEITHER;
    if (!isKeyLike(from, to)) return this.#lastOnWay(from, to);
    if (isHexadecimal(from, to) && this.#isCold(from, done)) return NEITHER;
    if (!isMade(from, to)) return NEITHER;
    if (isConstant(from, to) || namesAlgorithm(from, to)) return NEITHER;
    const needed = heatFor(from, to);
    this.from = from;
    if (namesItself(from, to)) return NEITHER;
    const heat = this.#heat(from, to, done);
    this.label = heat >= OF_PASSWORDS ? 'password' : 'secret';
    return heat >= needed ? this.#closed(to) : NEITHER;
  }

  /** How much a line speaks of secrets up to a place. Lines of logs hold many numbers: each part is read once. */
  #heatOfLine(line: number, to: number): number {
    if (!beginsLine(line)) return heatBetween(line, to);
    const known = this.#line;
    if (known.from !== line || known.to > to) {
      known.from = line;
      known.to = line;
      known.heat = 0;
    }
    const heat = heatBetween(known.to, to);
    known.heat = known.heat < 0 ? known.heat : heat < 0 ? heat : known.heat + heat;
    known.to = to;
    return known.heat;
  }

  /** Whether neither a line nor the one above it says enough for a hexadecimal number. */
  #isCold(from: number, done: number): boolean {
    const line = lineStart(from);
    if (!beginsLine(line) || (done > line && from - done < NEAR)) return false;
    const whole = this.#whole;
    if (whole.line !== line) {
      let end = line;
      while (end < line + MOST_WHOLE && CODES[end] !== LINE_FEED && CODES[end] !== 0) end++;
      const heat = heatBetween(line, end);
      const above = whole.end === line - 1 ? whole.heat : heatAbove(line);
      whole.isCold = CODES[end] === LINE_FEED && heat >= 0 && heat + Math.max(0, above) < 2;
      whole.line = line;
      whole.end = end;
      whole.heat = heat;
    }
    return whole.isCold;
  }

  #heatAbove(line: number): number {
    if (this.#above.line !== line) {
      this.#above.line = line;
      this.#above.heat = heatAbove(line);
    }
    return this.#above.heat;
  }

  /** What the name of an element says; of one that names nothing, the text before it. */
  #heatOfElement(close: number, line: number): number {
    let open = close;
    while (open > close - MOST_NAME && CODES[open] !== LESS) open--;
    let end = open + 1;
    while (end < close && isNameSign(CODES[end]!)) end++;
    const said = lastSaid(open, end);
    const heat = heatBetween(open, end);
    if (said & HARMLESS || CODES[open] !== LESS) return 0;
    if (!(said & EMPTY)) return heat;
    let before = open;
    while (before > line && (CODES[before - 1] === BLANK || CODES[before - 1] === GREATER)) {
      if (CODES[before - 1] === GREATER) while (before > line && CODES[before - 1] !== LESS) before--;
      before--;
    }
    if (lastSaid(line, before) & HARMLESS) return 0;
    const own = heatBetween(line, before);
    return own === 0 && isAlone(line, open) ? this.#heatAbove(line) : own;
  }

  /** https://shop.test/invite/… */
  #lastOnWay(from: number, to: number): number {
    let start = to;
    while (start > from && CODES[start - 1] !== SLASH) start--;
    if (to - start < LEAST_WEAK || !isOnWay(from, start) || isHexadecimal(start, to) || !isKeyLike(start, to))
      return NEITHER;
    const isFar = to - start >= LEAST_FAR && isLong(start, to);
    if (!isMade(start, to) || !(isFar || letsIn(Math.max(lineStart(start), start - MOST_WAY), start)))
      return NEITHER;
    this.from = start;
    this.label = 'secret';
    return to;
  }

  /** With the signs that fill base64 up, or a second part. */
  #closed(to: number): number {
    let end = to;
    while (end < to + 2 && CODES[end] === EQUALS) end++;
    // One of two parts: 0mLJqm…:APA91b…
    if (end > to || CODES[end] !== COLON) return end;
    const second = this.#window.runEnd(IN_TOKEN, end + 1);
    return second - end > LEAST_WEAK ? second : end;
  }

  /** How much what stands around a token speaks of secrets. */
  #heat(from: number, to: number, done: number): number {
    const open = openingOf(from);
    const isQuoted = QUOTES[CODES[from - 1]!] === 1;
    let before = open;
    while (before > open - 6 && (CODES[before - 1] === BLANK || CODES[before - 1] === TAB)) before--;
    const sign = CODES[before - 1]!;
    const line = lineStart(from);
    let heat = 0;
    if (sign === COLON || sign === EQUALS || (sign === GREATER && CODES[before - 2] === EQUALS)) {
      let end = before - 1;
      while (end > before - 8 && KIND[CODES[end - 1]!] === 0) end--;
      let name = end;
      while (name > end - MOST_NAME && isNameSign(CODES[name - 1]!)) name--;
      const said = lastSaid(name, end);
      if (said & HARMLESS) return 0;
      // base64_string
      if (said & EMPTY && (lastSaid(name, word.from) & HARMLESS) !== 0) return 0;
      heat = heatBetween(name, end);
      // Of a cache key and a public key the last word says nothing.
      if (said & OF_ALL && heat < SURELY && suspicionOf(name, end) === NONE) heat--;
      const isPhrase = sign === COLON && CODES[name - 1] === BLANK && before < from && !isQuoted;
      // 'anna:…' is a user and a password.
      const isPair =
        sign === COLON && before === from && (QUOTES[CODES[name - 1]!] === 1 || CODES[name - 1] === EQUALS);
      if (heat === 0 && isLong(from, to)) heat = heatBetween(line, name);
      const isInRow = before === from && CODES[name - 1] === COMMA;
      if (!(said & EMPTY || isPhrase || isPair) || isInRow) return heat;
      // {"name": "cf-ray", "value": "…"}
      if (isValueWord(name) && lastSaid(Math.max(line, name - MOST_NAME), name) & HARMLESS) return 0;
      const tag = tagStart(name, line);
      // <input name="file_id" type="hidden" value="…">
      if (tag > line && harmlessName(tag, name)) return 0;
      heat += heatBetween(Math.max(tag, name - MOST_LINE), name);
      if (heat === 0 && said & EMPTY) heat = this.#heatAbove(line);
    } else if (sign === GREATER && CODES[before - 2] !== EQUALS && !isQuoted) {
      return this.#heatOfElement(before - 1, line);
    } else {
      // What other cells of a line say is not about this one.
      // VALUES ('…'
      if (CODES[open] === PARENTHESIS && CODES[open + 1] === APOSTROPHE && before < open) return 0;
      if (
        (sign === LINE && before < open) ||
        (sign === COMMA && (CODES[before] !== BLANK || isRow(line, open, before)))
      )
        return 0;
      if (lastSaid(Math.max(line, from - 16), from) & HARMLESS && !isQuoted) return 0;
      const start = queryStart(from, line);
      heat = start === line ? this.#heatOfLine(line, from) : heatBetween(start, from);
      if (heat < SURELY && heat >= 0 && !isCell(to)) heat += heatBetween(to, lineEnd(to));
      if (heat === 0 && isAlone(line, from) && !isCell(to)) heat = this.#heatAbove(line);
      // What can be nothing else is looked for in the lines above, too.
      if (heat === 0 && isLong(from, to) && isPlain(from, to) && !isAlone(line, from)) heat = 1;
    }
    if (done > line && from - done < NEAR) heat++;
    return heat;
  }
}
