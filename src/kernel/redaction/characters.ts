/** What kind of character a code is; one look at a table is all that most of a text costs. */
export const DIGIT = 1;
export const UPPER = 2;
export const LOWER = 4;
/** The low line, which joins words and is part of keys. */
export const JOINER = 8;

export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const DIGITS = '0123456789';

const CODES = 65_536;
/** For every code unit, so that none needs a check of its range. */
export const KIND = new Uint8Array(CODES);
for (const [range, kind] of [
  ['09', DIGIT],
  ['AZ', UPPER],
  ['az', LOWER],
  ['__', JOINER],
] as const)
  for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code++) KIND[code] = kind;

/** Of one large piece of memory a system gives only what is touched: of a table that is one page of sixteen. */
const TOGETHER = 32;
let room = new ArrayBuffer(0);
let taken = 0;

/** A table that holds 1 for these characters. */
export function tableOf(characters: Iterable<string>): Uint8Array {
  if (taken === room.byteLength) {
    room = new ArrayBuffer(TOGETHER * CODES);
    taken = 0;
  }
  const table = new Uint8Array(room, taken, CODES);
  taken += CODES;
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Two neighbouring characters as one index; 0 where one is not ASCII. */
export function pairOf(first: number, second: number): number {
  return (first | second) < 128 ? first * 128 + second : 0;
}
export const PAIRS = 128 * 128;
