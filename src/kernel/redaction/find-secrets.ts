import { schemeAt, schemeValue } from './authorization-value.ts';
import { secretArguments } from './call-arguments.ts';
import { DIGIT, JOINER, KIND, LOWER, pairOf, tableOf, UPPER } from './characters.ts';
import { Stretch } from './effort.ts';
import { escapeLength } from './escapes.ts';
import { BEGINS_KEY, KeyFinder } from './find-keys.ts';
import { IbanFinder } from './find-numbers.ts';
import { mayBeginAtSign, SignFinder } from './find-signs.ts';
import { FOREIGN_SIGNS, foreign, isForeignName } from './foreign-names.ts';
import { InContext } from './in-context.ts';
import {
  ALONE,
  COLUMN,
  COOKIE,
  cookiesEnd,
  isCookieWord,
  isNameSign,
  isSetting,
  isWithPlugin,
  kindsIn,
  MOST_NAME,
  type Named,
  namedAt,
  suspicionAt,
  UNNAMED,
} from './name-place.ts';
import { ValueFinder } from './named-value.ts';
import { MAY_FOLLOW_NUMBER, secretOfNumber } from './number-secrets.ts';
import { labelledKeyEnd, oddKeyEnd, wrappedHashEnd, writtenHashEnd } from './odd-keys.ts';
import { isDashed } from './password-options.ts';
import { pipedPassword } from './piped-password.ts';
import { MAYBE, NONE, SURE, type Suspicion, TAKES_PASSWORD } from './secret-names.ts';
import { separatorAt, Table } from './table.ts';
import { CODES, type Find, START, TextWindow } from './text-window.ts';
import { hostPassword } from './url-password.ts';
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
for (const code of FOREIGN_SIGNS) SIGNS[code] = 1;

const [BLANK, PERCENT, PARENTHESIS, DASH, SLASH, COLON] = [32, 37, 40, 45, 47, 58];
const [EQUALS, AT_SIGN, BACKSLASH, LINE, CLOSING] = [61, 64, 92, 124, 125];

/** Words that are shorter hold no key in their middle. */
const LONG = 14;
/** Nor are they parts of one that looks made by chance. */
const LEAST_MADE = 6;
const SQL_NAME = 'identified '.length;

const NOTHING: readonly Find[] = [];

