import { looksRandom } from './chance.ts';
import { isPlaceholder } from './placeholder.ts';
import { FIRST_IS_KEY, SECOND_IS_PASSWORD } from './secret-names.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { hasBlank, isSentence } from './value-look.ts';

const [LINE_FEED, QUOTE, APOSTROPHE, OPENING, CLOSING] = [10, 34, 39, 40, 41];
/** So far the strings of a call are looked for. */
const MOST = 300;
const LEAST = 4;
const LEAST_RANDOM = 8;
const LEAST_KEY = 16;
/** What is called connects and does nothing else. */
const CONNECTS_ONLY = 1;

/**
 * The secrets among the strings that a call is given which takes a user and a password: the second of two, and what looks
 * made by chance. What is called within it is a call of its own.
 */
export function secretArguments(window: TextWindow, open: number, said: number): readonly Find[] {
  const strings = stringsOf(open);
  return strings
    .filter(([from, to], place) => {
      if (place === 0) return (said & FIRST_IS_KEY) !== 0 && looksRandom(from, to, LEAST_KEY);
      if (to - from < LEAST || hasBlank(from, to) || isPlaceholder(from, to)) return false;
      const isThird =
        said === CONNECTS_ONLY &&
        place === 2 &&
        strings.length === 3 &&
        isSource(strings[0]!) &&
        !isSentence(from, to);
      const isSecond =
        said & SECOND_IS_PASSWORD && place === 1 && strings.length === 2 && !isSentence(from, to);
      return isThird || isSecond || looksRandom(from, to, LEAST_RANDOM);
    })
    .map(([from, to]) => window.found('password', from, to));
}

/** mysql:host=…, dbi:Pg:… */
function isSource([from, to]: readonly [number, number]): boolean {
  for (let at = from; at < to; at++) if (CODES[at] === 58) return true;
  return false;
}

function stringsOf(open: number): readonly (readonly [from: number, to: number])[] {
  const strings: (readonly [number, number])[] = [];
  for (let at = open + 1; at < open + MOST; at++) {
    const code = CODES[at]!;
    if (code === CLOSING || code === OPENING || code === LINE_FEED || code === 0) break;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    const from = at + 1;
    at = from;
    while (CODES[at] !== code && CODES[at] !== LINE_FEED && CODES[at] !== 0 && at < open + MOST) at++;
    if (CODES[at] !== code) break;
    strings.push([from, at]);
  }
  return strings;
}
