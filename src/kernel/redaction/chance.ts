import { DIGIT, DIGITS, JOINER, KIND, LOWER, tableOf, UPPER } from './characters.ts';
import { spend } from './effort.ts';
import { countPairs, pairs } from './letter-pairs.ts';
import { CODES } from './text-window.ts';

/** So much of a value decides: what is longer is no better known. */
const LOOKED_AT = 64;
/** In what is shorter, letters prove nothing. */
const LEAST_ODD = 12;
const IN_HEX = tableOf(`${DIGITS}abcdefABCDEF-`);

/** Which characters were seen in which round of looking. */
const seen = new Uint32Array(128);
let round = 0;

/**
 * Whether a part of the window looks made by chance and not by a person: letters and digits without order. Words change
 * from small letters to capital ones and digits at their borders only, and use few different letters.
 */
export function looksRandom(from: number, to: number, least = 12): boolean {
  const length = Math.min(to - from, LOOKED_AT);
  if (length < least) return false;
  const end = from + length;
  spend(1 + (length >> 3));
  let [digits, letters, changes, before, kinds] = [0, 0, 0, 0, 0];
  for (let at = from; at < end; at++) {
    const kind = KIND[CODES[at]!]!;
    if (kind === DIGIT) digits++;
    else if (kind !== 0) letters++;
    // A capital before small letters begins a word; everything else that changes does not.
    if (kind !== before && before !== 0 && kind !== 0 && !(before === UPPER && kind === LOWER)) changes++;
    before = kind;
    kinds |= kind;
  }
  const isOneCase = (kinds & (UPPER | LOWER)) !== (UPPER | LOWER);
  if (letters === 0 || letters + digits < length * 0.75) return false;
  const isHex = lengthOfHex(from, end) === length;
  if (!isHex) {
    countPairs(from, end);
    if (countDiffering(from, end) < Math.min(9, length * 0.6)) return false;
    // Neither are letters in order that no language has.
    if (length >= LEAST_ODD && pairs.odd >= 4 && pairs.odd >= pairs.all * (digits > 0 ? 0.33 : 0.42))
      return true;
    if (digits === 0 && (isOneCase || letters < 16 || changes < length / 5)) return false;
    const [least, most] = kinds & JOINER ? [5, 0.2] : [8, 0.12];
    const isWords = digits < length / 8 && pairs.all >= least && pairs.odd < pairs.all * most;
    if (changes < length / 8 || isWords) return false;
    return changes >= length / 4 || lettersOfWords(from, end) < length * 0.6;
  }
  if (digits === 0) return false;
  const differing = countDiffering(from, end);
  const dashes = length - letters - digits;
  return differing >= 7 && (dashes === 0 || dashes >= 3 || length > 30);
}

/** How much of it is hexadecimal, with dashes. */
function lengthOfHex(from: number, to: number): number {
  let at = from;
  while (at < to && IN_HEX[CODES[at]!] === 1) at++;
  return at - from;
}

function countDiffering(from: number, to: number): number {
  round++;
  let differing = 0;
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    if (code < 128 && seen[code] !== round) {
      seen[code] = round;
      differing++;
    }
  }
  return differing;
}

/** How many small letters stand with at least four others. */
export function lettersOfWords(from: number, to: number): number {
  let [sum, run] = [0, 0];
  for (let at = from; at < to; at++) {
    run = KIND[CODES[at]!] === LOWER ? run + 1 : 0;
    if (run === 5) sum += 5;
    else if (run > 5) sum++;
  }
  return sum;
}

/** Not one sign again and again, nor plain words. */
export function isVaried(from: number, to: number): boolean {
  round++;
  let [differing, shown] = [0, 0];
  const end = Math.min(to, from + LOOKED_AT);
  for (let at = from; at < end; at++) {
    const code = CODES[at]!;
    if (KIND[code]! & (DIGIT | UPPER)) shown++;
    if (code < 128 && seen[code] !== round) {
      seen[code] = round;
      differing++;
    }
    if (differing >= 4 && shown >= 2) return true;
  }
  return false;
}
