import { KIND, tableOf } from './characters.ts';
import { isQuote } from './name-place.ts';
import { looksMade } from './odd-keys.ts';
import { isPlaceholder } from './placeholder.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [BLANK, DASH, COLON, LOW_LINE, LINE] = [32, 45, 58, 95, 124];
const MOST_PIPE = 24;
const LEAST = 4;
const LAST = tableOf('dno');
/** Commands that read a password. */
const READS = new WordList(saying(1, 'passwd login sudo'));

/** echo tulip | passwd --stdin, echo anna:tulip | chpasswd: what the command reads whose name ends at a place. */
export function pipedPassword(
  window: TextWindow,
  start: number,
  end: number,
  done: number,
): Find | undefined {
  if ((CODES[end]! > BLANK && CODES[start - 1] !== BLANK) || !reads(end)) return undefined;
  let at = start;
  while (at > start - MOST_PIPE && isInCommand(CODES[at - 1]!)) at--;
  if (CODES[at - 1] !== LINE) return undefined;
  let to = at - 1;
  while (to > done && (CODES[to - 1] === BLANK || isQuote(CODES[to - 1]!))) to--;
  let from = to;
  while (from > done && isInWord(CODES[from - 1]!)) from--;
  const isTold = to - from >= LEAST && (looksMade(from, to) || isQuote(CODES[to]!));
  return isTold && !isPlaceholder(from, to) ? window.found('password', from, to) : undefined;
}

const isInCommand = (code: number) => KIND[code] !== 0 || code === BLANK || code === DASH;
const isInWord = (code: number) => code > BLANK && !isQuote(code) && code !== COLON;

/** Not last_login, which is a column. */
function reads(end: number): boolean {
  if (LAST[CODES[end - 1]!] === 0) return false;
  for (let length = 4; length <= 6; length++)
    if (READS.saidOf(end - length, end) !== 0) return CODES[end - length - 1] !== LOW_LINE;
  return false;
}
