/** How the part of a window looks that may be a value. */
import { looksRandom } from './chance.ts';
import { DIGIT, DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { countPairs, pairs } from './letter-pairs.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [RETURN, LINE_FEED, BLANK, HASH, DASH, POINT, COLON] = [13, 10, 32, 35, 45, 46, 58];
const BEGINS_IDENTIFIER = tableOf(`${LETTERS}_$`);
const IN_IDENTIFIER = tableOf(`${LETTERS}${DIGITS}_$`);
const IN_TOKEN = tableOf(`${LETTERS}${DIGITS}_.%+/=-`);
const IN_CAPTION = tableOf(`${LETTERS} *:_-`);
/** Words of a text hold none of them. */
const STRONG = tableOf(`${DIGITS}!@#$%^&*+=~`);
const JOINERS = tableOf('_');
export const ENDS_FIELD = tableOf(',})]');
const [MOST_PHRASE, MOST_PHRASE_WORD] = [6, 12];
const BORDERS = tableOf('-_.:/');
const SENTENCE = new WordList(
  saying(
    1,
    'must should required invalid least your the is are not do please enter forgot reset change confirm match with for and minimum maximum characters letters has been was can cannot not no too or to in on of if when will at from this that',
  ),
);

/** Whether the characters up to `to` are all in a table. */
function areIn(table: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && table[CODES[at]!] === 1) at++;
  return at >= to;
}

const hasOf = (table: Uint8Array, from: number, to: number) => {
  let at = from;
  while (at < to && table[CODES[at]!] === 0) at++;
  return at < to;
};

const isLetter = (code: number) => (KIND[code]! & (LOWER | UPPER)) !== 0;
const isLineEnd = (code: number) => code === LINE_FEED || code === RETURN;

export function hasDigit(from: number, to: number): boolean {
  let at = from;
  while (at < to && KIND[CODES[at]!] !== DIGIT) at++;
  return at < to;
}

export function hasBlank(from: number, to: number): boolean {
  let at = from;
  while (at < to && CODES[at] !== BLANK) at++;
  return at < to;
}

export const isLettersOnly = (from: number, to: number) => {
  let at = from;
  while (at < to && isLetter(CODES[at]!)) at++;
  return at >= to;
};

/** Also with dashes between them. */
export const isWordsOnly = (from: number, to: number) => {
  let at = from;
  while (at < to && (isLetter(CODES[at]!) || (CODES[at] === 45 && at > from))) at++;
  return at >= to;
};

export const isLongToken = (from: number, to: number) =>
  to - from >= 16 && areIn(IN_TOKEN, from, to) && hasDigit(from, to);

/** A piece of code: a member of something, as in a.b, a?.b, a->b and a::b. */
export function isMember(from: number, to: number): boolean {
  let at = from;
  for (let parts = 0; BEGINS_IDENTIFIER[CODES[at]!] === 1 && at < to; parts++) {
    while (at < to && IN_IDENTIFIER[CODES[at]!] === 1) at++;
    if (at === to) return parts > 0;
    const [sign, next] = [CODES[at]!, CODES[at + 1]!];
    // a.b || c, a.b ?? c
    if ((sign === 33 && at + 1 === to) || sign === 124 || sign === 38 || (sign === 63 && next !== POINT))
      return parts > 0;
    if (sign === POINT) at++;
    else if ((sign === 63 || sign === 33) && next === POINT) at += 2;
    else if ((sign === 45 && next === 62) || (sign === 58 && next === 58)) at += 2;
    else return false;
  }
  return false;
}

/** Whether one of its words is one that sentences are made of. */
export function isSentence(from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const start = at;
    let kinds = 0;
    while (at < to && KIND[CODES[at]!] !== 0) kinds |= KIND[CODES[at++]!]!;
    const length = at - start;
    if (length >= 2 && length <= 8 && (kinds & ~(LOWER | UPPER)) === 0 && SENTENCE.saidOf(start, at) !== 0)
      return true;
    at++;
  }
  return false;
}

/** A caption repeats the name: "password": "Password". */
export function isCaption(from: number, to: number, name: { readonly from: number; readonly end: number }) {
  if (IN_CAPTION[CODES[to - 1]!] === 0 || !areIn(IN_CAPTION, from, to)) return false;
  let [at, in_] = [to, name.end];
  for (;;) {
    while (at > from && !isLetter(CODES[at - 1]!)) at--;
    if (at === from) return true;
    while (in_ > name.from && !isLetter(CODES[in_ - 1]!)) in_--;
    if (in_ === name.from || (CODES[at - 1]! | 32) !== (CODES[in_ - 1]! | 32)) return false;
    at--;
    in_--;
  }
}

