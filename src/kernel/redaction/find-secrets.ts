import { secretArguments } from './call-arguments.ts';
import { looksRandom } from './chance.ts';
import { DIGIT, JOINER, KIND, LOWER, pairOf, tableOf, UPPER } from './characters.ts';
import { Stretch } from './effort.ts';
import { escapeLength } from './escapes.ts';
import { BEGINS_KEY, KeyFinder } from './find-keys.ts';
import { cardEnd, IbanFinder, socialSecurityEnd } from './find-numbers.ts';
import {
  ALONE,
  COOKIE,
  cookiesEnd,
  isCookieWord,
  isNameSign,
  isQuote,
  kindsIn,
  MOST_NAME,
  type Named,
  namedAt,
  UNNAMED,
  wordBefore,
} from './name-place.ts';
import { SCHEME_NAMES, SCHEMES, ValueFinder } from './named-value.ts';
import {
  azureSecretEnd,
  isUserAndPassword,
  labelledKeyEnd,
  looksMade,
  oddKeyEnd,
  passwordHashEnd,
  telegramTokenEnd,
  writtenHashEnd,
} from './odd-keys.ts';
import { isDashed, PasswordOptions } from './password-options.ts';
import { isPlaceholder } from './placeholder.ts';
import { PrivateKeys } from './private-keys.ts';
import { MAYBE, NONE, SURE, type Suspicion, suspicionOf, TAKES_PASSWORD } from './secret-names.ts';
import { CODES, type Find, START, TextWindow } from './text-window.ts';
import { UrlPassword } from './url-password.ts';
import type { Name } from './verdict.ts';

export type { Find };

/** Every secret in a text, in order. One pass, and whatever the text, each character is looked at a few times at most. */
export function findSecrets(text: string): readonly Find[] {
  const search = new SecretSearch(text);
  while (!search.isOver) search.goOn();
  return search.finds;
}

const BEGINS_TOKEN = 2;
const BEGINS_SCHEME = 4;
/** By the first two characters of a word: whether anything begins like that. */
const BEGINS = BEGINS_KEY.slice();
BEGINS[pairOf(101, 121)]! |= BEGINS_TOKEN; // ey
for (const word of ['be', 'Be', 'BE', 'ba', 'Ba', 'BA'])
  BEGINS[pairOf(word.charCodeAt(0), word.charCodeAt(1))]! |= BEGINS_SCHEME;

/** The characters outside of words that something begins with. */
const SIGNS = tableOf(':-$~');

const [BLANK, DOLLAR, PERCENT, PARENTHESIS, DASH, POINT, SLASH, COLON] = [32, 36, 37, 40, 45, 46, 47, 58];
const [EQUALS, CAPITAL_B, CAPITAL_Q, BACKSLASH] = [61, 66, 81, 92];

/** Words that are shorter hold no key in their middle. */
const LONG = 14;
const SQL_NAME = 'identified '.length;
const PGPASS = /\d{4,5}:[\w*-]{1,64}:[\w*-]{1,64}:(?=[^\s:]{8,200}(?:\s|$))/y;
const ASANA_TOKEN = /[012]\/\d{13,17}:[0-9a-f]{32}\b/y;
const FACEBOOK_TOKEN = /\d{15,16}(?:\||%7C)[\w-]{27,40}(?![\w-])/y;

const BLANKS = tableOf(' \t\r\n\f\v\u00a0');

const NOTHING: readonly Find[] = [];

/** A search that can be laid down after each window of a text and be taken up again. */
export class SecretSearch {
  #finds: Find[] | undefined;
  readonly #window: TextWindow;
  readonly #keys: KeyFinder;
  readonly #values: ValueFinder;
  readonly #options: PasswordOptions;
  readonly #privateKeys: PrivateKeys;
  readonly #stretch: Stretch;
  readonly #ibans = new IbanFinder();
  readonly #url = new UrlPassword();
  /** Where in the text it goes on, and whether in the middle of a word. */
  #place = 0;
  #isInWord = false;
  /** Everything before it has been decided. */
  #done = 0;
  /** Until there the text is a list of cookies. */
  #cookiesEnd = 0;

  /** One for all: a text may be full of names. */
  readonly #name: Name = { from: 0, end: 0, suspicion: NONE, isCookie: false };

