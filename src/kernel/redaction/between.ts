import { DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { behindLineBreak } from './next-place.ts';
import {
  behindBlanks,
  behindRemark,
  compoundLength,
  MOST_INDENT,
  quoteLength,
  typeEnd,
  writtenSignLength,
} from './punctuation.ts';
import { readWord, word } from './read-word.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [QUOTE, APOSTROPHE, BRACE, COLON, EQUALS, GREATER, OPENING, CLOSING] = [34, 39, 40, 58, 61, 62, 91, 93];
const WIDE_COLON = 0xff_1a;
/** The type of a variable, or what is called to make a value of a string. */
const IN_TYPE = tableOf(`${LETTERS}${DIGITS}_&<>[].'?:`);
const IN_CALLEE = tableOf(`${LETTERS}${DIGITS}_[].: `);
const MOST_TYPE = 24;
/** on field 'password': rejected value […] */
const REJECTED = Array.from('rejected value [', (letter) => letter.charCodeAt(0));
/** What these are called with is the value itself, in another form. */
const KEEPS = new WordList(
  saying(
    1,
    `some just of ofnullable pure return right string str text bytes byte buffer from valueof frombase64 secret secretstr secretstring
  securestring sensitive redacted stringptr ptr pointer quote encode urlencode encodeuricomponent md sha bcrypt hash hashpw
  encrypt password optional`,
  ),
);

/** What stands between a name and its value: a sign and a quote. */
export class Between {
  from: number = 0;
  quote: number = 0;
  length: number = 0;
  sign: number = 0;
  hasBlank: boolean = false;
  /** The value is given to a call that may do anything with it: env("…"); not so Some("…"), []byte("…"). */
  isWrapped: boolean = false;

  /** Reads what closes the name, a sign, and what opens the value; false where there is no sign. */
  read(end: number): boolean {
    let at = end + quoteLength(end);
    if (CODES[at] === CLOSING) at++;
    else if (CODES[at] === OPENING) at = behindIndex(at);
    const before = at;
    at = behindBlanks(at, MOST_INDENT);
    this.hasBlank = at > before;
    if (CODES[at] === BRACE && this.hasBlank) at = behindRemark(at);
    const type = this.hasBlank ? typeEnd(at) : -1;
    if (type > 0) at = behindBlanks(type, MOST_INDENT);
    const sign = CODES[at]!;
    const compound = compoundLength(at);
    if (compound > 0) {
      at += compound;
    } else if (sign === COLON || sign === EQUALS || sign === WIDE_COLON) {
      at++;
      const second = CODES[at];
      if (second === EQUALS || (sign === EQUALS && second === GREATER)) at++;
      if (second === EQUALS && CODES[at] === EQUALS) at++;
      // userPassword:: of LDIF
      if (second === COLON && CODES[at + 1] === 32) at++;
    } else {
      const length = writtenSignLength(at);
      if (length === 0) return false;
      at += length;
    }
    let behind = behindBlanks(at, MOST_INDENT);
    if (CODES[at - 1] === GREATER) behind = behindLineBreak(behind);
    this.hasBlank ||= behind > at;
    this.sign = compound > 0 ? EQUALS : sign === WIDE_COLON ? COLON : sign;
    this.isWrapped = false;
    const said = behind + REJECTED.length;
    if (CODES[behind] === REJECTED[0] && REJECTED.every((code, i) => CODES[behind + i] === code)) {
      this.#open(said, said);
    } else this.#open(behind, behind);
    if (this.length === 0) this.#literal(this.from, this.sign);
    return true;
  }

  #open(quote: number, from: number): void {
    this.quote = quote;
    this.length = quoteLength(quote);
    if (this.length === 1 && CODES[quote + 1] === CODES[quote] && CODES[quote + 2] === CODES[quote]) {
      this.quote += 2;
      this.from = quote + 3;
    } else this.from = this.length > 0 ? quote + this.length : from;
  }

  /** b"…", N'…', ["…", …]; behind a type, a sign of its own; or in a call. */
  #literal(at: number, sign: number): void {
    const code = CODES[at]!;
    const isLetter = (KIND[code]! & (UPPER | LOWER)) !== 0;
    const inside = code === OPENING && CODES[at + 1] === 32 ? at + 2 : at + 1;
    if ((isLetter || code === OPENING) && isQuote(CODES[inside]!)) {
      this.#open(inside, at);
      // What stands in a list may be anything.
      this.isWrapped = code === OPENING;
      return;
    }
    if (!isLetter && code !== OPENING && code !== 38) return;
    let end = at;
    if (sign === COLON) {
      // [u8; 16]
      if (code === OPENING) while (end < at + MOST_TYPE && CODES[end] !== CLOSING) end++;
      while (end < at + MOST_TYPE && IN_TYPE[CODES[end]!] === 1) end++;
      const inside = behindLineBreak(end + 1);
      if (CODES[end] === BRACE && isQuote(CODES[inside]!) && keeps(at, end)) {
        this.#open(inside, at);
        return;
      }
      const second = behindBlanks(end);
      let quote = behindBlanks(second + 1);
      // *b"…"
      while (quote < second + 6 && (CODES[quote] === 42 || CODES[quote] === 98)) quote++;
      if (CODES[second] === EQUALS && isQuote(CODES[quote]!)) this.#open(quote, at);
      return;
    }
    while (end < at + MOST_TYPE && IN_CALLEE[CODES[end]!] === 1) end++;
    const quote = behindLineBreak(end + 1);
    if (CODES[end] !== BRACE || !isQuote(CODES[quote]!)) return;
    this.#open(quote, at);
    this.isWrapped = !keeps(at, end);
  }
}

function keeps(from: number, to: number): boolean {
  readWord(from, to);
  return KEEPS.saidOfNumber(word.number) !== 0;
}

/** key[16] */
function behindIndex(from: number): number {
  let at = from + 1;
  while (at < from + 12 && CODES[at] !== CLOSING && CODES[at]! > 32) at++;
  return CODES[at] === CLOSING ? at + 1 : from;
}

const isQuote = (code: number) => code === QUOTE || code === APOSTROPHE;
