import { tableOf } from './characters.ts';
import { CODES, type TextWindow } from './text-window.ts';

const [LINE_FEED, RETURN] = [10, 13];
/** Between a name and the block that it has. */
const IN_BLOCK = tableOf('"\'] \t:={');

/** What opens the block of a name: a colon or a brace, and the end of its line. */
const BLOCK = /["']?\]?[ \t]{0,2}[:=]?[ \t]{0,2}\{?[ \t]{0,2}\r?\n/y;
/** A few other lines of it, and its value. */
const VALUE =
  /(?:[ \t]+(?!["']?(?:default|value|result)\b)[^\r\n]{0,200}\r?\n){0,4}[ \t]+["']?(?:default|value|result)["']?[ \t]{0,12}[:=][ \t]{0,4}(?=\S)/iy;

/**
 * Where the value begins of a name that has a block of its own, or -1: the default of a parameter, the value of a variable.
 */
export function blockValue(window: TextWindow, end: number): number {
  const block = window.match(BLOCK, end);
  return block > 0 ? window.match(VALUE, block) : -1;
}

/** A line ends behind the name, or behind the sign or the brace that follows it. */
export function opensBlock(end: number): boolean {
  let at = end;
  while (at < end + 6 && IN_BLOCK[CODES[at]!] === 1) at++;
  return at > end && (CODES[at] === LINE_FEED || CODES[at] === RETURN);
}