  constructor(text: string, windowSize?: number) {
    this.#window = new TextWindow(text, windowSize);
    this.#keys = new KeyFinder(this.#window);
    this.#values = new ValueFinder(this.#window);
    this.#options = new PasswordOptions(this.#window);
    this.#privateKeys = new PrivateKeys(this.#window);
    this.#stretch = new Stretch(this.#window);
  }

  get isOver(): boolean {
    return this.#place >= this.#window.text.length;
  }

  get finds(): readonly Find[] {
    return this.#finds ?? NOTHING;
  }

  /** Searches one window. */
  goOn(): void {
    const window = this.#window;
    const before = window.base;
    window.moveTo(this.#place);
    const moved = window.base - before;
    if (moved > 0) {
      this.#keys.shift(moved);
      this.#values.shift(moved);
      this.#options.shift(moved);
      this.#done -= moved;
      this.#cookiesEnd -= moved;
      this.#stretch.shift(moved);
      this.#ibans.shift(moved);
    }
    this.#stretch.takeUp();
    this.#place = window.base + this.#run();
    this.#stretch.layDown();
  }

  /** Says where it ended. */
  #run(): number {
    const { limit, end } = this.#window;
    // Looked up once: what another file exports is looked up each time.
    const [codes, kindOf, begins] = [CODES, KIND, BEGINS];
    let at = START;
    if (this.#isInWord) at = this.#restOfWord(at);
    while (at < limit) {
      const first = codes[at]!;
      let kinds = kindOf[first]!;
      if (kinds === 0) {
        if (SIGNS[first] === 1 && (first !== DASH || isDashed(at))) {
          this.#sign(first, at);
          at = this.#done > at ? this.#done : at + 1;
        } else at++;
        continue;
      }
      const start = at++;
      let kind = kindOf[codes[at]!]!;
      while (kind !== 0) {
        kinds |= kind;
        kind = kindOf[codes[++at]!]!;
      }
      const before = codes[start - 1]!;
      const named = namedAt(start, at, this.#cookiesEnd);
      const begun = begins[pairOf(first, codes[start + 1]!)]!;
      // Most words are passed by this alone.
      const isPlain =
        named === UNNAMED &&
        ((kinds & DIGIT) === 0 ? at - start < LONG : at - start < 4 && kinds !== DIGIT) &&
        before !== BACKSLASH &&
        before !== PERCENT;
      if (isPlain) {
        if (begun === 0 || (begun === 1 && this.#keys.isPassed(start))) continue;
        if (!this.#begun(start, at, begun)) continue;
      } else if (before === BACKSLASH || before === PERCENT) this.#escaped(start, at, kinds, named);
      else if (kinds !== DIGIT || begun !== 0) this.#word(start, at, kinds, named, begun);
      else if (at - start > 2 || codes[at] === SLASH) this.#number(start, at);
      if (this.#done > at) at = this.#done;
      else if (at >= end && limit < end) {
        this.#isInWord = true;
        break;
      }
    }
    return at;
  }

  /** The end of a word that is longer than a window. */
  #restOfWord(start: number): number {
    let at = start;
    while (KIND[CODES[at]!] !== 0) at++;
    this.#isInWord = at >= this.#window.end && this.#window.limit < at;
    if (!this.#isInWord) this.#named(start, at, namedAt(start, at, this.#cookiesEnd));
    return Math.max(at, this.#done);
  }

  #found(name: string, from: number, to: number): boolean {
    return this.#take(this.#window.found(name, from, to));
  }

  #take(found: Find | undefined): boolean {
    if (!found) return false;
    this.#finds ??= [];
    this.#finds.push(found);
    this.#done = found.to - this.#window.base;
    return true;
  }

  #match(pattern: RegExp, from: number): boolean {
    if (this.#isCrowded(from)) return true;
    return this.#upTo('vendor-key', from, this.#window.match(pattern, from));
  }

  #upTo(name: string, from: number, end: number): boolean {
    return end > 0 && this.#found(name, from, end);
  }

  /** Whether too much was spent to look closer at a place; then what is left of the stretch is hidden. */
  #isCrowded(at: number): boolean {
    return this.#stretch.isSpent(at) && this.#found('crowded', at, this.#stretch.end);
  }

  // --- signs ------------------------------------------------------------------------------------------------

  #sign(code: number, at: number): void {
    if (code === COLON) {
      if (CODES[at + 1] === SLASH && CODES[at + 2] === SLASH) this.#urlPassword(at + 3);
    } else if (code === DASH) {
      if (CODES[at + 1] === DASH && CODES[at + 5] === CAPITAL_B) this.#privateKey(at);
      else this.#option(at);
    } else if (code === DOLLAR) {
      if (KIND[CODES[at + 1]!] !== 0) this.#upTo('password-hash', at, passwordHashEnd(this.#window, at));
    } else if (
      CODES[at - 1] === CAPITAL_Q &&
      KIND[CODES[at - 2]!] === DIGIT &&
      at - 5 >= this.#done &&
      !this.#isCrowded(at)
    )
      this.#upTo('vendor-key', at - 5, azureSecretEnd(at - 5));
  }

  #option(dash: number): void {
    const end = this.#isCrowded(dash) ? 0 : this.#options.valueEnd(dash);
    if (end > 0) this.#found('password', this.#options.from, end);
  }

  #urlPassword(behind: number): void {
    if (this.#isCrowded(behind)) return;
    const url = this.#url;
    if (url.read(behind)) this.#found('url-password', url.from, url.to);
  }

  #privateKey(at: number): void {
    if (!this.#isCrowded(at)) this.#upTo('private-key', at, this.#privateKeys.endOf(at));
  }

  // --- words ------------------------------------------------------------------------------------------------

  /** The letters of an escape are no part of the word behind it; what looks like an escape may be none. */
  #escaped(start: number, end: number, kinds: number, named: Named): void {
    const before = CODES[start - 1]!;
    const behind = start + escapeLength(start, end, before);
    if (behind > start && BEGINS[pairOf(CODES[start]!, CODES[start + 1]!)])
      if (this.#take(this.#keys.keyAt(start))) return;
    if (before === PERCENT && this.#upTo('password-hash', start - 1, writtenHashEnd(this.#window, start - 1)))
      return;
    this.#done = behind;
    if (behind < end) {
      const isSame = behind === start;
      const stillNamed = isSame ? named : namedAt(behind, end, this.#cookiesEnd);
      const begun = BEGINS[pairOf(CODES[behind]!, CODES[behind + 1]!)]!;
      this.#word(behind, end, isSame ? kinds : kindsIn(behind, end), stillNamed, begun);
    }
  }

  #word(start: number, end: number, kinds: number, named: Named, begun: number): void {
    const length = end - start;
    if (begun !== 0 && this.#begun(start, end, begun)) return;
    if (kinds === DIGIT) {
      this.#number(start, end);
      return;
    }
    if ((kinds & (UPPER | DIGIT)) === (UPPER | DIGIT) && length >= 4 && KIND[CODES[start]!] === UPPER)
      if (this.#upTo('iban', start, this.#ibans.endOf(start))) return;
    if (
      length >= LONG &&
      length <= 40 &&
      this.#upTo('vendor-key', start, oddKeyEnd(this.#window, start, end))
    )
      return;
    if (
      kinds === (DIGIT | UPPER | LOWER | JOINER) &&
      length >= LONG &&
      this.#upTo('vendor-key', start, labelledKeyEnd(start, end))
    )
      return;
    if (named !== UNNAMED) this.#named(start, end, named);
  }

  /** Something may begin like this word. */
  #begun(start: number, end: number, begins: number): boolean {
    if (begins & 1 && this.#take(this.#keys.keyAt(start))) return true;
    if (begins & BEGINS_TOKEN && this.#take(this.#keys.jsonWebTokenAt(start))) return true;
    return (begins & BEGINS_SCHEME) !== 0 && this.#scheme(start, end);
  }

  /** Bearer and Basic outside of a header. */
  #scheme(start: number, end: number): boolean {
    const length = end - start;
    if ((length !== 5 && length !== 6) || CODES[end] !== BLANK) return false;
    const scheme = SCHEMES.saidOf(start, end);
    if (scheme === 0) return false;
    if (this.#isCrowded(start)) return true;
    let from = end;
    while (from < end + 4 && CODES[from] === BLANK) from++;
    const to = this.#keys.pathEnd(from);
    if (to - from < 8 || isPlaceholder(from, Math.min(to, from + 80))) return false;
    const name = SCHEME_NAMES[scheme]!;
    const isSecret = length === 5 ? isUserAndPassword(from, to) : looksMade(from, Math.min(to, from + 80));
    return isSecret && this.#found(name, from, to);
  }

  #number(start: number, end: number): boolean {
    const length = end - start;
    const next = CODES[end];
    if (length < 3)
      return (
        length === 1 && next === SLASH && KIND[CODES[end + 13]!] === DIGIT && this.#match(ASANA_TOKEN, start)
      );
    if ((length === 15 || length === 16) && (next === 124 || next === PERCENT))
      if (this.#match(FACEBOOK_TOKEN, start)) return true;
    if (length >= 8 && length <= 10 && (next === COLON || next === PERCENT))
      return this.#upTo('vendor-key', start, telegramTokenEnd(end));
    const before = CODES[start - 1];
    if (before === COLON && next === COLON && (length === 4 || length === 5)) return this.#pgpass(start);
    if (before === POINT || before === DASH) return false;
    if (length === 3) return next === DASH && this.#upTo('ssn', start, socialSecurityEnd(start));
    return length <= 19 && this.#upTo('credit-card', start, cardEnd(start, end));
  }

  /** host:port:database:user:password */
  #pgpass(start: number): boolean {
    if (this.#isCrowded(start)) return true;
    const from = this.#window.match(PGPASS, start);
    if (from < 0) return false;
    const to = this.#window.find(BLANKS, from);
    return looksRandom(from, to, 8) && this.#found('password', from, to);
  }

  // --- names ------------------------------------------------------------------------------------------------

  #named(start: number, end: number, named: Named): void {
    if (named === UNNAMED) return;
    if (named === COOKIE) {
      this.#cookie(end);
      return;
    }
    let from = start;
    const least = Math.max(this.#done, start - MOST_NAME);
    while (from > least && isNameSign(CODES[from - 1]!)) from--;
    // IDENTIFIED BY is the one name of two words.
    if (end - from === 2 && (CODES[end - 1]! | 32) === 121) from = Math.max(least, from - SQL_NAME);
    // login("…", "…") and auth=("…", "…")
    const open = CODES[end] === EQUALS ? end + 1 : end;
    if (CODES[open] === PARENTHESIS && this.#arguments(start, end, open)) return;
    let suspicion = suspicionOf(from, end);
    // Of two words of a sentence: API key, access token, verification code; but cache key. In quotes they are a caption.
    if (suspicion === MAYBE && CODES[from - 1] === BLANK && from - 1 > this.#done && !isQuote(CODES[end]!)) {
      const both = suspicionOf(wordBefore(from - 1, this.#done), end);
      if (both === SURE || named === ALONE) suspicion = both;
    }
    if (suspicion === NONE) {
      if (end < this.#cookiesEnd && CODES[end] === EQUALS) this.#cookie(end);
      return;
    }
    if (this.#isCrowded(start)) return;
    if (isCookieWord(end)) {
      if (end >= this.#cookiesEnd) this.#cookiesEnd = cookiesEnd(end);
      // A setting may have one value.
      if (CODES[end] !== EQUALS) return;
    }
    const name = this.#nameOf(from, end, suspicion, end < this.#cookiesEnd);
    const value = named === ALONE ? this.#values.valueAfterBlank(name) : this.#values.valueBehind(name);
    this.#take(value ?? this.#values.valueBefore(name, this.#done));
  }

  #arguments(start: number, end: number, open: number): boolean {
    const said = TAKES_PASSWORD.saidOf(start, end);
    const found = said === 0 ? NOTHING : secretArguments(this.#window, open, said);
    for (const one of found) this.#take(one);
    return found.length > 0;
  }

  #nameOf(from: number, end: number, suspicion: Suspicion, isCookie: boolean): Name {
    const name = this.#name;
    name.from = from;
    name.end = end;
    name.suspicion = suspicion;
    name.isCookie = isCookie;
    return name;
  }

  #cookie(end: number): void {
    if (this.#isCrowded(end)) return;
    this.#take(this.#values.valueBehind(this.#nameOf(end, end, MAYBE, true)));
  }
}
