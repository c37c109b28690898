import { KIND, LOWER, UPPER } from './characters.ts';
import { CODES } from './text-window.ts';

/** By its first letter: which second letters the words of European languages and the names of programs often have. */
const COMMON = `abcdfgiklmnprstuvwyz abeilorsuy acehiklorstuy adegilorsuvy abcdefgiklmnopqrstuvwxy aefilortu aeghilnorsu aehiortuy
  abcdefgiklmnoprstvz aeosu aeinos acdefiklmostuvy abeimnopsuy acdefgiknostuvy abcdfgiklmnoprstuvwxy aehiloprstu u
  acdefgiklmnorstuvy aceghiklmnopqrstuwy acehilmorstuwy abcdegilmnprst aeio aehinors aceipt elmnops aeio`;

/** By two letters, whatever their case: 1 for those that follow each other in words. */
const IS_COMMON = new Uint8Array(32 * 32);
for (const [first, seconds] of COMMON.split(/\s+/).entries())
  for (const second of seconds) IS_COMMON[((first + 1) << 5) | (second.charCodeAt(0) & 31)] = 1;

/** How many pairs of neighbouring letters there are, and how many of them words do not have. */
export const pairs = { all: 0, odd: 0 };

/** Counts them between two places; where a capital follows a small letter, a new word begins. */
export function countPairs(from: number, to: number): void {
  let [all, odd, before, kindBefore] = [0, 0, 0, 0];
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    const kind = KIND[code]! & (UPPER | LOWER);
    if (kind !== 0 && kindBefore !== 0 && !(kind === UPPER && kindBefore === LOWER)) {
      all++;
      odd += 1 - IS_COMMON[((before & 31) << 5) | (code & 31)]!;
    }
    before = code;
    kindBefore = kind;
  }
  pairs.all = all;
  pairs.odd = odd;
}
