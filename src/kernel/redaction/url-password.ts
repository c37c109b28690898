import { looksRandom } from './chance.ts';
import { DIGIT, KIND } from './characters.ts';
import { isCommon, isPlaceholder } from './placeholder.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const [DASH, POINT, COLON, AT_SIGN, OPENING, ELLIPSIS] = [45, 46, 58, 64, 91, 0x20_26];
const IN_PASSWORD = new Uint8Array(65_536).fill(1);
for (const sign of ' \t\r\n\f\v\u00a0@/"\'<>\\\0…') IN_PASSWORD[sign.charCodeAt(0)] = 0;
const IN_USER = IN_PASSWORD.slice();
IN_USER[COLON] = 0;
const MOST_USER = 120;
const MOST_PASSWORD = 200;
const LEAST_KEY = 20;

/** The secret before the host of an address: of user:password@ the second, or a key alone. */
export class UrlPassword {
  from = 0;
  to = 0;

  /** Looks behind the slashes of an address. */
  read(behind: number): boolean {
    let at = behind;
    while (at <= behind + MOST_USER && IN_USER[CODES[at]!] === 1) at++;
    this.from = behind;
    this.to = at;
    if (CODES[at] === AT_SIGN) {
      // anna@mail.test:tulip@smtp.mail.test
      let host = at + 1;
      while (host < at + MOST_USER && IN_USER[CODES[host]!] === 1) host++;
      if (CODES[host] !== COLON || KIND[CODES[host + 1]!] === DIGIT)
        return looksRandom(behind, at, LEAST_KEY);
      at = host;
    }
    if (CODES[at] !== COLON || at > behind + MOST_USER) return false;
    const start = at + 1;
    let end = start;
    while (end < start + MOST_PASSWORD && IN_PASSWORD[CODES[end]!] === 1) end++;
    this.from = start;
    this.to = end;
    const next = CODES[end + 1]!;
    const isHost = KIND[next] !== 0 || next === OPENING || next === POINT || next === DASH;
    const isCut = CODES[end] === ELLIPSIS && KIND[CODES[end - 1]!] !== DIGIT;
    return ((CODES[end] === AT_SIGN && isHost) || isCut) && end > start && isPassword(start, end);
  }
}

/** user:password@ is nobody's; of other users such a word is the password. */
const isPassword = (from: number, to: number) =>
  !isPlaceholder(from, to) || (isCommon(from, to) && USERS.saidOf(userStart(from), from - 1) === 0);
const USERS = new WordList(saying(1, 'user username'));

function userStart(password: number): number {
  let at = password - 1;
  while (at > password - 12 && IN_USER[CODES[at - 1]!] === 1) at--;
  return at;
}

const MOST_BEFORE_HOST = 100;

/** anna:tulip@tcp(10.0.0.1:3306): the password before the sign that stands at a place. */
export function hostPassword(window: TextWindow, at: number, done: number): Find | undefined {
  let from = at;
  const least = Math.max(done, at - MOST_BEFORE_HOST);
  while (from > least && IN_USER[CODES[from - 1]!] === 1) from--;
  const isSecret = CODES[from - 1] === COLON && KIND[CODES[from - 2]!] !== 0 && isPassword(from, at);
  return isSecret ? window.found('url-password', from, at) : undefined;
}
