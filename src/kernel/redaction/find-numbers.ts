/** Numbers that point to a person, where a word begins. Each function says where the number ends, or -1. */
import { beginsCard, ibanLengths } from '../recognizers-check.ts';
import { DIGIT, KIND, PAIRS, pairOf, UPPER } from './characters.ts';
import { CODES } from './text-window.ts';

const BLANK = 32;
const DASH = 45;
const ZERO = 48;
const NEITHER = -1;

/** A payment card: in one piece, in four groups of four, or as American Express prints it. */
export function cardEnd(start: number, end: number): number {
  const first = CODES[start]!;
  // Networks begin with 2 to 6; 1 is an airline's.
  if (first < 50 || first > 54) return NEITHER;
  const length = end - start;
  if (length === 4 && isGroup(start - 5)) return NEITHER;
  // Numbers of 17 and 18 digits are ids, and of 15 only one network's.
  if (length === 17 || length === 18 || (length === 15 && !isAmex(start))) return NEITHER;
  const to = length >= 13 && length <= 19 ? end : length === 4 ? groupsEnd(end, CODES[end]!) : NEITHER;
  if (to < 0 || KIND[CODES[to]!] !== 0 || CODES[to] === DASH) return NEITHER;
  if (length === 4 && isGroup(to + 1)) return NEITHER;
  return sumOf(start, to) % 10 === 0 && isCard(start, to) ? to : NEITHER;
}

const isAmex = (at: number) => CODES[at] === 51 && (CODES[at + 1] === 52 || CODES[at + 1] === 55);

/** Four characters with blanks around: of numbers in a table, which are no cards. */
const isGroup = (from: number) =>
  CODES[from - 1]! <= BLANK &&
  CODES[from + 4]! <= BLANK &&
  KIND[CODES[from]!]! > 0 &&
  KIND[CODES[from + 1]!]! > 0 &&
  KIND[CODES[from + 2]!]! > 0 &&
  KIND[CODES[from + 3]!]! > 0 &&
  (KIND[CODES[from + 3]!] === DIGIT || KIND[CODES[from]!] === DIGIT);

/** What a digit counts when it is doubled, by its code. */
const DOUBLED = Uint8Array.from(
  { length: 128 },
  (_, code) => [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][code - ZERO] ?? 0,
);

/** Luhn's sum of the digits between two places. */
function sumOf(from: number, to: number): number {
  if (to - from === 19 && KIND[CODES[from + 4]!] === 0)
    return sumOfFour(from) + sumOfFour(from + 5) + sumOfFour(from + 10) + sumOfFour(from + 15);
  let [sum, isDoubled] = [0, false];
  for (let at = to - 1; at >= from; at--) {
    const code = CODES[at]!;
    if (code < ZERO) continue;
    sum += isDoubled ? DOUBLED[code]! : code - ZERO;
    isDoubled = !isDoubled;
  }
  return sum;
}

/** Of a group in a number of an even number of digits. */
const sumOfFour = (at: number) =>
  DOUBLED[CODES[at]!]! + CODES[at + 1]! + DOUBLED[CODES[at + 2]!]! + CODES[at + 3]! - 2 * ZERO;

/** Of a network, and not one digit again and again. */
function isCard(from: number, to: number): boolean {
  const first = CODES[from]!;
  let [count, same] = [0, 0];
  for (let at = from; at < to; at++) {
    if (CODES[at]! >= ZERO) count++;
    if (CODES[at] === first) same++;
  }
  return same < count && beginsCard(first - ZERO, CODES[from + 1]! - ZERO, count);
}

function groupsEnd(end: number, sign: number): number {
  if (sign !== BLANK && sign !== DASH) return NEITHER;
  const second = digitsAt(end + 1);
  if (second === 6) {
    const third = CODES[end + 7] === sign ? digitsAt(end + 8) : 0;
    return third === 4 || third === 5 ? end + 8 + third : NEITHER;
  }
  if (second !== 4 || CODES[end + 5] !== sign || digitsAt(end + 6) !== 4) return NEITHER;
  return CODES[end + 10] === sign && digitsAt(end + 11) === 4 ? end + 15 : NEITHER;
}

function digitsAt(from: number): number {
  let at = from;
  while (at < from + 7 && KIND[CODES[at]!] === DIGIT) at++;
  return at - from;
}

/** Three digits, two, four. */
export function socialSecurityEnd(start: number): number {
  if (digitsAt(start + 4) !== 2 || CODES[start + 6] !== DASH || digitsAt(start + 7) !== 4) return NEITHER;
  const to = start + 11;
  if (KIND[CODES[to]!] !== 0 || CODES[to] === DASH) return NEITHER;
  const area = numberAt(start, 3);
  const isGiven = area > 0 && area !== 666 && area < 900 && numberAt(start + 4, 2) > 0;
  return isGiven && numberAt(start + 7, 4) > 0 ? to : NEITHER;
}

function numberAt(from: number, length: number): number {
  let number = 0;
  for (let at = from; at < from + length; at++) number = number * 10 + CODES[at]! - ZERO;
  return number;
}

const IBAN_LENGTHS = new Uint8Array(PAIRS);
for (const [country, length] of ibanLengths)
  IBAN_LENGTHS[pairOf(country.charCodeAt(0), country.charCodeAt(1))] = length;

/** What a digit or a capital counts, and one more, by its code. */
const IBAN_VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  KIND[code] === DIGIT ? code - ZERO + 1 : KIND[code] === UPPER ? code - 54 : 0,
);

/** A country and two digits: they run from 02 to 98; 00, 01 and 99 would leave the same rest as three of them. */
function beginsIban(start: number): boolean {
  if (IBAN_LENGTHS[pairOf(CODES[start]!, CODES[start + 1]!)] === 0 || digitsAt(start + 2) < 2) return false;
  const check = numberAt(start + 2, 2);
  return check >= 2 && check <= 98;
}

/** As long as those of its country, in one piece or in groups, with the right check digits; for what begins like one. */
function ibanEnd(start: number): number {
  const length = IBAN_LENGTHS[pairOf(CODES[start]!, CODES[start + 1]!)]!;
  const check = numberAt(start + 2, 2);
  let [rest, count, at] = [0, 4, start + 4];
  while (count < length) {
    const code = CODES[at++]!;
    const value = code < 128 ? IBAN_VALUES[code]! : 0;
    if (value > 0) {
      rest = rest * (value > 10 ? 100 : 10) + value - 1;
      if (rest > 20_000_000) rest %= 97;
      count++;
    } else if (code !== BLANK || (count & 3) !== 0) return NEITHER;
  }
  if (KIND[CODES[at]!] !== 0) return NEITHER;
  const country = (CODES[start]! - 55) * 100 + CODES[start + 1]! - 55;
  return (((rest % 97) * 10_000 + country) * 100 + check) % 97 === 1 ? at : NEITHER;
}

const MOST_IBAN = 42;

/** IBANs where a word begins. */
export class IbanFinder {
  /** Where one was looked for last, and how many near it before. */
  #at = -MOST_IBAN;
  #depth = 0;

  shift(by: number): void {
    this.#at -= by;
  }

  endOf(start: number): number {
    if (!beginsIban(start)) return NEITHER;
    this.#depth = start < this.#at + MOST_IBAN ? this.#depth + 1 : 0;
    // A text may be all beginnings of them.
    if (this.#depth > 3 && start < this.#at + MOST_IBAN / 2) return NEITHER;
    this.#at = start;
    const end = ibanEnd(start);
    if (end > 0) this.#depth = 0;
    return end;
  }
}
