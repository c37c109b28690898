import { isOwnId } from '../ids.ts';
import { Between } from './between.ts';
import { blockValue } from './block-value.ts';
import { looksRandom } from './chance.ts';
import { DIGITS, KIND, LETTERS, tableOf } from './characters.ts';
import { spend } from './effort.ts';
import { isGiven } from './given.ts';
import { isPlaceholder } from './placeholder.ts';
import {
  behindBlanks,
  behindJoint,
  behindMark,
  blockStart,
  fieldQuote,
  isOpener,
  isSaidBefore,
  isValueWord,
  partStart,
  quoteLength,
  schemeEnd,
  secondOfPair,
  valueWordLength,
} from './punctuation.ts';
import { labelOf } from './secret-label.ts';
import { MAYBE, NONE, SURE, suspicionOf } from './secret-names.ts';
import { CODES, type Find, START, show, type TextWindow } from './text-window.ts';
import { fourFoursEnd, isLettersOnly, isLongToken, isMember, isSentence } from './value-look.ts';
import { LOOKED_AT, type Name, namesSession, Verdict } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [LINE_FEED, RETURN, BLANK, QUOTE, APOSTROPHE, BRACE, DASH, POINT, SLASH] = [
  10, 13, 32, 34, 39, 40, 45, 46, 47,
];
const [COLON, LESS, EQUALS, GREATER, BACKSLASH, OPENING] = [58, 60, 61, 62, 92, 123];
const LINE_ENDS = tableOf('\r\n');
const ELEMENT_ENDS = tableOf('<>');
const ENDS_TIGHT = tableOf(' \t\r\n\f"\'`,;&<>\\');
const ENDS_LOOSE = tableOf(' \t\r\n\f"\'`,;&<>\\(){}[]|');
/** The marks of a shell or a list. */
const BEHIND_VALUE = tableOf(' \t\r\n"\'`,;)]}\\');
const BEGINS_ATTRIBUTE = tableOf('vc');

/** Between a name and the block that it has. */
const IN_BLOCK = tableOf('"\'] \t:={');

