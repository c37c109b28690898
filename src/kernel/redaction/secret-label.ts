import { CODES } from './text-window.ts';

const PASSWORD = 'pass pwd psw kennwort senha contrasena'.split(' ');
const SESSION = 'sess sid token cookie jwt csrf xsrf'.split(' ');
const KEY = ['key', 'secret'];
/** In the order in which they decide. */
const LABELS = ['password', 'session-cookie', 'api-key', 'secret'] as const;

/** By three letters: the words that begin with them, and what they make of a name. */
const BEGUN: { readonly codes: readonly number[]; readonly rank: number }[][] = [[]];
const BY_BEGIN = new Uint8Array(32 ** 3);
for (const [rank, words] of [PASSWORD, SESSION, KEY].entries())
  for (const word of words) {
    const codes = Array.from(word, (letter) => letter.charCodeAt(0));
    const begin = beginOf(codes[0]!, codes[1]!, codes[2]!);
    BY_BEGIN[begin] ||= BEGUN.push([]) - 1;
    BEGUN[BY_BEGIN[begin]!]!.push({ codes, rank });
  }

function beginOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

/** What the value of a name is called when it is hidden. */
export function labelOf(from: number, end: number): string {
  // Of two letters, and only at the end.
  const isPw = (CODES[end - 1]! | 32) === 119 && (CODES[end - 2]! | 32) === 112 && end - from >= 2;
  let best: number = isPw ? 0 : LABELS.length - 1;
  for (let at = from; at + 2 < end && best > 0; at++)
    for (const { codes, rank } of BEGUN[BY_BEGIN[beginOf(CODES[at]!, CODES[at + 1]!, CODES[at + 2]!)]!]!)
      if (rank < best && codes.every((code, i) => (CODES[at + i]! | 32) === code)) best = rank;
  return LABELS[best]!;
}
