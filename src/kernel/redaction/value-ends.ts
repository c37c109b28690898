/** Where a value ends that no quotes hold. */
import { tableOf } from './characters.ts';
import { CODES } from './text-window.ts';

const [BLANK, AMPERSAND, EQUALS] = [32, 38, 61];
const MOST = 80;
export const ENDS_TIGHT = tableOf(' \t\r\n\f"\'`,;&<>\\');
export const ENDS_LOOSE = tableOf(' \t\r\n\f"\'`,;&<>\\(){}[]|');

/** Tulips&Roses at the end of a line: neither markup nor the next field of a form. */
export function behindAmpersand(place: number): number {
  if (CODES[place] !== AMPERSAND) return place;
  let at = place + 1;
  while (at < place + MOST && ENDS_LOOSE[CODES[at]!] === 0 && CODES[at] !== EQUALS) at++;
  return CODES[at]! < BLANK ? at : place;
}
