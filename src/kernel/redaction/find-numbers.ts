/** Numbers that point to a person, where a word begins. Each function says where the number ends, or -1. */
import { hasIbanCheck, ibanLengths, isCardNumber, isSocialSecurityNumber } from '../recognizers-check.ts';
import { DIGIT, KIND } from './characters.ts';

const BLANK = 32;
const DASH = 45;
const NEITHER = -1;

/** A payment card: in one piece, in four groups of four, or as American Express prints it. */
export function cardEnd(text: string, start: number, end: number): number {
  if (!beginsCard(text.charCodeAt(start))) return NEITHER;
  const length = end - start;
  const to =
    length >= 13 && length <= 19 ? end : length === 4 ? groupsEnd(text, end, text.charCodeAt(end)) : NEITHER;
  if (to < 0 || KIND[text.charCodeAt(to)] || text.charCodeAt(to) === DASH) return NEITHER;
  return hasCheckDigit(text, start, to) && isCardNumber(text.slice(start, to)) ? to : NEITHER;
}

/** Luhn's sum of the digits between two places. */
function hasCheckDigit(text: string, from: number, to: number): boolean {
  let sum = 0;
  let isSecond = false;
  for (let at = to - 1; at >= from; at--) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0) continue;
    sum += !isSecond ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
    isSecond = !isSecond;
  }
  return sum % 10 === 0;
}

/** Networks begin with 2 to 6; 1 is an airline's. */
const beginsCard = (code: number) => code >= 50 && code <= 54;

function groupsEnd(text: string, end: number, sign: number): number {
  if (sign !== BLANK && sign !== DASH) return NEITHER;
  const second = digitsAt(text, end + 1);
  if (second === 6) {
    const third = text.charCodeAt(end + 7) === sign ? digitsAt(text, end + 8) : 0;
    return third === 4 || third === 5 ? end + 8 + third : NEITHER;
  }
  if (second !== 4 || text.charCodeAt(end + 5) !== sign || digitsAt(text, end + 6) !== 4) return NEITHER;
  return text.charCodeAt(end + 10) === sign && digitsAt(text, end + 11) === 4 ? end + 15 : NEITHER;
}

function digitsAt(text: string, from: number): number {
  let at = from;
  while (at < from + 7 && KIND[text.charCodeAt(at)] === DIGIT) at++;
  return at - from;
}

/** Three digits, two, four. */
export function socialSecurityEnd(text: string, start: number): number {
  const to = start + 11;
  if (
    text.charCodeAt(start + 6) !== DASH ||
    digitsAt(text, start + 4) !== 2 ||
    digitsAt(text, start + 7) !== 4
  )
    return NEITHER;
  if (KIND[text.charCodeAt(to)] || text.charCodeAt(to) === DASH) return NEITHER;
  return isSocialSecurityNumber(text.slice(start, to)) ? to : NEITHER;
}

/** As long as those of its country, in one piece or in groups, with the right check digits. */
export function ibanEnd(text: string, start: number): number {
  if (KIND[text.charCodeAt(start + 2)] !== DIGIT || KIND[text.charCodeAt(start + 3)] !== DIGIT)
    return NEITHER;
  const length = ibanLengths.get(text.slice(start, start + 2));
  if (length === undefined) return NEITHER;
  let plain = '';
  let at = start;
  while (plain.length < length) {
    const code = text.charCodeAt(at);
    const isCapital = code >= 65 && code <= 90;
    if (isCapital || KIND[code] === DIGIT) plain += text[at];
    else if (code !== BLANK || plain.length % 4 !== 0) return NEITHER;
    at++;
  }
  return !KIND[text.charCodeAt(at)] && hasIbanCheck(plain) ? at : NEITHER;
}
