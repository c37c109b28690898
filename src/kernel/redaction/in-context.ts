/** What looks made by chance, and stands near words that speak of secrets: whatever joins them, and in whatever order. */
import { lettersOfWords, looksRandom } from './chance.ts';
import { DIGIT, DIGITS, JOINER, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
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
import { countPairs, pairs } from './letter-pairs.ts';
import { isNameSign } from './name-place.ts';
import { isPlaceholder } from './placeholder.ts';
import { isValueWord } from './punctuation.ts';
import { readWord, word } from './read-word.ts';
import { NONE, suspicionOf } from './secret-names.ts';
import { CODES, type TextWindow } from './text-window.ts';
import { isCertificate, isPathOfWords } from './value-look.ts';
import { saying, WordList } from './word-list.ts';

const NEITHER = -1;
const [TAB, LINE_FEED, BLANK, COMMA, DASH, POINT, SLASH, COLON] = [9, 10, 32, 44, 45, 46, 47, 58];
const [LESS, EQUALS, GREATER, AT_SIGN, BACKSLASH, LOW_LINE] = [60, 61, 62, 64, 92, 95];
const IN_TOKEN = tableOf(`${LETTERS}${DIGITS}_-+/.~!@#$%^*`);
/** Data, and hashes of what everybody may have. */
const KNOWN = new WordList(saying(1, 'base64 sha256 sha384 sha512'));
const QUOTES = tableOf('"\'`');
const ENDS_SENTENCE = tableOf('.!');
/** So far a token, its name and its line are looked at. */
const MOST_TOKEN = 4000;
const MOST_NAME = 40;
const MOST_LINE = 200;
const MOST_BEHIND = 80;
const MOST_WAY = 80;
const LEAST = 8;
const LEAST_RANDOM = 12;
const LEAST_WEAK = 16;
const LEAST_HEX = 32;
const LEAST_LONG = 32;
const LEAST_FAR = 48;
/** Another secret right before it. */
const NEAR = 80;

export class InContext {
  readonly #window: TextWindow;
  /** Up to there every token was judged. */
  #judged = 0;
  /** Where the secret begins that was found last, and what it is called. */
  from = 0;
  label = '';

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    this.#judged -= by;
  }

  /** Where the secret ends that a word stands in, or -1; `done` is where the last find ended. */
  endOf(start: number, end: number, done: number): number {
    if (start < this.#judged) return NEITHER;
    let from = start;
    const least = Math.max(done, this.#judged, start - MOST_NAME);
    while (from > least && IN_TOKEN[CODES[from - 1]!] === 1) from--;
    let to = end;
    while (to < start + MOST_TOKEN && IN_TOKEN[CODES[to]!] === 1) to++;
    const isRest = from === this.#judged && from > done && IN_TOKEN[CODES[from - 1]!] === 1;
    this.#judged = to;
    if (isRest || IN_TOKEN[CODES[to]!] === 1) return NEITHER;
    while (to > from && ENDS_SENTENCE[CODES[to - 1]!] === 1) to--;
    if (to - from < LEAST || (to - from < LEAST_HEX && isHexadecimal(from, to))) return NEITHER;
    if (!isKeyLike(from, to)) return this.#lastOnWay(from, to);
    if (!isMade(from, to)) return NEITHER;
    if (isConstant(from, to) || namesAlgorithm(from, to)) return NEITHER;
    const needed = heatFor(from, to);
    this.from = from;
    if (namesItself(from, to)) return NEITHER;
    const heat = this.#heat(from, to, done);
    this.label = heat >= OF_PASSWORDS ? 'password' : 'secret';
    return heat >= needed ? this.#closed(to) : NEITHER;
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
    return own === 0 && isAlone(line, open) ? heatAbove(line) : own;
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
    let before = from;
    if (QUOTES[CODES[before - 1]!] === 1) before--;
    while (CODES[before - 1] === BACKSLASH && before > from - 5) before--;
    const isQuoted = before < from;
    while (before > from - 6 && (CODES[before - 1] === BLANK || CODES[before - 1] === TAB)) before--;
    const sign = CODES[before - 1]!;
    const line = lineStart(from);
    let heat = 0;
    if (sign === COLON || sign === EQUALS || (sign === GREATER && CODES[before - 2] === EQUALS)) {
      let end = before - 1;
      while (end > before - 6 && KIND[CODES[end - 1]!] === 0) end--;
      let name = end;
      while (name > end - MOST_NAME && isNameSign(CODES[name - 1]!)) name--;
      const said = lastSaid(name, end);
      if (said & HARMLESS) return 0;
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
      heat += heatBetween(Math.max(line, name - MOST_LINE), name);
      if (heat === 0 && said & EMPTY) heat = heatAbove(line);
    } else if (sign === GREATER && CODES[before - 2] !== EQUALS && !isQuoted) {
      return this.#heatOfElement(before - 1, line);
    } else {
      // What other cells of a line say is not about this one.
      if (sign === COMMA && CODES[before] !== BLANK) return 0;
      if (lastSaid(Math.max(line, from - 16), from) & HARMLESS && !isQuoted) return 0;
      heat = heatBetween(line, from);
      if (heat < SURELY && heat >= 0) heat += heatBetween(to, lineEnd(to));
      if (heat === 0 && isAlone(line, from)) heat = heatAbove(line);
      // What can be nothing else is looked for in the lines above, too.
      if (heat === 0 && isLong(from, to) && isPlain(from, to) && !isAlone(line, from)) heat = 1;
    }
    if (done > line && from - done < NEAR) heat++;
    return heat;
  }
}

/** Whether an address stands before a place: with two slashes at its beginning, or one. */
function isOnWay(from: number, to: number): boolean {
  let at = from;
  while (at > to - MOST_LINE && IN_TOKEN[CODES[at - 1]!] === 1) at--;
  return at < to && CODES[at] === SLASH;
}

/** Whether its own words speak of secrets, as those of a variable may. */
const namesItself = (from: number, to: number) => heatBetween(from, to) >= SURELY;

/** What the line above says. */
function heatAbove(line: number): number {
  if (CODES[line - 1] !== LINE_FEED) return 0;
  const above = lineStart(line - 1);
  if (lastSaid(above, line - 1) & HARMLESS) return 0;
  // Lines of base64 follow each other.
  let at = above;
  while (at < line - 1 && IN_TOKEN[CODES[at]!] === 1) at++;
  return at < line - 1 || at - above < LEAST_LONG ? heatBetween(above, line - 1) : 0;
}

/** Whether nothing but tags and the marks of lists stands before a place in its line. */
function isAlone(line: number, from: number): boolean {
  for (let at = from - 1; at >= line; at--) {
    if (CODES[at] === GREATER) while (at > line && CODES[at] !== LESS) at--;
    else if ((KIND[CODES[at]!]! & (UPPER | LOWER)) !== 0) return false;
  }
  return true;
}

/** No hash and no data in base64. */
function isPlain(from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (CODES[at] === SLASH || CODES[at] === 43) return false;
  return CODES[to] !== EQUALS;
}

function isLong(from: number, to: number): boolean {
  return to - from >= LEAST_LONG && changesIn(from, to) > 0;
}

/** Neither a path, an address, the name of a file nor a placeholder. */
function isKeyLike(from: number, to: number): boolean {
  if (CODES[from] === SLASH || CODES[from] === POINT || isCertificate(from) || isDate(from)) return false;
  if ((CODES[from] === 48 && CODES[from + 1] === 120) || KNOWN.saidOf(from, from + 6) !== 0) return false;
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    if (code === AT_SIGN || code === POINT) return false;
  }
  return !isPathOfWords(from, to) && !isPlaceholder(from, to);
}

const ALGORITHMS = new WordList(saying(1, 'cbc gcm hs kw sha rsa ecdh pkcs rsassa ecdsa hmac'));

/** ECDH-ES+A128KW, RSASSA-PKCS1-v1_5 */
function namesAlgorithm(from: number, to: number): boolean {
  if (to - from > LEAST_LONG) return false;
  for (let at = to; at > from; at = word.from) {
    readWord(from, at);
    if (word.from >= at) return false;
    if (ALGORITHMS.saidOfNumber(word.number) !== 0) return true;
  }
  return false;
}

/** AES_128_GCM_SHA256 */
function isConstant(from: number, to: number): boolean {
  let kinds = 0;
  for (let at = from; at < to; at++) kinds |= KIND[CODES[at]!]!;
  return (kinds & (LOWER | UPPER | JOINER)) === (UPPER | JOINER);
}

/** 2026-03-04 */
const isDate = (from: number) =>
  CODES[from + 4] === DASH &&
  CODES[from + 7] === DASH &&
  KIND[CODES[from]!] === DIGIT &&
  KIND[CODES[from + 5]!] === DIGIT;

function lineStart(from: number): number {
  let at = from;
  while (at > from - MOST_LINE && CODES[at - 1] !== LINE_FEED && CODES[at - 1] !== 0) at--;
  return at;
}

function lineEnd(from: number): number {
  let at = from;
  while (at < from + MOST_BEHIND && CODES[at] !== LINE_FEED && CODES[at] !== 0) at++;
  return at;
}

function isHexadecimal(from: number, to: number): boolean {
  let at = from;
  for (; at < to; at++) {
    const code = CODES[at]!;
    if (KIND[code] !== DIGIT && code !== DASH && !((code | 32) >= 97 && (code | 32) <= 102)) return false;
  }
  return true;
}

/** Whether it looks made by chance at all: what is short more than what is long. */
function isMade(from: number, to: number): boolean {
  if (to - from < LEAST_RANDOM) return changesIn(from, to) >= 3;
  if (!looksRandom(from, to, LEAST_RANDOM) || lettersOfWords(from, to) > (to - from) * 0.5) return false;
  countPairs(from, to);
  return pairs.all < 4 || pairs.odd >= pairs.all * 0.2;
}

/** How much must be said of secrets near a token, by how much it looks like one. */
function heatFor(from: number, to: number): number {
  const length = to - from;
  if (isHexadecimal(from, to)) return 2;
  if (isLabelled(from)) return SURELY;
  const isClear = length < LEAST_RANDOM ? changesIn(from, to) >= length / 2 : length >= LEAST_WEAK;
  return isClear ? 1 : 2;
}

/** pi_3P9ex…, as many name their things. */
function isLabelled(from: number): boolean {
  let at = from;
  while (at < from + 7 && KIND[CODES[at]!] === LOWER) at++;
  return at > from + 1 && CODES[at] === LOW_LINE;
}

/** How often small letters, capital ones and digits change, if there are all of them. */
function changesIn(from: number, to: number): number {
  let [changes, before, kinds] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const kind = KIND[CODES[at]!]!;
    if (kind !== before && before !== 0 && !(before === UPPER && kind === LOWER)) changes++;
    before = kind;
    kinds |= kind;
  }
  return (kinds & (UPPER | LOWER | DIGIT)) === (UPPER | LOWER | DIGIT) ? changes : 0;
}
