import { looksRandom } from './chance.ts';
import { DIGIT, KIND, tableOf } from './characters.ts';
import { cardEnd, socialSecurityEnd } from './find-numbers.ts';
import { looksMade, telegramTokenEnd } from './odd-keys.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';

const [PERCENT, DASH, POINT, SLASH, COLON, LINE] = [37, 45, 46, 47, 58, 124];
/** Port, database and user; no address of IPv6 has a part that is no number. */
const PGPASS = /\d{4,5}:[\w*-]{1,64}:(?![\da-f]{1,4}:)[a-zA-Z*][\w*-]{0,64}:(?=[^\s:]{6,200}(?:\s|$))/y;
const ASANA_TOKEN = /[012]\/\d{13,17}:[0-9a-f]{32}\b/y;
const SANCTUM_TOKEN = /\d{1,8}\|[A-Za-z0-9]{40,48}(?![\w-])/y;
const FACEBOOK_TOKEN = /\d{15,16}(?:\||%7C)[\w-]{27,40}(?![\w-])/y;
const BLANKS = tableOf(' \t\r\n\f\v\u00a0');
/** Behind a number that is looked at closer. */
export const MAY_FOLLOW_NUMBER = tableOf('|/%:');

/** The secret that a number is, or that it begins. */
export function secretOfNumber(window: TextWindow, start: number, end: number): Find | undefined {
  const length = end - start;
  const next = CODES[end];
  const upTo = (name: string, to: number) => (to > 0 ? window.found(name, start, to) : undefined);
  if (next === LINE && length <= 8 && hasLetters(end + 1, 40))
    return upTo('vendor-key', window.match(SANCTUM_TOKEN, start));
  if (length < 3)
    return length === 1 && next === SLASH && KIND[CODES[end + 13]!] === DIGIT
      ? upTo('vendor-key', window.match(ASANA_TOKEN, start))
      : undefined;
  if ((length === 15 || length === 16) && (next === LINE || next === PERCENT)) {
    const found = upTo('vendor-key', window.match(FACEBOOK_TOKEN, start));
    if (found) return found;
  }
  if (length >= 8 && length <= 10 && (next === COLON || next === PERCENT))
    return upTo('vendor-key', telegramTokenEnd(end));
  const before = CODES[start - 1];
  if (before === COLON && next === COLON && (length === 4 || length === 5)) return pgpass(window, start);
  if (before === POINT || before === DASH) return undefined;
  if (length === 3) return next === DASH ? upTo('ssn', socialSecurityEnd(start)) : undefined;
  return length <= 19 ? upTo('credit-card', cardEnd(start, end)) : undefined;
}

/** Whether so many letters and digits stand there; a pattern would cost more. */
function hasLetters(from: number, count: number): boolean {
  let at = from;
  while (at < from + count && KIND[CODES[at]!] !== 0) at++;
  return at === from + count;
}

/** host:port:database:user:password */
function pgpass(window: TextWindow, start: number): Find | undefined {
  const from = window.match(PGPASS, start);
  if (from < 0) return undefined;
  const to = window.find(BLANKS, from);
  return looksMade(from, to) || looksRandom(from, to, 8) ? window.found('password', from, to) : undefined;
}
