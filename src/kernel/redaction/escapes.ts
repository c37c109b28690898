import { tableOf } from './characters.ts';
import { CODES } from './text-window.ts';

const PERCENT = 37;
const IN_HEX = tableOf('0123456789abcdefABCDEF');
const IN_ESCAPES = tableOf('nrtbfv0');

/** How many characters at the start of a word belong to an escape before it: \n, \u0026, %20. */
export function escapeLength(start: number, end: number, before: number): number {
  if (before === PERCENT) return hexLength(start, 2) === 2 ? 2 : 0;
  const first = CODES[start]!;
  if ((first | 32) === 117 && hexLength(start + 1, 4) === 4) return 5;
  if ((first | 32) === 120 && hexLength(start + 1, 2) === 2) return 3;
  return end > start && IN_ESCAPES[first] === 1 ? 1 : 0;
}

function hexLength(from: number, most: number): number {
  let at = from;
  while (at < from + most && IN_HEX[CODES[at]!] === 1) at++;
  return at - from;
}
