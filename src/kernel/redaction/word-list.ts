import { CODES } from './text-window.ts';

/**
 * Words with what is said of each, as bits, known by a number that is made of their letters, whatever their case. That
 * two words have one number does not happen by chance; who makes one on purpose has a harmless word taken for another.
 */
export class WordList {
  readonly #numbers: Int32Array;
  readonly #said: Uint16Array;

  constructor(words: Iterable<readonly [word: string, said: number]>) {
    const all = Array.from(words);
    let size = 64;
    while (size < 4 * all.length) size *= 2;
    this.#numbers = new Int32Array(size);
    this.#said = new Uint16Array(size);
    for (const [word, said] of all) {
      let number = FIRST;
      for (let at = word.length - 1; at >= 0; at--) number = numberWith(number, word.charCodeAt(at));
      const slot = this.#slotOf(number);
      this.#numbers[slot] = number;
      this.#said[slot]! |= said;
    }
  }

  /** What is said of the word between two places of the window; 0 if nothing. */
  saidOf(from: number, to: number): number {
    const codes = CODES;
    let number = FIRST;
    for (let at = to - 1; at >= from; at--) number = numberWith(number, codes[at]!);
    return this.saidOfNumber(number);
  }

  /** The same for the number of a word, which was made from its last letter on. */
  saidOfNumber(number: number): number {
    return this.#said[this.#slotOf(number)]!;
  }

  #slotOf(number: number): number {
    const mask = this.#numbers.length - 1;
    let slot = (number ^ (number >>> 15)) & mask;
    while (this.#said[slot] !== 0 && this.#numbers[slot] !== number) slot = (slot + 1) & mask;
    return slot;
  }
}

/** The number of no letters. */
export const FIRST = -2_128_831_035;
export const numberWith = (number: number, code: number) => Math.imul(number ^ (code | 32), 16_777_619);

/** Each word of a text with the same said of it. */
export function saying(said: number, words: string): (readonly [string, number])[] {
  return words.split(/\s+/).map((word) => [word, said] as const);
}