const MOST_TAG = 160;
const IS_THE = ' is the '.length;
const LEAST_SAID = 8;
const BEGINS_COMMENT = tableOf('#;/*');
const MOST_SELECTOR = 24;
const IN_SELECTOR = tableOf(`${LETTERS}${DIGITS}_-#.[=`);
/** The name of a hash before it. */
const WRAPPED = /\{[A-Za-z0-9]{2,10}\}(?=[\w+/$.-]{16})/y;
const NEXT_ELEMENT = /<\/key>\s{0,40}<(?:string|data)>/y;
const VALUE_LINE = /\r?\n[ \t]{0,40}value:[ \t]{1,4}["']?/y;

const AUTHORIZATION = new WordList(saying(1, 'authorization'));
const TYPE = new WordList(saying(1, 'type='));
const NAME = new WordList(saying(1, 'name:'));
/** Those of a header that stand alone in a text, too. */
export const SCHEMES = new WordList([
  ['bearer', 1],
  ['basic', 2],
]);
export const SCHEME_NAMES: readonly string[] = ['authorization', 'bearer-token', 'basic-auth'];

/** Whether a value is secret because of the name of its field, whatever stands around it. */
export function isSecretValue(name: string, value: string): boolean {
  const suspicion = suspicionOf(START, show(name));
  if (suspicion === NONE) return false;
  const end = show(value);
  if (isPlaceholder(START, end)) return false;
  if (suspicion === SURE) return true;
  if (isOwnId(value)) return false;
  return looksRandom(START, end) || (isLongToken(START, end) && namesSession(name));
}

/** Values behind names, in one window. */
export class ValueFinder {
  readonly #window: TextWindow;
  /** Between these places no value ends, and no tag holds one. */
  readonly #tight = { from: 0, to: 0 };
  readonly #loose = { from: 0, to: 0 };
  readonly #line = { from: 0, to: 0 };
  readonly #element = { from: 0, to: 0 };
  readonly #tag = { from: 0, to: 0 };
  readonly #before = { from: 0, to: 0 };
  readonly #openTag = { to: 0, open: -1 };
  readonly #verdict: Verdict;
  readonly #between = new Between();

  constructor(window: TextWindow) {
    this.#window = window;
    this.#verdict = new Verdict(window);
  }

  /** The window went on: places are less by so much. */
  shift(by: number): void {
    for (const known of [this.#tight, this.#loose, this.#line, this.#element, this.#tag, this.#before]) {
      known.from -= by;
      known.to -= by;
    }
    this.#openTag.to -= by;
    this.#openTag.open -= by;
    this.#verdict.shift(by);
  }

  /** The value behind a name, if there is one and it is no placeholder, type or piece of code. */
  valueBehind(name: Name): Find | undefined {
    spend(2);
    const next = CODES[name.end]!;
    if (next === LINE_FEED || next === RETURN) return this.#onNextLine(name);
    if (next === GREATER) return isOpener(name.from) ? this.#elementText(name, name.end + 1) : undefined;
    if (next === LESS) return this.#inNextElement(name);
    if (next === BRACE) return this.#inCall(name);
    if (name.suspicion === SURE && opensBlock(name.end)) {
      const value = this.#inBlock(name);
      if (value) return value;
    }
    if (!this.#between.read(name.end))
      return next === QUOTE || next === APOSTROPHE || next === BACKSLASH ? this.#beside(name) : undefined;
    const { from: begin, quote, length, sign, hasBlank, isWrapped } = this.#between;
    const from = CODES[begin] === OPENING ? Math.max(begin, this.#window.match(WRAPPED, begin)) : begin;
    if (isWrapped) return this.#quoted({ ...name, suspicion: MAYBE }, from, quote, length);
    if (isAuthorization(name)) return this.#authorization(from, quote, length);
    if (length > 0) return this.#quoted(name, from, quote, length);
    const below = sign === COLON ? blockStart(from) : 0;
    if (below > 0) return this.#restOfLine(name, below, 'tight');
    const letters = name.suspicion === SURE ? fourFoursEnd(from) : NONE;
    if (letters > 0) return this.#found(name, from, letters);
    const isLoose = hasBlank || sign === COLON;
    const ends = isLoose ? ENDS_LOOSE : ENDS_TIGHT;
    const soon = this.#soon(ends, from, isLoose ? this.#loose : this.#tight);
    return this.#verdict.accepts(from, soon, name, isLoose ? 'loose' : 'tight', sign)
      ? this.#found(name, from, this.#window.find(ends, soon))
      : undefined;
  }

  /** PASSWORD '…' of SQL, --token …, ENV API_KEY …, | api_key | … |, the password is …: what no sign joins. */
  valueAfterBlank(name: Name): Find | undefined {
    spend(2);
    if (isOpener(name.from)) {
      const close = this.#soon(ELEMENT_ENDS, name.end, this.#element, MOST_TAG);
      return CODES[close] === GREATER ? this.#elementText(name, close + 1) : undefined;
    }
    const at = behindJoint(name.end);
    const length = quoteLength(at);
    const from = at + length;
    if (isAuthorization(name)) return length > 0 ? this.#authorization(from, at, length) : undefined;
    const soon = length > 0 ? this.#soonQuote(from, at, length) : this.#soon(ENDS_LOOSE, from, this.#loose);
    if (isPlaceholder(from, soon) || !isGiven(name, from, soon, length > 0)) return undefined;
    if (length > 0) return this.#found(name, from, this.#closing(from, at, length));
    const to = this.#window.find(ENDS_LOOSE, soon);
    return this.#found(name, from, CODES[to - 1] === POINT ? to - 1 : to);
  }

  #found(name: Name, from: number, to: number): Find {
    const label = name.isCookie ? 'session-cookie' : labelOf(name.from, name.end);
    return this.#window.found(label, from, to);
  }

  /** The first character that ends a value, or as far as is looked. No character is looked at twice. */
  #soon(ends: Uint8Array, from: number, known: { from: number; to: number }, limit = LOOKED_AT): number {
    const most = Math.min(from + limit, this.#window.end);
    if (from < known.from || from > known.to) {
      known.from = from;
      known.to = from;
    }
    let at = known.to;
    while (at < most && ends[CODES[at]!] === 0) at++;
    known.to = at;
    return at;
  }

  #quoted(name: Name, from: number, quote: number, length: number): Find | undefined {
    const soon = this.#soonQuote(from, quote, length);
    if (!this.#verdict.accepts(from, soon, name, 'quoted')) return undefined;
    const to = this.#closing(from, quote, length);
    return to > from ? this.#found(name, from, to) : undefined;
  }

  /** The quote that closes a value, or as far as is looked. */
  #soonQuote(from: number, quote: number, length: number): number {
    const most = Math.min(from + LOOKED_AT, this.#window.end);
    const first = CODES[quote]!;
    let soon = from;
    while (soon + length <= most && (CODES[soon] !== first || !this.#repeats(quote, length, soon))) soon++;
    return soon + length > most ? most : soon;
  }

  #repeats(quote: number, length: number, at: number): boolean {
    const window = this.#window;
    for (let i = 0; i < length; i++) if (window.at(at + i) !== CODES[quote + i]) return false;
    return true;
  }

  /** Where a quoted value ends; one that is not closed ends with its line. */
  #closing(from: number, quote: number, length: number): number {
    const window = this.#window;
    const first = CODES[quote];
    for (let at = from; ; at++) {
      const code = window.at(at);
      if (LINE_ENDS[code] === 1 || (code === 0 && window.isBehind(at))) return at;
      if (code !== first) continue;
      // A quote behind an escape is part of the value.
      const isEscaped = length === 1 && at > from && window.at(at - 1) === BACKSLASH;
      if (!isEscaped && this.#repeats(quote, length, at)) return at;
    }
  }

  /** <password>…</password> */
  #elementText(name: Name, from: number): Find | undefined {
    const soon = this.#soon(ELEMENT_ENDS, from, this.#element);
    if (!this.#verdict.accepts(from, soon, name, 'quoted')) return undefined;
    const to = this.#window.find(ELEMENT_ENDS, soon);
    const isClosed = this.#window.at(to) === LESS && this.#window.at(to + 1) === SLASH;
    return isClosed ? this.#found(name, from, to) : undefined;
  }

  /** variable "db_password" { default = "…" }, and the same in YAML. */
  #inBlock(name: Name): Find | undefined {
    const quote = blockValue(this.#window, name.end);
    if (quote < 0) return undefined;
    const length = quoteLength(quote);
    if (length > 0) return this.#quoted(name, quote + length, quote, length);
    return this.#restOfLine(name, quote, 'tight');
  }

  /** setPassword("…") */
  #inCall(name: Name): Find | undefined {
    const quote = name.end + 1;
    const length = quoteLength(quote);
    return length > 0
      ? this.#quoted({ ...name, suspicion: MAYBE }, quote + length, quote, length)
      : undefined;
  }

  /** <key>password</key> <string>…</string> */
  #inNextElement(name: Name): Find | undefined {
    if (CODES[name.from - 1] !== GREATER || CODES[name.end + 1] !== SLASH) return undefined;
    const from = this.#window.match(NEXT_ELEMENT, name.end);
    return from > 0 ? this.#elementText(name, from) : undefined;
  }

  /** - name: DB_PASSWORD, and in the line below it its value. */
  #onNextLine(name: Name): Find | undefined {
    if (CODES[name.from - 2] !== COLON || NAME.saidOf(name.from - 6, name.from - 1) === 0) return undefined;
    const from = this.#window.match(VALUE_LINE, name.end);
    if (from < 0) return undefined;
    if (quoteLength(from - 1) === 1) return this.#quoted(name, from, from - 1, 1);
    return this.#restOfLine(name, from, 'tight');
  }

  #restOfLine(name: Name, from: number, setting: 'quoted' | 'tight'): Find | undefined {
    const soon = this.#soon(LINE_ENDS, from, this.#line);
    return this.#verdict.accepts(from, soon, name, setting)
      ? this.#found(name, from, this.#window.find(LINE_ENDS, soon))
      : undefined;
  }

  /** The name is itself a value: of an attribute, of a part of a form, of a pair. */
  #beside(name: Name): Find | undefined {
    const second = secondOfPair(name.end);
    const field = second > 0 ? fieldQuote(second) : -1;
    const quote = field > 0 ? field : second;
    if (quote > 0 && behindMark(quote) > 0) {
      const from = behindMark(quote);
      // In a list of words one says nothing of the next; what a function is given belongs together.
      const belongs = field > 0 || isFirstArgument(name.from - 1) || isOption(name.from);
      if (isAuthorization(name) && (belongs || schemeEnd(from) > 0))
        return this.#authorization(from, quote, from - quote);
      return this.#quoted(belongs ? name : { ...name, suspicion: MAYBE }, from, quote, from - quote);
    }
    if (CODES[name.from - 2] !== EQUALS || quoteLength(name.from - 1) === 0) return undefined;
    const attribute = this.#valueAttribute(name.end, this.#tag);
    if (attribute > 0) {
      const from = behindMark(attribute);
      return this.#quoted(name, from, attribute, from - attribute);
    }
    const close = this.#tag.to;
    if (CODES[close] === GREATER && close < name.end + MOST_TAG) return this.#elementText(name, close + 1);
    const part = partStart(name.end);
    return part < 0 ? undefined : this.#restOfLine(name, part, 'quoted');
  }

  /** <input value="…" type="password">: the value stands before what tells, and not before `least`. */
  valueBefore(name: Name, least: number): Find | undefined {
    if (name.suspicion === SURE && isSaidBefore(name.from)) {
      const to = name.from - IS_THE;
      let from = to;
      const stop = Math.max(least, to - LOOKED_AT);
      while (from > stop && CODES[from - 1] !== 0 && ENDS_LOOSE[CODES[from - 1]!] === 0) from--;
      while (from < to && BEGINS_COMMENT[CODES[from]!] === 1) from++;
      return looksRandom(from, to, LEAST_SAID) ? this.#found(name, from, to) : undefined;
    }
    const sign = CODES[name.from - 1]!;
    const end = sign === EQUALS ? name.from : name.from - 1;
    if (name.end - name.from !== 8 || CODES[end - 1] !== EQUALS || TYPE.saidOf(end - 5, end) === 0)
      return undefined;
    if (sign !== EQUALS && sign !== QUOTE && sign !== APOSTROPHE) return undefined;
    const open = this.#opener(name.from, Math.max(least, name.from - MOST_TAG));
    if (open < 0) return undefined;
    const attribute = this.#valueAttribute(open + 1, this.#before);
    const from = attribute > 0 ? behindMark(attribute) : -1;
    if (from < 0 || from >= name.from) return undefined;
    const to = this.#closing(from, attribute, from - attribute);
    return to > from && to <= name.from ? this.#window.found('password', from, to) : undefined;
  }

  /** Where the tag opens that a place is in, or -1. No character is looked at twice. */
  #opener(place: number, least: number): number {
    const known = this.#openTag;
    const stop = known.to <= place && known.to > least ? known.to : least;
    let at = place;
    while (at > stop && CODES[at - 1] !== LESS) at--;
    if (at > stop) known.open = at - 1;
    else if (stop === least) known.open = -1;
    known.to = place;
    return known.open >= least ? known.open : -1;
  }

  /** Of <input name="password" value="…">: where the quote stands, or -1. */
  #valueAttribute(from: number, tag: { from: number; to: number }): number {
    const most = Math.min(from + MOST_TAG, this.#window.end);
    if (from < tag.from || from > tag.to) {
      tag.from = from;
      tag.to = from;
    }
    let at = tag.to;
    for (; at < most && ELEMENT_ENDS[CODES[at]!] === 0; at++) {
      if (BEGINS_ATTRIBUTE[CODES[at]!] === 0 || KIND[CODES[at - 1]!] !== 0 || !isValueWord(at)) continue;
      const sign = behindBlanks(at + valueWordLength(at));
      const mark = CODES[sign] === EQUALS ? behindBlanks(sign + 1) : -1;
      if (mark > 0 && behindMark(mark) > 0 && behindMark(mark) <= most) {
        tag.to = at;
        return mark;
      }
    }
    tag.to = at;
    return -1;
  }

  /** Of a header the scheme stays. */
  #authorization(from: number, quote: number, length: number): Find | undefined {
    const window = this.#window;
    const scheme = schemeEnd(from);
    const start = scheme > 0 ? behindBlanks(scheme) : from;
    const most = Math.min(start + LOOKED_AT, window.end);
    let soon = start;
    while (
      soon < most &&
      LINE_ENDS[CODES[soon]!] === 0 &&
      !(length > 0 && this.#repeats(quote, length, soon))
    )
      soon++;
    // "Bearer " + token; a = b;
    while (soon > start && BEHIND_VALUE[CODES[soon - 1]!] === 1) soon--;
    if (soon - start < 4 || isPlaceholder(start, soon) || this.#verdict.isPassed(start, soon))
      return undefined;
    if (isSentence(start, soon) || isMember(start, soon) || (scheme < 0 && isLettersOnly(start, soon))) {
      this.#verdict.refuse(start, soon);
      return undefined;
    }
    const name = SCHEME_NAMES[scheme > 0 ? SCHEMES.saidOf(from, scheme) : 0]!;
    if (length > 0) return window.found(name, start, this.#closing(start, quote, length));
    let to = window.find(LINE_ENDS, soon);
    while (to > start && BEHIND_VALUE[window.at(to - 1)] === 1) to--;
    return window.found(name, start, to);
  }
}

function isAuthorization({ from, end }: Name): boolean {
  if (end - from < 13 || (CODES[end - 13]! | 32) !== 97) return false;
  return AUTHORIZATION.saidOf(end - 13, end) !== 0;
}

/** "--password", "…" */
const isOption = (from: number) => CODES[from] === DASH && CODES[from + 1] === DASH;

/** Of a call: ("x-api-key", "…"), ('#password', '…') */
function isFirstArgument(before: number): boolean {
  let at = before;
  while (at > before - MOST_SELECTOR && IN_SELECTOR[CODES[at]!] === 1) at--;
  if (CODES[at] !== QUOTE && CODES[at] !== APOSTROPHE) return false;
  return CODES[at - 1] === BRACE || (CODES[at - 1] === BLANK && CODES[at - 2] === BRACE);
}

/** A line ends behind the name, or behind the sign or the brace that follows it. */
function opensBlock(end: number): boolean {
  let at = end;
  while (at < end + 6 && IN_BLOCK[CODES[at]!] === 1) at++;
  return at > end && (CODES[at] === LINE_FEED || CODES[at] === RETURN);
}
