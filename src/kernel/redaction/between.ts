import { DIGITS, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import {
  behindBlanks,
  compoundLength,
  MOST_INDENT,
  quoteLength,
  typeEnd,
  writtenSignLength,
} from './punctuation.ts';
import { CODES } from './text-window.ts';

const [QUOTE, APOSTROPHE, BRACE, COLON, EQUALS, GREATER, OPENING, CLOSING] = [34, 39, 40, 58, 61, 62, 91, 93];
/** The type of a variable, or what is called to make a value of a string. */
const IN_TYPE = tableOf(`${LETTERS}${DIGITS}_&<>[].'?:`);
const IN_CALLEE = tableOf(`${LETTERS}${DIGITS}_[].: `);
const MOST_TYPE = 24;

/** What stands between a name and its value: a sign and a quote. */
export class Between {
  from: number = 0;
  quote: number = 0;
  length: number = 0;
  sign: number = 0;
  hasBlank: boolean = false;
  /** The value is given to a call: []byte("…"), Buffer.from("…"). */
  isWrapped: boolean = false;

  /** Reads what closes the name, a sign, and what opens the value; false where there is no sign. */
  read(end: number): boolean {
    let at = end + quoteLength(end);
    if (CODES[at] === CLOSING) at++;
    const before = at;
    at = behindBlanks(at, MOST_INDENT);
    this.hasBlank = at > before;
    const type = this.hasBlank ? typeEnd(at) : -1;
    if (type > 0) at = behindBlanks(type, MOST_INDENT);
    const sign = CODES[at]!;
    const compound = compoundLength(at);
    if (compound > 0) {
      at += compound;
    } else if (sign === COLON || sign === EQUALS) {
      at++;
      const second = CODES[at];
      if (second === EQUALS || (sign === EQUALS && second === GREATER)) at++;
    } else {
      const length = writtenSignLength(at);
      if (length === 0) return false;
      at += length;
    }
    const behind = behindBlanks(at);
    this.hasBlank ||= behind > at;
    this.sign = compound > 0 ? EQUALS : sign;
    this.isWrapped = false;
    this.#open(behind, behind);
    if (this.length === 0) this.#literal(behind, this.sign);
    return true;
  }

  #open(quote: number, from: number): void {
    this.quote = quote;
    this.length = quoteLength(quote);
    this.from = this.length > 0 ? quote + this.length : from;
  }

  /** b"…", N'…', ["…", …]; behind a type, a sign of its own; or in a call. */
  #literal(at: number, sign: number): void {
    const code = CODES[at]!;
    const isLetter = (KIND[code]! & (UPPER | LOWER)) !== 0;
    if ((isLetter || code === OPENING) && isQuote(CODES[at + 1]!)) {
      this.#open(at + 1, at);
      // What stands in a list may be anything.
      this.isWrapped = code === OPENING;
      return;
    }
    if (!isLetter && code !== OPENING && code !== 38) return;
    let end = at;
    if (sign === COLON) {
      while (end < at + MOST_TYPE && IN_TYPE[CODES[end]!] === 1) end++;
      const second = behindBlanks(end);
      const quote = behindBlanks(second + 1);
      if (CODES[second] === EQUALS && isQuote(CODES[quote]!)) this.#open(quote, at);
      return;
    }
    while (end < at + MOST_TYPE && IN_CALLEE[CODES[end]!] === 1) end++;
    if (CODES[end] !== BRACE || !isQuote(CODES[end + 1]!)) return;
    this.#open(end + 1, at);
    this.isWrapped = true;
  }
}

const isQuote = (code: number) => code === QUOTE || code === APOSTROPHE;
