/** Codes for one use: a few digits, or groups of them, somewhere behind the word that names them. */
import { DIGIT, KIND, tableOf } from './characters.ts';
import { spend } from './effort.ts';
import { readWord, word } from './read-word.ts';
import { SURE } from './secret-names.ts';
import { CODES } from './text-window.ts';
import type { Name } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [BLANK, HASH, PERCENT, PLUS, DASH, POINT, COLON] = [32, 35, 37, 43, 45, 46, 58];
const MOST_BETWEEN = 48;
const [LEAST, LEAST_TOLD, MOST] = [4, 5, 8];
const NAMES = new WordList(saying(1, 'code codes pin otp passcode'));
/** Words that give a code: your code is …; the code: … */
const GIVES = new WordList(saying(1, 'is was entered enter ist lautet used'));
/** Before the digits. */
const OPENS = tableOf(' +:"\'`*([>');
const BETWEEN_CODES = tableOf(' ,;"\'`/|\t');
const MOST_APART = 5;

/** Where the code ends that a name is followed by, or -1, and where it begins. */
export const code = { from: 0 };

export const namesCode = ({ from, end }: Name) => {
  readWord(from, end);
  return NAMES.saidOfNumber(word.number) !== 0;
};

export function codeEnd(name: Name): number {
  let [at, isTold] = [name.end, false];
  const most = name.end + MOST_BETWEEN;
  spend(1);
  while (at < most && CODES[at]! >= BLANK) {
    const kind = KIND[CODES[at]!]!;
    if (kind === 0) {
      if (CODES[at] === COLON) isTold = true;
      // A sentence ended.
      if (CODES[at] === POINT && CODES[at + 1] === BLANK) return -1;
      at++;
      continue;
    }
    const start = at;
    let kinds = 0;
    while (KIND[CODES[at]!] !== 0) kinds |= KIND[CODES[at++]!]!;
    if ((kinds & DIGIT) === 0) {
      isTold ||= GIVES.saidOf(start, at) !== 0;
      continue;
    }
    if (OPENS[CODES[start - 1]!] === 0) return -1;
    code.from = start;
    return kinds === DIGIT ? digitsEnd(name, start, at, isTold) : groupsEnd(name, start, at);
  }
  return -1;
}

function digitsEnd(name: Name, start: number, end: number, isTold: boolean): number {
  let to = end;
  // 123 456
  if (end - start === 3 && (CODES[end] === BLANK || CODES[end] === DASH) && isThree(end + 1)) to = end + 4;
  const length = to - start;
  const least = name.suspicion === SURE ? LEAST : LEAST_TOLD;
  if (length < least || length > MOST || (name.suspicion !== SURE && !isTold)) return -1;
  const next = CODES[to]!;
  const isPart = next === PERCENT || next === COLON || next === DASH || next === PLUS;
  const isFraction = next === POINT && KIND[CODES[to + 1]!] === DIGIT;
  if (isPart || isFraction || isYear(start, to)) return -1;
  return next === HASH ? to + 1 : to;
}

const isThree = (at: number) =>
  KIND[CODES[at]!] === DIGIT &&
  KIND[CODES[at + 1]!] === DIGIT &&
  KIND[CODES[at + 2]!] === DIGIT &&
  KIND[CODES[at + 3]!] === 0;

const isYear = (from: number, to: number) =>
  to - from === 4 &&
  ((CODES[from] === 49 && CODES[from + 1] === 57) || (CODES[from] === 50 && CODES[from + 1] === 48));

/** df26d-c117c: of those that one keeps. */
function groupsEnd(name: Name, start: number, end: number): number {
  if (name.suspicion !== SURE) return -1;
  let [to, groups] = [end, 1];
  if (end - start < 4 || end - start > 6) return -1;
  while (CODES[to] === DASH) {
    let at = to + 1;
    while (KIND[CODES[at]!] !== 0) at++;
    if (at - to < 5 || at - to > 7) return -1;
    to = at;
    groups++;
  }
  return groups > 1 ? likesEnd(start, to) : -1;
}

/** Codes come in lists: what is written like the first one and follows it is one, too. */
export function likesEnd(start: number, end: number): number {
  let to = end;
  for (;;) {
    let at = to;
    while (at < to + MOST_APART && BETWEEN_CODES[CODES[at]!] === 1) at++;
    if (at === to || !isAlike(start, end, at)) return to;
    to = at + end - start;
  }
}

function isAlike(start: number, end: number, from: number): boolean {
  for (let at = start; at < end; at++)
    if ((KIND[CODES[at]!] === 0) !== (KIND[CODES[from + at - start]!] === 0)) return false;
  return KIND[CODES[from + end - start]!] === 0;
}