/** A search that can be laid down after each window of a text and be taken up again. */
export class SecretSearch {
  #finds: Find[] | undefined;
  readonly #window: TextWindow;
  readonly #keys: KeyFinder;
  readonly #values: ValueFinder;
  readonly #signs: SignFinder;
  readonly #stretch: Stretch;
  readonly #context: InContext;
  readonly #table = new Table();
  readonly #ibans = new IbanFinder();
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
    this.#signs = new SignFinder(this.#window);
    this.#stretch = new Stretch(this.#window);
    this.#context = new InContext(this.#window);
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
      this.#signs.shift(moved);
      this.#done -= moved;
      this.#cookiesEnd -= moved;
      this.#stretch.shift(moved);
      this.#context.shift(moved);
      this.#table.shift(moved);
      this.#ibans.shift(moved);
    }
    this.#stretch.takeUp();
    this.#place = window.base + this.#run();
    this.#stretch.layDown();
  }

  /** Says where it ended. */
  #run(): number {
    let at = START;
    if (this.#table.isOpen) at = this.#rows(at);
    if (this.#isInWord) at = this.#restOfWord(at);
    return this.#part(at, this.#window.limit);
  }

  /** Searches up to a place, or to the end of what begins before it. */
  #part(start: number, limit: number): number {
    const { end } = this.#window;
    // Looked up once: what another file exports is looked up each time.
    const [codes, kindOf, begins] = [CODES, KIND, BEGINS];
    let at = start;
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
      const from = at++;
      let kind = kindOf[codes[at]!]!;
      while (kind !== 0) {
        kinds |= kind;
        kind = kindOf[codes[++at]!]!;
      }
      const before = codes[from - 1]!;
      const named = namedAt(from, at, this.#cookiesEnd);
      const begun = begins[pairOf(first, codes[from + 1]!)]!;
      // Most words are passed by this alone.
      const isPlain =
        named === UNNAMED &&
        ((kinds & DIGIT) === 0 ? at - from < LONG : at - from < 4 && kinds !== DIGIT) &&
        before !== BACKSLASH &&
        before !== PERCENT;
      if (isPlain) {
        if (begun === 0 || (begun === 1 && this.#keys.isPassed(from))) continue;
        if (!this.#begun(from, at, begun)) continue;
      } else if (before === BACKSLASH || before === PERCENT) this.#escaped(from, at, kinds, named);
      else if (kinds !== DIGIT || begun !== 0) this.#word(from, at, kinds, named, begun);
      else if (at - from > 2 || codes[at] === SLASH || codes[at] === LINE) this.#number(from, at);
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

  #upTo(name: string, from: number, end: number): boolean {
    return end > 0 && this.#found(name, from, end);
  }

  /** Whether too much was spent to look closer at a place; then what is left of the stretch is hidden. */
  #isCrowded(at: number): boolean {
    return this.#stretch.isSpent(at) && this.#found('crowded', at, this.#stretch.end);
  }

  #sign(code: number, at: number): void {
    if (code > 127) this.#foreign(at);
    else if (mayBeginAtSign(code, at) && !this.#isCrowded(at))
      this.#take(this.#signs.secretAt(code, at, this.#done));
  }

  #foreign(at: number): void {
    if (!isForeignName(at) || this.#isCrowded(at)) return;
    const { from, end, suspicion } = foreign;
    const separator = this.#table.isOpen ? 0 : separatorAt(from, end);
    if (separator > 0 && this.#openTable(from, end, separator)) return;
    const name = this.#nameOf(from, end, suspicion, false);
    const isAlone = CODES[end] === BLANK && CODES[end + 1] !== COLON && CODES[end + 1] !== EQUALS;
    this.#take(isAlone ? this.#values.valueAfterBlank(name) : this.#values.valueBehind(name));
  }

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
    if ((kinds & DIGIT) !== 0 && length >= LEAST_MADE && this.#done <= start) this.#inContext(start, end);
  }

  #inContext(start: number, end: number): void {
    if (this.#isCrowded(start)) return;
    const to = this.#context.endOf(start, end, this.#done);
    if (to > 0) this.#found(this.#context.label, this.#context.from, to);
  }

  /** Something may begin like this word. */
  #begun(start: number, end: number, begins: number): boolean {
    if (begins & 1 && this.#take(this.#keys.keyAt(start))) return true;
    if (begins & BEGINS_TOKEN && this.#take(this.#keys.jsonWebTokenAt(start))) return true;
    return (begins & BEGINS_SCHEME) !== 0 && this.#scheme(start, end);
  }

  /** Bearer and Basic outside of a header. */
  #scheme(start: number, end: number): boolean {
    const scheme = schemeAt(start, end);
    if (scheme === 0) return false;
    return this.#isCrowded(start) || this.#take(schemeValue(this.#window, this.#keys, scheme, end));
  }

  #number(start: number, end: number): boolean {
    const next = CODES[end]!;
    if ((MAY_FOLLOW_NUMBER[next] === 1 || CODES[start - 1] === COLON) && this.#isCrowded(start)) return true;
    return this.#take(secretOfNumber(this.#window, start, end));
  }

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
    if (end - from === 2 && (CODES[end - 1]! | 32) === 121) {
      if (isWithPlugin(from)) {
        this.#take(this.#values.valueAfterBlank(this.#nameOf(from, end, SURE, false)));
        return;
      }
      from = Math.max(least, from - SQL_NAME);
    }
    if (CODES[end] === CLOSING) {
      this.#upTo('password-hash', start - 1, wrappedHashEnd(this.#window, start - 1));
      return;
    }
    if (CODES[start - 1] === AT_SIGN && CODES[end] === PARENTHESIS)
      this.#take(hostPassword(this.#window, start - 1, this.#done));
    // login("…", "…") and auth=("…", "…")
    const sign =
      CODES[end] === BLANK && CODES[end + 1] === EQUALS && CODES[end + 2] === BLANK ? end + 2 : end;
    const open = sign > end || CODES[end] === EQUALS ? sign + 1 : end;
    if (CODES[open] === PARENTHESIS && this.#arguments(start, end, open)) return;
    if (this.#take(pipedPassword(this.#window, start, end, this.#done))) return;
    const suspicion = suspicionAt(from, end, named, this.#done);
    if (suspicion === NONE) {
      if (end < this.#cookiesEnd && CODES[end] === EQUALS) this.#cookie(end);
      return;
    }
    if (this.#isCrowded(start)) return;
    if (!this.#table.isOpen) {
      const separator = separatorAt(start, end);
      if (separator > 0 && this.#openTable(start, end, separator)) return;
    }
    if (named === COLUMN) {
      this.#take(this.#values.nextArgument(this.#nameOf(from, end, suspicion, false)));
      return;
    }
    if (isCookieWord(end)) {
      if (end >= this.#cookiesEnd) this.#cookiesEnd = cookiesEnd(end);
      // A setting may have one value: ERLANG_COOKIE.
      if (CODES[end] !== EQUALS && !isSetting(from, end)) return;
    }
    const name = this.#nameOf(from, end, suspicion, end < this.#cookiesEnd);
    const value = named === ALONE ? this.#values.valueAfterBlank(name) : this.#values.valueBehind(name);
    this.#take(value ?? this.#values.valueBefore(name, this.#done));
  }

  #openTable(start: number, end: number, separator: number): boolean {
    const rows = this.#table.open(start, end, separator);
    if (rows < 0) return false;
    this.#done = this.#rows(this.#part(end, rows));
    return true;
  }

  /** Rows below the names of columns, as far as the window shows them; where they end. */
  #rows(place: number): number {
    const table = this.#table;
    let at = place;
    while (at < this.#window.limit) {
      if (!table.row(at)) {
        table.close();
        break;
      }
      const { rowEnd } = table;
      for (const { label, from, to } of table.secrets) {
        at = this.#part(Math.min(at, from), from);
        if (this.#done < to) this.#found(label, Math.max(from, this.#done), to);
        at = Math.max(at, to);
      }
      at = this.#part(at, rowEnd);
      if (CODES[at] === 0) break;
    }
    return at;
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
