/** login: anna / tulip: where the second of two begins that stand behind a word for both, or -1. */
import { tableOf } from './characters.ts';
import { CODES } from './text-window.ts';
import type { Name } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const BOTH = new WordList(saying(1, 'login logins creds credentials'));
const [BLANK, SLASH] = [32, 47];
const IN_USER = tableOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.@+-');
const BEFORE_USER = tableOf(' :="\'`(*');
const MOST_USER = 40;

export function secondOfLogin(name: Name): number {
  let word = name.end;
  while (word > name.from && CODES[word - 1]! > 64) word--;
  if (BOTH.saidOf(word, name.end) === 0) return -1;
  let at = name.end;
  while (at < name.end + 4 && BEFORE_USER[CODES[at]!] === 1) at++;
  const user = at;
  while (at < user + MOST_USER && IN_USER[CODES[at]!] === 1) at++;
  if (at === user || CODES[at] !== BLANK || CODES[at + 1] !== SLASH || CODES[at + 2] !== BLANK) return -1;
  return CODES[at + 3]! > BLANK ? at + 3 : -1;
}