/** authkey=authkey), credentials: RequestCredentials */
export function isNameAgain(from: number, to: number, name: { readonly from: number; readonly end: number }) {
  let end = to;
  while (end > from && (CODES[end - 1] === 41 || CODES[end - 1] === 44)) end--;
  let [at, in_] = [end, name.end];
  while (at > from && in_ > name.from && (CODES[at - 1]! | 32) === (CODES[in_ - 1]! | 32)) {
    at--;
    in_--;
  }
  if (end - at < 4) return false;
  return (
    at === from ||
    (in_ === name.from
      ? areIn(IN_IDENTIFIER, from, at) && !hasDigit(from, at)
      : KIND[CODES[in_]!] === UPPER && areIn(IN_IDENTIFIER, from, at))
  );
}

/** aVariable */
export function isCamel(from: number, to: number): boolean {
  let [at, capitals] = [from, 0];
  if (KIND[CODES[at]!] !== LOWER) return false;
  for (; at < to; at++) {
    const kind = KIND[CODES[at]!]!;
    if (kind === UPPER) {
      if (KIND[CODES[at + 1]!] !== LOWER || at + 1 >= to) return false;
      capitals++;
    } else if (kind !== LOWER) return false;
  }
  return capitals > 0;
}

/** Of a value with blanks around: no word of a sentence, no path and no number of a few digits. */
export function isLooseSecret(from: number, to: number, isBehindColon: boolean): boolean {
  // A place in a page, as links name it.
  if (to - from < 4 || (CODES[from] === HASH && isPathOfWords(from + 1, to))) return false;
  if (hasOf(STRONG, from, to)) return !isPath(from) || looksRandom(from, to);
  if (hasOddCase(from, to) || looksRandom(from, to)) return true;
  if (isInFlow(from, to, isBehindColon)) return true;
  // Letters alone: a word of a sentence or a variable is followed by more, or written in one of the usual ways.
  const isLast = CODES[to] === 0 || isLineEnd(CODES[to]!) || isRemark(to);
  if (!isLast || isCamel(from, to) || isSentence(from, to)) return false;
  return isBehindColon || (to - from >= 6 && !hasOf(JOINERS, from, to));
}

/** {POSTGRES_PASSWORD: tulip}, { password: Tulip, … }, "password: Tulip" */
function isInFlow(from: number, to: number, isBehindColon: boolean): boolean {
  if (!isBehindColon || to - from < 6 || isSentence(from, to)) return false;
  const isClosed = CODES[to] === 125 || CODES[to] === 44;
  if (CODES[to] === 34) return isLineEnd(CODES[to + 1]!) || CODES[to + 1] === 44;
  const name = CODES[from - 3]!;
  return isClosed && (KIND[CODES[from]!] === UPPER || KIND[name] === UPPER) && !isCamelType(from, to);
}

const isCamelType = (from: number, to: number) => {
  for (let at = from + 1; at < to; at++) if (KIND[CODES[at]!] === UPPER) return true;
  return false;
};

/** A remark in a file of settings. */
const isRemark = (at: number) =>
  CODES[at] === BLANK && (CODES[at + 1] === 59 || CODES[at + 1] === 35) && CODES[at + 2] === BLANK;

/** 2026-03-04 */
export const isDate = (from: number): boolean =>
  CODES[from + 4] === DASH &&
  CODES[from + 7] === DASH &&
  KIND[CODES[from]!] === DIGIT &&
  KIND[CODES[from + 5]!] === DIGIT;

/** 1.302168, 0x02: a version, or a number of a program. */
export function isNoWord(from: number, to: number): boolean {
  if (KIND[CODES[from]!] !== DIGIT || to - from > 12) return false;
  if ((CODES[from + 1]! | 32) === 120) return CODES[from] === 48 && to - from <= 10;
  let [at, points] = [from, 0];
  for (; at < to && (KIND[CODES[at]!] === DIGIT || CODES[at] === POINT); at++)
    if (CODES[at] === POINT) points++;
  return at >= to && points > 0;
}

/** 0x14ed93111f20027, @0x7f1dd4114af0: a place in memory, or a number that a program writes so. */
export function isHexNumber(from: number, to: number): boolean {
  const at = CODES[from] === 64 ? from + 1 : from;
  return CODES[at] === 48 && (CODES[at + 1]! | 32) === 120 && to - at <= 18;
}

