import { looksRandom } from './chance.ts';
import { DIGIT, KIND, LOWER, pairOf, tableOf, UPPER } from './characters.ts';
import { BEGINS_KEY, type FoundKey, KeyFinder } from './find-keys.ts';
import { cardEnd, ibanEnd, socialSecurityEnd } from './find-numbers.ts';
import { valueAfterBlank, valueBefore, valueBehind } from './named-value.ts';
import { PasswordOptions } from './password-options.ts';
import { isPlaceholder } from './placeholder.ts';
import { MAYBE, NAME_ENDS, NONE, suspicionOf } from './secret-names.ts';

/** A part of a text that is secret. */
export interface Find {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Every secret in a text, in order. One pass, and whatever the text, each character is looked at a few times at most. */
export function findSecrets(text: string): readonly Find[] {
  const search = new Search(text);
  search.run();
  return search.finds;
}

// --- what gives a secret away ---------------------------------------------------------------------------------

const BEGINS_TOKEN = 2;
const BEGINS_SCHEME = 4;
/** By the first two characters of a word: whether anything begins like that. */
const BEGINS = BEGINS_KEY.slice();
BEGINS[pairOf(101, 121)]! |= BEGINS_TOKEN; // ey
for (const word of ['be', 'Be', 'BE', 'ba', 'Ba', 'BA'])
  BEGINS[pairOf(word.charCodeAt(0), word.charCodeAt(1))]! |= BEGINS_SCHEME;

/** By the last three letters of a word, whatever their case: whether it may be the name of a secret. */
const ENDS_NAME = new Uint8Array(32 ** 3);
for (const end of NAME_ENDS) {
  const [first = 0, second = 0, third = 0] = Array.from(`  ${end}`.slice(-3), (letter) =>
    letter.charCodeAt(0),
  );
  ENDS_NAME[endOf(first, second, third)] = 1;
}

function endOf(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

const FOLLOWS_NAME = tableOf('"\'`=:\\(<>]%& \t\r\n');
/** The characters outside of words that something begins with. */
const SIGNS = tableOf(':-$~');

const [TAB, LF, CR, BLANK, DOLLAR, PERCENT, DASH, SLASH, COLON, EQUALS, BACKSLASH] = [
  9, 10, 13, 32, 36, 37, 45, 47, 58, 61, 92,
];

const MOST_KEY = 20_000;
/** Words that are shorter hold no key in their middle. */
const LONG = 14;
const MOST_NAME = 40;
const GIVING = tableOf('"\'|057P');
const LONG_WORD = 8;
const SQL_NAME = 'identified ';
const URL_PASSWORD = /([^\s:@/"'<>\\]{0,120}):([^\s@/"'<>\\]{1,200})@[\w[.-]/y;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const KEY_LINES = /(?:[A-Za-z0-9+/=:, \t\r\n-]|\\[nr]){0,20000}/y;
const PASSWORD_HASH =
  /\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|[156y]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,40}\$[./A-Za-z0-9]{22,86}|(?:argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\$[\w=,.$+/-]{20,300})/y;
const AZURE_SECRET = /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/y;
const DISCORD_TOKEN = /\w{23,28}\.[\w-]{6}\.[\w-]{27,40}/y;
const MAILCHIMP_KEY = /[0-9a-f]{32}-us\d{1,2}\b/y;
const MAXMIND_KEY = /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b/y;
const AIRTABLE_TOKEN = /pat\w{14}\.[0-9a-f]{64}/y;
const TELEGRAM_TOKEN = /\d{8,10}(?::|%3A)A[\w-]{33,35}(?![\w-])/y;
const PGPASS = /\d{4,5}:[\w*-]{1,64}:[\w*-]{1,64}:(?=[^\s:]{8,200}(?:\s|$))/y;
const ASANA_TOKEN = /[012]\/\d{13,17}:[0-9a-f]{32}\b/y;
const FACEBOOK_TOKEN = /\d{15,16}(?:\||%7C)[\w-]{27,40}(?![\w-])/y;
const HASHICORP_TOKEN = /\w{14}\.atlasv1\.[\w=-]{60,70}/y;

class Search {
  readonly finds: Find[] = [];
  readonly #text: string;
  readonly #keys: KeyFinder;
  readonly #options: PasswordOptions;
  /** Everything before it has been decided. */
  #done = 0;
  /** No private key ends behind it. */
  #lastKeyEnd = Number.POSITIVE_INFINITY;
  /** Until there the text is a list of cookies. */
  #cookiesEnd = 0;

  constructor(text: string) {
    this.#text = text;
    this.#keys = new KeyFinder(text);
    this.#options = new PasswordOptions(text);
  }

  run(): void {
    const text = this.#text;
    const { length } = text;
    let at = 0;
    while (at < length) {
      const first = text.charCodeAt(at);
      let kinds = KIND[first]!;
      if (kinds === 0) {
        if (SIGNS[first] === 1) this.#sign(first, at);
        at = this.#done > at ? this.#done : at + 1;
        continue;
      }
      const start = at++;
      let kind = kinds;
      while (at < length) {
        kind = KIND[text.charCodeAt(at)]!;
        if (kind === 0) break;
        kinds |= kind;
        at++;
      }
      // Most words are passed by this alone.
      const isPlain =
        (kinds & DIGIT) === 0 &&
        at - start < LONG &&
        BEGINS[pairOf(first, text.charCodeAt(start + 1))] === 0 &&
        FOLLOWS_NAME[text.charCodeAt(at)] !== 1 &&
        !isEscape(text.charCodeAt(start - 1));
      if (isPlain) continue;
      this.#word(start, at, kinds);
      if (this.#done > at) at = this.#done;
    }
  }

  #found(name: string, from: number, to: number): boolean {
    this.finds.push({ name, from, to });
    this.#done = to;
    return true;
  }

  #take(found: FoundKey | undefined): boolean {
    return found !== undefined && this.#found(found.name, found.from, found.to);
  }

  #match(name: string, pattern: RegExp, from: number): boolean {
    pattern.lastIndex = from;
    return pattern.test(this.#text) && this.#found(name, from, pattern.lastIndex);
  }

  // --- signs ------------------------------------------------------------------------------------------------

  #sign(code: number, at: number): void {
    const text = this.#text;
    if (code === COLON) {
      if (text.charCodeAt(at + 1) === SLASH && text.charCodeAt(at + 2) === SLASH) this.#urlPassword(at + 3);
    } else if (code === DASH) {
      if (text.charCodeAt(at + 1) === DASH && text.charCodeAt(at + 2) === DASH) this.#privateKey(at);
      else {
        const value = this.#options.valueAt(at);
        if (value) this.#found('password', value.from, value.to);
      }
    } else if (code === DOLLAR) {
      if (KIND[text.charCodeAt(at + 1)]) this.#match('password-hash', PASSWORD_HASH, at);
    } else if (text[at - 1] === 'Q' && KIND[text.charCodeAt(at - 2)] === DIGIT && at - 5 >= this.#done)
      this.#match('vendor-key', AZURE_SECRET, at - 5);
  }

  /** user:password@host; the user stays. */
  #urlPassword(from: number): void {
    URL_PASSWORD.lastIndex = from;
    const match = URL_PASSWORD.exec(this.#text);
    if (!match) return;
    const start = from + match[1]!.length + 1;
    const end = start + match[2]!.length;
    if (!isPlaceholder(this.#text, start, end)) this.#found('url-password', start, end);
  }

  #privateKey(at: number): void {
    PRIVATE_KEY.lastIndex = at;
    if (!PRIVATE_KEY.test(this.#text)) return;
    const body = PRIVATE_KEY.lastIndex;
    const end = body < this.#lastKeyEnd ? this.#text.indexOf('-----END ', body) : -1;
    if (end < 0) this.#lastKeyEnd = Math.min(this.#lastKeyEnd, body);
    if (end >= 0 && end - body <= MOST_KEY) {
      const close = this.#text.indexOf('-----', end + 9);
      this.#found('private-key', at, close >= 0 && close - end < 80 ? close + 5 : end);
    } else {
      // The end was cut off.
      KEY_LINES.lastIndex = body;
      KEY_LINES.test(this.#text);
      this.#found('private-key', at, Math.max(body, KEY_LINES.lastIndex));
    }
  }

  // --- words ------------------------------------------------------------------------------------------------

  #word(start: number, end: number, kinds: number): void {
    const text = this.#text;
    const before = start === 0 ? 0 : text.charCodeAt(start - 1);
    if (!isEscape(before)) {
      this.#plainWord(start, end, kinds);
      return;
    }
    // The letters of an escape are no part of the word behind it; what looks like an escape may be none.
    const behind = start + escapeLength(text, start, end, before);
    if (behind > start && BEGINS[pairOf(text.charCodeAt(start), text.charCodeAt(start + 1))])
      if (this.#take(this.#keys.keyAt(start))) return;
    this.#done = behind;
    if (behind < end) this.#plainWord(behind, end, behind > start ? kindsIn(text, behind, end) : kinds);
  }

  #plainWord(start: number, end: number, kinds: number): void {
    const text = this.#text;
    const length = end - start;
    const first = text.charCodeAt(start);
    const begins = BEGINS[pairOf(first, text.charCodeAt(start + 1))]!;
    if (begins !== 0 && this.#begun(start, end, begins)) return;
    if (kinds === DIGIT) {
      this.#number(start, end);
      return;
    }
    if ((kinds & (UPPER | DIGIT)) === (UPPER | DIGIT) && KIND[first] === UPPER && length >= 4) {
      const to = KIND[text.charCodeAt(start + 1)] === UPPER ? ibanEnd(text, start) : -1;
      if (to > 0 && this.#found('iban', start, to)) return;
    }
    if (length >= LONG && length <= 40 && this.#inTheMiddle(start, end, length)) return;
    const next = text.charCodeAt(end);
    if (FOLLOWS_NAME[next] !== 1) return;
    if (this.#endsName(start, end)) this.#named(start, end, next);
    else if (end < this.#cookiesEnd && next === EQUALS) this.#cookie(end);
  }

  #endsName(start: number, end: number): boolean {
    const text = this.#text;
    // password2 is a password.
    const to = KIND[text.charCodeAt(end - 1)] === DIGIT ? end - 1 : end;
    const third = to - 3 >= start ? text.charCodeAt(to - 3) : BLANK;
    const first = KIND[third]! & (UPPER | LOWER) ? third : BLANK;
    return ENDS_NAME[endOf(first, text.charCodeAt(to - 2), text.charCodeAt(to - 1))] === 1;
  }

  /** Something may begin like this word. */
  #begun(start: number, end: number, begins: number): boolean {
    if (begins & 1 && this.#take(this.#keys.keyAt(start))) return true;
    if (
      begins & BEGINS_TOKEN &&
      this.#text[start + 2] === 'J' &&
      this.#take(this.#keys.jsonWebTokenAt(start))
    )
      return true;
    return (begins & BEGINS_SCHEME) !== 0 && this.#scheme(start, end);
  }

  /** Bearer and Basic outside of a header. */
  #scheme(start: number, end: number): boolean {
    const text = this.#text;
    const length = end - start;
    if ((length !== 5 && length !== 6) || text.charCodeAt(end) !== BLANK) return false;
    const word = text.slice(start, end).toLowerCase();
    if (word !== 'bearer' && word !== 'basic') return false;
    let from = end;
    while (from < end + 4 && text.charCodeAt(from) === BLANK) from++;
    const to = this.#keys.runEnd('path', from);
    if (to - from < 8 || isPlaceholder(text, from, Math.min(to, from + 80))) return false;
    const begin = text.slice(from, Math.min(to, from + 400));
    if (word === 'basic') return isUserAndPassword(begin) && this.#found('basic-auth', from, to);
    return /\d|[A-Z].*[a-z].*[A-Z]|[._]/.test(begin.slice(0, 80)) && this.#found('bearer-token', from, to);
  }

  /** Keys that are known by their length and by what stands in their middle or at their end. */
  #inTheMiddle(start: number, end: number, length: number): boolean {
    const text = this.#text;
    const next = text.charCodeAt(end);
    if (length === 40 && text.startsWith('_mmk', end - 4))
      return this.#match('vendor-key', MAXMIND_KEY, start);
    if (next === 46) {
      if (length === 17 && text.startsWith('pat', start))
        return this.#match('vendor-key', AIRTABLE_TOKEN, start);
      if (length === 14)
        return text.startsWith('atlasv1', end + 1) && this.#match('vendor-key', HASHICORP_TOKEN, start);
      const isLong = length >= 23 && length <= 28;
      return isLong && looksRandom(text, start, end, 20) && this.#match('vendor-key', DISCORD_TOKEN, start);
    }
    return next === DASH && length === 32 && this.#match('vendor-key', MAILCHIMP_KEY, start);
  }

  #number(start: number, end: number): boolean {
    const text = this.#text;
    const length = end - start;
    const next = text.charCodeAt(end);
    if (length === 1 && next === SLASH) return this.#match('vendor-key', ASANA_TOKEN, start);
    if (length < 3) return false;
    if ((length === 15 || length === 16) && (next === 124 || next === PERCENT))
      if (this.#match('vendor-key', FACEBOOK_TOKEN, start)) return true;
    if (length >= 8 && length <= 10 && (next === COLON || next === PERCENT))
      return this.#match('vendor-key', TELEGRAM_TOKEN, start);
    const before = start === 0 ? '' : text[start - 1];
    if (before === ':' && next === COLON && (length === 4 || length === 5)) return this.#pgpass(start);
    if (before === '.' || before === '-') return false;
    if (length === 3 && next === DASH) {
      const to = socialSecurityEnd(text, start);
      return to > 0 && this.#found('ssn', start, to);
    }
    const to = length >= 4 && length <= 19 ? cardEnd(text, start, end) : -1;
    return to > 0 && this.#found('credit-card', start, to);
  }

  /** host:port:database:user:password */
  #pgpass(start: number): boolean {
    PGPASS.lastIndex = start;
    if (!PGPASS.test(this.#text)) return false;
    const from = PGPASS.lastIndex;
    const end = this.#text.slice(from, from + 200).search(/\s/);
    const to = end < 0 ? Math.min(this.#text.length, from + 200) : from + end;
    return looksRandom(this.#text, from, to, 8) && this.#found('password', from, to);
  }

  // --- names ------------------------------------------------------------------------------------------------

  #named(start: number, end: number, next: number): void {
    const text = this.#text;
    // Of the words of a sentence few have a value.
    const isAlone =
      (next === BLANK || next === TAB) &&
      !isSign(text.charCodeAt(end + 1)) &&
      !isSign(text.charCodeAt(end + 2));
    if (isAlone && !mayGive(text, end + 1)) return;
    let from = start;
    const least = Math.max(this.#done, start - MOST_NAME);
    while (from > least && isNameSign(text.charCodeAt(from - 1))) from--;
    // IDENTIFIED BY is the one name of two words.
    if (end - from === 2 && text.slice(from, end).toLowerCase() === 'by')
      from = Math.max(least, from - SQL_NAME.length);
    if ((next === LF || next === CR) && text.charCodeAt(from - 2) !== COLON) return;
    const suspicion = suspicionOf(text, from, end);
    if (suspicion === NONE) return;
    if ((text.charCodeAt(end - 2) | 32) === 105 && text.slice(end - 6, end).toLowerCase() === 'cookie') {
      if (end >= this.#cookiesEnd) this.#cookiesEnd = cookiesEnd(text, end);
      return;
    }
    const name = { from, end, suspicion };
    const value =
      (isAlone ? valueAfterBlank(text, name) : valueBehind(text, name)) ??
      valueBefore(text, name, this.#done);
    if (value) this.#found(end < this.#cookiesEnd ? 'session-cookie' : value.name, value.from, value.to);
  }

  #cookie(end: number): void {
    const value = valueBehind(this.#text, { from: end, end, suspicion: MAYBE });
    if (value) this.#found('session-cookie', value.from, value.to);
  }
}

const isEscape = (code: number) => code === BACKSLASH || code === PERCENT;
/** Whether a value may stand there that no sign joins to its name: a quote, a table, "is", or a long word. */
function mayGive(text: string, from: number): boolean {
  const first = text.charCodeAt(from);
  if (GIVING[first] === 1) return true;
  if (text.charCodeAt(from + 2) === BLANK) return text.startsWith('is', from);
  for (let at = from + 1; at < from + LONG_WORD; at++) if (!(text.charCodeAt(at) > BLANK)) return false;
  return true;
}

const isSign = (code: number) => code === COLON || code === EQUALS;
const isNameSign = (code: number) => KIND[code] !== 0 || code === DASH || code === 46;

/** The line of a header, or the string that it stands in. */
function cookiesEnd(text: string, from: number): number {
  const line = text.indexOf('\n', from);
  return Math.min(line < 0 ? text.length : line, from + 8_000);
}

/** How many characters at the start of a word belong to an escape before it: \n, \u0026, %20. */
function escapeLength(text: string, start: number, end: number, before: number): number {
  const part = text.slice(start, Math.min(end, start + 5));
  if (before === PERCENT) return /^[0-9a-f]{2}/i.test(part) ? 2 : 0;
  if (/^u[0-9a-f]{4}/i.test(part)) return 5;
  if (/^x[0-9a-f]{2}/i.test(part)) return 3;
  return /^[nrtbfv0]/.test(part) ? 1 : 0;
}

function kindsIn(text: string, start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at++) kinds |= KIND[text.charCodeAt(at)]!;
  return kinds;
}

function isUserAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  try {
    return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(atob(value));
  } catch {
    return false;
  }
}
