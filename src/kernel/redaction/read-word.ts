import { KIND, LOWER, UPPER } from './characters.ts';
import { CODES } from './text-window.ts';
import { FIRST, numberWith } from './word-list.ts';

/** Where the word begins that was read last, and its number in lists of words. */
export const word = { from: 0, number: 0 };

/** Reads the last word before a place and says where it ends: dbPassword, DB-PASSWORD and db.password2 have the same. */
export function readWord(least: number, place: number): number {
  let to = place;
  while (to > least && (KIND[CODES[to - 1]!]! & (LOWER | UPPER)) === 0) to--;
  let [at, number, later] = [to, FIRST, 0];
  while (at > least) {
    const code = CODES[at - 1]!;
    const kind = KIND[code]!;
    if (kind === LOWER ? later === UPPER : kind !== UPPER) break;
    at--;
    number = numberWith(number, code);
    // A capital before small letters begins the word.
    if (kind === UPPER && later === LOWER) break;
    later = kind;
  }
  word.from = at;
  word.number = number;
  return to;
}