/** http://, https:// */
export const isAddress = (from: number) =>
  CODES[from] === 104 && CODES[from + 1] === 116 && (CODES[from + 4] === 58 || CODES[from + 5] === 58);

/** What everybody may have begins like this in base64. */
export const isCertificate = (from: number) =>
  CODES[from] === 77 && CODES[from + 1] === 73 && CODES[from + 2] === 73 && KIND[CODES[from + 3]!] === UPPER;

/** / ./ ../ */
export function isPath(from: number): boolean {
  let at = from;
  while (at < from + 2 && CODES[at] === POINT) at++;
  return CODES[at] === 47;
}

/** node-modules-…, Linux-npm-…: what people put together, whatever its last part is. */
export function isPathOfWords(from: number, to: number): boolean {
  let at = from;
  for (let parts = 0; parts < 2; parts++) {
    const start = at;
    while (at < to && isLetter(CODES[at]!)) at++;
    if (at - start < 3 || at >= to || BORDERS[CODES[at++]!] === 0) return false;
  }
  return true;
}

/** Of a password for an application: abcd efgh ijkl mnop; six of them have capitals and digits. */
export function fourFoursEnd(from: number): number {
  if (CODES[from + 24] === BLANK && isSixFours(from)) return from + 29;
  if (CODES[from + 4] !== BLANK || CODES[from + 9] !== BLANK || CODES[from + 14] !== BLANK) return 0;
  if (KIND[CODES[from + 19]!] !== 0) return 0;
  for (let start = from; start < from + 20; start += 5) if (!isLettersOnly(start, start + 4)) return 0;
  countPairs(from, from + 19);
  return pairs.odd > 2 ? from + 19 : 0;
}

function isSixFours(from: number): boolean {
  for (let group = from; group < from + 30; group += 5) {
    for (let at = group; at < group + 4; at++) if (KIND[CODES[at]!] === 0) return false;
    if (KIND[CODES[group + 4]!] !== 0) return false;
  }
  return hasDigit(from, from + 29);
}

/** Where the words of a wallet's seed end, 12 or more, or 0. */
export function seedEnd(from: number): number {
  if (KIND[CODES[from]!] !== LOWER || !isSeed(from, from + 80)) return 0;
  let [at, end] = [from, from];
  for (let words = 1; words <= 24; words++) {
    while (KIND[CODES[at]!] === LOWER) at++;
    if (at - end < 3 || at - end > 9) break;
    end = at;
    if (CODES[at] !== BLANK) break;
    at++;
  }
  return isSentence(from, end) ? 0 : end;
}

/** {name=Anna, password=Tulip river amber, …}: where the words of a value end that a form of settings holds, or 0. */
export function phraseEnd(from: number): number {
  if (!isLetter(CODES[from]!)) return 0;
  let [at, words] = [from, 0];
  for (; words < MOST_PHRASE; words++) {
    const start = at;
    while (isLetter(CODES[at]!) && at < start + MOST_PHRASE_WORD) at++;
    if (at - start < 3) return 0;
    if (CODES[at] !== BLANK || !isLetter(CODES[at + 1]!)) break;
    // The next name of a record without commas.
    if (words > 0 && isNextName(at + 1)) break;
    at++;
  }
  if (words === 0 || words === MOST_PHRASE || isSentence(from, at)) return 0;
  return isLineEnd(CODES[at]!) || CODES[at] === 0 || ENDS_FIELD[CODES[at]!] === 1 || isNextName(at + 1)
    ? at
    : 0;
}

/** ProhibitLogin:false */
function isNextName(from: number): boolean {
  let at = from;
  while (isLetter(CODES[at]!) && at < from + 24) at++;
  return at > from && CODES[at] === COLON && CODES[at + 1]! > BLANK && KIND[CODES[from]!] === UPPER;
}

/** Nine or more small words: the seed of a wallet. */
export function isSeed(from: number, to: number): boolean {
  let at = from;
  for (let words = 0; words < 9; words++) {
    const start = at;
    while (at < to && KIND[CODES[at]!] === LOWER) at++;
    if (at - start < 3 || at - start > 8 || at >= to || CODES[at++] !== BLANK) return false;
  }
  return true;
}

/** Capitals amid small letters as no name made of words has them. */
export function hasOddCase(from: number, to: number): boolean {
  let [borders, short, run] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const kind = KIND[CODES[at]!]!;
    if (kind === LOWER) {
      if (++run > 4) return false;
      continue;
    }
    if (kind !== UPPER) return false;
    if (run > 0) borders++;
    if (run === 1 || run === 2) short++;
    run = 0;
  }
  return borders >= 3 && short >= 2;
}
