import { DIGIT, KIND, LOWER, UPPER } from './characters.ts';

/** So much of a value decides: what is longer is no better known. */
const LOOKED_AT = 64;
const DASH = 45;

/** Told apart by their last six bits and their case; enough to count how many differ. */
const seen = new Uint32Array(128);
let round = 0;

/**
 * Whether a part of a text looks made by chance and not by a person: letters and digits without order. Words change
 * from small letters to capital ones and digits at their borders only, and use few different letters.
 */
export function looksRandom(text: string, from: number, to: number, least = 12): boolean {
  const length = Math.min(to - from, LOOKED_AT);
  if (length < least) return false;
  round++;
  let [digits, letters, hex, changes, differing, longWord, run, dashes] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [before, kinds] = [0, 0];
  for (let at = from; at < from + length; at++) {
    const code = text.charCodeAt(at);
    const kind = KIND[code]!;
    if (code < 128 && seen[code] !== round) {
      seen[code] = round;
      differing++;
    }
    if (kind === DIGIT) digits++;
    else if (kind !== 0) letters++;
    if (code === DASH) dashes++;
    const small = code | 32;
    if (kind === DIGIT || (small >= 97 && small <= 102)) hex++;
    // A capital before small letters begins a word; everything else that changes does not.
    if (kind !== before && before !== 0 && kind !== 0 && !(before === UPPER && kind === LOWER)) changes++;
    run = kind === LOWER ? run + 1 : 0;
    if (run === 5) longWord += 5;
    else if (run > 5) longWord++;
    before = kind;
    kinds |= kind;
  }
  const isOneCase = (kinds & (UPPER | LOWER)) !== (UPPER | LOWER);
  if (digits === 0 && (isOneCase || letters < 16 || changes < length / 5)) return false;
  if (hex + dashes === length && letters > 0)
    return differing >= 7 && (dashes === 0 || dashes >= 3 || length > 30);
  if (letters === 0 || letters + digits < length * 0.75) return false;
  const isMixed = changes >= length / 4 || (changes >= length / 8 && longWord < length * 0.6);
  return isMixed && differing >= Math.min(9, length * 0.6);
}
