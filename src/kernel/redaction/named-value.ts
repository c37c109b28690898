import { isOwnId } from '../ids.ts';
import { authorizationValue, isAuthorization } from './authorization-value.ts';
import { Between } from './between.ts';
import { blockValue, opensBlock } from './block-value.ts';
import { looksRandom } from './chance.ts';
import { KIND, tableOf, UPPER } from './characters.ts';
import { spend } from './effort.ts';
import { isGiven } from './given.ts';
import { secondOfLogin } from './login-pair.ts';
import { nextElement, nextItem, nextLine } from './next-place.ts';
import { code, codeEnd, likesEnd, namesCode } from './one-time-code.ts';
import { isCommon, isPlaceholder } from './placeholder.ts';
import {
  behindBlanks,
  behindJoint,
  behindMark,
  blockStart,
  fieldQuote,
  isFirstArgument,
  isOpener,
  isSaidBefore,
  MOST_INDENT,
  partStart,
  quoteLength,
  schemeEnd,
  secondOfPair,
} from './punctuation.ts';
import { Quotes } from './quotes.ts';
import { labelOf } from './secret-label.ts';
import { MAYBE, NONE, SURE, suspicionOf } from './secret-names.ts';
import { MOST_TAG, TagValues } from './tag-values.ts';
import { CODES, type Find, START, show, type TextWindow } from './text-window.ts';
import { behindAmpersand, ENDS_LOOSE, ENDS_TIGHT } from './value-ends.ts';
import {
  BYTES,
  bracketEnd,
  CDATA,
  CLOSES,
  CLOSES_DATA,
  FALLBACK,
  isBytes,
  isNameAt,
  isOnly,
  isOption,
  isPrompt,
  LIST,
  NESTED,
  namedPhraseEnd,
  VALUE_LINE,
  WRAPPED,
} from './value-forms.ts';
import {
  fourFoursEnd,
  hasBlank,
  hasDigit,
  isCamel,
  isLongToken,
  isMember,
  isWordsOnly,
  seedEnd,
} from './value-look.ts';
import { LOOKED_AT, type Name, namesSession, Verdict } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [LINE_FEED, RETURN, BLANK, QUOTE, APOSTROPHE, BRACE, COMMA, POINT, SLASH] = [
  10, 13, 32, 34, 39, 40, 44, 46, 47,
];
const [COLON, LESS, EQUALS, GREATER, BRACKET, BACKSLASH, _CLOSING, OPENING, LINE] = [
  58, 60, 61, 62, 91, 92, 93, 123, 124,
];
const LINE_ENDS = tableOf('\r\n');
const ELEMENT_ENDS = tableOf('<>');
const BEGINS_COMMENT = tableOf('#;/*');
const BEGINS_MEMBER = tableOf('{,([');
const TYPE = new WordList(saying(1, 'type='));
const NAME = new WordList(saying(1, 'name:'));
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
  readonly #tags: TagValues;
  readonly #quotes: Quotes;
  readonly #verdict: Verdict;
  readonly #between = new Between();

  constructor(window: TextWindow) {
    this.#window = window;
    this.#verdict = new Verdict(window);
    this.#tags = new TagValues(window);
    this.#quotes = new Quotes(window);
  }

  /** The window went on: places are less by so much. */
  shift(by: number): void {
    for (const known of [this.#tight, this.#loose, this.#line, this.#element]) {
      known.from -= by;
      known.to -= by;
    }
    this.#tags.shift(by);
    this.#verdict.shift(by);
  }

  /** The value behind a name, if there is one and it is no placeholder, type or piece of code. */
  valueBehind(name: Name): Find | undefined {
    spend(2);
    const next = CODES[name.end]!;
    if (next === LINE_FEED || next === RETURN) return this.#onNextLine(name);
    if (next === GREATER) return isOpener(name.from) ? this.#inElement(name, name.end + 1) : undefined;
    if (next === LESS) return this.#inNextElement(name);
    if (next === BRACE) return this.#inCall(name);
    if (name.suspicion === SURE && opensBlock(name.end)) {
      const value = this.#inBlock(name);
      if (value) return value;
    }
    if (next === BLANK && namesCode(name)) {
      const to = codeEnd(name);
      if (to > 0) return this.#found(name, code.from, to);
    }
    const second = this.#inLogin(name);
    if (second) return second;
    if (!this.#between.read(name.end))
      return next === QUOTE || next === APOSTROPHE || next === BACKSLASH ? this.#beside(name) : undefined;
    if (isPrompt(name, this.#between.quote, this.#between.length)) return undefined;
    const { from: begin, quote, length, sign, hasBlank: isApart, isWrapped } = this.#between;
    const from = CODES[begin] === OPENING ? Math.max(begin, this.#window.match(WRAPPED, begin)) : begin;
    if (isWrapped && !isOnly(name, from, quote))
      return this.#inList(name, this.#quoted({ ...name, suspicion: MAYBE }, from, quote, length), from);
    const listed =
      length === 0 && CODES[from] === BRACKET ? this.#inBrackets(name, from + 1, sign) : undefined;
    if (listed) return listed;
    if (isAuthorization(name)) return this.#header(from, quote, length);
    if (length > 0) return this.#quoted(name, from, quote, length);
    const below = sign === COLON ? blockStart(from) : 0;
    // What stands in a list may be anything.
    const isItem = below > 0 && LINE_ENDS[CODES[from]!] === 1;
    if (below > 0) return this.#restOfLine(isItem ? { ...name, suspicion: MAYBE } : name, below, 'tight');
    const letters = name.suspicion === SURE ? fourFoursEnd(from) : NONE;
    if (letters > 0) return this.#found(name, from, letters);
    if (isBytes(from)) return this.#upTo(name, from, this.#window.match(BYTES, from));
    const words = seedEnd(from) || namedPhraseEnd(name, from);
    if (words > 0) return this.#found(name, from, words);
    // What stands right behind a colon is a word of no sentence; in braces it may be a variable.
    const isTight = sign === COLON && !isApart && BEGINS_MEMBER[CODES[name.from - 1]!] === 0;
    const isLoose = !isTight && (isApart || sign === COLON);
    const ends = isLoose ? ENDS_LOOSE : ENDS_TIGHT;
    const first = this.#soon(ends, from, isLoose ? this.#loose : this.#tight);
    const soon = isLoose ? behindAmpersand(first) : first;
    if (!this.#verdict.accepts(from, soon, name, isLoose ? 'loose' : 'tight', sign)) return undefined;
    const to = this.#window.find(ends, soon);
    return this.#found(name, from, namesCode(name) ? likesEnd(from, to) : to);
  }

  /** secrets: ['…', '…']: with the first the others of a list are hidden. */
  #inList(name: Name, first: Find | undefined, from: number): Find | undefined {
    if (first && name.suspicion !== SURE) {
      const { base } = this.#window;
      return this.#found(name, first.from - base, likesEnd(first.from - base, first.to - base));
    }
    if (!(first || (namesCode(name) && hasDigit(from, from + 4)))) return first;
    const end = this.#window.match(LIST, from);
    return end > 0 ? this.#found(name, from, end) : first;
  }

  /** Authorization=[…], X-Api-Key:[…]: headers may have several values, and have one. */
  #inBrackets(name: Name, from: number, sign: number): Find | undefined {
    const to = bracketEnd(from);
    if (to < 0) return undefined;
    const soon = Math.min(to, from + LOOKED_AT);
    return this.#verdict.accepts(from, soon, name, 'tight', sign) ? this.#found(name, from, to) : undefined;
  }

  /** PASSWORD '…' of SQL, --token …, ENV API_KEY …, | api_key | … |, the password is …: what no sign joins. */
  valueAfterBlank(name: Name): Find | undefined {
    spend(2);
    if (isOpener(name.from)) {
      const close = this.#soon(ELEMENT_ENDS, name.end, this.#element, MOST_TAG);
      return CODES[close] === GREATER ? this.#elementText(name, close + 1) : undefined;
    }
    if (namesCode(name) && CODES[behindBlanks(name.end, MOST_INDENT)] !== LINE) {
      const to = codeEnd(name);
      if (to > 0) return this.#found(name, code.from, to);
    }
    const second = this.#inLogin(name);
    if (second) return second;
    const at = behindJoint(name.end);
    const length = quoteLength(at);
    const from = at + length;
    const groups = name.suspicion === SURE && length === 0 ? fourFoursEnd(from) : NONE;
    if (groups > 0) return this.#found(name, from, groups);
    if (isAuthorization(name)) return length > 0 ? this.#header(from, at, length) : undefined;
    if (isBytes(from)) return this.#upTo(name, from, this.#window.match(BYTES, from));
    const soon = length > 0 ? this.#quotes.soon(from, at, length) : this.#soon(ENDS_LOOSE, from, this.#loose);
    const isWord = length > 0 && name.suspicion === SURE && isCommon(from, soon);
    if ((isPlaceholder(from, soon) && !isWord) || !isGiven(name, from, soon, length > 0)) return undefined;
    if (length > 0) return this.#found(name, from, this.#quotes.closing(from, at, length));
    const to = this.#window.find(ENDS_LOOSE, soon);
    return this.#found(name, from, CODES[to - 1] === POINT ? to - 1 : to);
  }

  /** login: anna / tulip */
  #inLogin(name: Name): Find | undefined {
    const from = secondOfLogin(name);
    if (from < 0) return undefined;
    const to = this.#window.find(ENDS_LOOSE, from);
    const isTold = KIND[CODES[from]!] === UPPER || hasDigit(from, to);
    return isTold && to - from >= 4 && !isPlaceholder(from, to)
      ? this.#window.found('password', from, to)
      : undefined;
  }

  /** setopt(PASSWORD, "…"), setopt(USERPWD, "anna:…") */
  nextArgument(name: Name): Find | undefined {
    const quote = behindBlanks(name.end + 1);
    const length = name.suspicion === SURE && CODES[name.end] === COMMA ? quoteLength(quote) : 0;
    if (length === 0 || KIND[CODES[name.end - 1]!] !== UPPER) return undefined;
    const from = quote + length;
    const soon = this.#quotes.soon(from, quote, length);
    let at = from;
    while (at < soon && CODES[at] !== COLON) at++;
    return this.#quoted(name, at < soon - 1 ? at + 1 : from, quote, length);
  }

  #upTo(name: Name, from: number, to: number): Find | undefined {
    return to > 0 ? this.#found(name, from, to) : undefined;
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
    const soon = this.#quotes.soon(from, quote, length);
    if (!this.#verdict.accepts(from, soon, name, 'quoted')) return undefined;
    const to = this.#quotes.closing(from, quote, length);
    return to > from ? this.#found(name, from, to) : undefined;
  }

  /** <Password><Value>…</Value></Password> */
  #inElement(name: Name, from: number): Find | undefined {
    const nested = CODES[from] === LESS ? this.#window.match(NESTED, from) : NONE;
    return this.#elementText(name, nested > 0 ? nested : from);
  }

  /** <password>…</password> */
  #elementText(name: Name, from: number): Find | undefined {
    if (CODES[from] === LESS && CODES[from + 1] === 33) return this.#characterData(name, from);
    const soon = this.#soon(ELEMENT_ENDS, from, this.#element);
    if (!this.#verdict.accepts(from, soon, name, 'quoted')) return undefined;
    const to = this.#window.find(ELEMENT_ENDS, soon);
    const isClosed = this.#window.at(to) === LESS && this.#window.at(to + 1) === SLASH;
    return isClosed ? this.#found(name, from, to) : undefined;
  }

  /** <![CDATA[…]]> */
  #characterData(name: Name, at: number): Find | undefined {
    const from = this.#window.match(CDATA, at);
    if (from < 0) return undefined;
    const soon = this.#soon(CLOSES_DATA, from, this.#element);
    if (!this.#verdict.accepts(from, soon, name, 'quoted')) return undefined;
    return this.#found(name, from, this.#window.find(CLOSES_DATA, soon));
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
    if (length === 0) return undefined;
    const from = quote + length;
    // What a password is set to is more than a word; a word names a field.
    const soon = this.#quotes.soon(from, quote, length);
    const isSetter =
      CODES[name.from] === POINT || isMember(name.from, name.end) || KIND[CODES[name.end - 2]!] === UPPER;
    const isSet = isSetter && isWordsOnly(from, soon) && !isCamel(from, soon);
    const isMade =
      name.suspicion === SURE && soon - from >= 6 && (isSet || hasDigit(from, soon)) && !hasBlank(from, soon);
    return this.#quoted(isMade ? name : { ...name, suspicion: MAYBE }, from, quote, length);
  }

  /** <key>password</key> <string>…</string> */
  #inNextElement(name: Name): Find | undefined {
    const from = nextElement(this.#window, name);
    return from > 0 ? this.#elementText(name, from) : undefined;
  }

  /** - name: DB_PASSWORD, and in the line below it its value. */
  #onNextLine(name: Name): Find | undefined {
    const below = nextLine(name);
    if (below > 0) return this.#restOfLine(name, below, 'tight');
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

  #header(from: number, quote: number, length: number): Find | undefined {
    return authorizationValue(this.#window, this.#quotes, this.#verdict, { from, quote, length });
  }

  /** The name is itself a value: of an attribute, of a part of a form, of a pair. */
  #beside(name: Name): Find | undefined {
    const fallback =
      name.suspicion === SURE && CLOSES[CODES[name.end + 1]!] === 1
        ? this.#window.match(FALLBACK, name.end)
        : NONE;
    if (fallback > 0) return this.#quoted(name, fallback + 1, fallback, 1);
    const item = nextItem(name);
    if (item > 0) return this.#quoted(name, item + 1, item, 1);
    const second = secondOfPair(name.end);
    const field = second > 0 ? fieldQuote(second) : -1;
    const quote = field > 0 ? field : second;
    if (quote > 0 && behindMark(quote) > 0) {
      const from = behindMark(quote);
      // In a list of words one says nothing of the next; what a function is given belongs together.
      const belongs = field > 0 || isFirstArgument(name.from - 1) || isOption(name.from);
      if (isAuthorization(name) && (belongs || schemeEnd(from) > 0))
        return this.#header(from, quote, from - quote);
      // The next name of a record is no value.
      if (!belongs && isNameAt(this.#quotes.soon(from, quote, from - quote))) return undefined;
      return this.#quoted(belongs ? name : { ...name, suspicion: MAYBE }, from, quote, from - quote);
    }
    if (CODES[name.from - 2] !== EQUALS || quoteLength(name.from - 1) === 0) return undefined;
    const attribute = this.#tags.valueBehind(name.end);
    if (attribute > 0) {
      const from = behindMark(attribute);
      return this.#quoted(name, from, attribute, from - attribute);
    }
    const close = this.#tags.end;
    if (CODES[close] === GREATER && close < name.end + MOST_TAG) return this.#elementText(name, close + 1);
    const part = partStart(name.end);
    return part < 0 ? undefined : this.#restOfLine(name, part, 'quoted');
  }

  /** <input value="…" type="password">: the value stands before what tells, and not before `least`. */
  valueBefore(name: Name, least: number): Find | undefined {
    if (name.suspicion === SURE && isSaidBefore(name.from)) {
      const to = name.from - ' is the '.length;
      let from = to;
      const stop = Math.max(least, to - LOOKED_AT);
      while (from > stop && CODES[from - 1] !== 0 && ENDS_LOOSE[CODES[from - 1]!] === 0) from--;
      while (from < to && BEGINS_COMMENT[CODES[from]!] === 1) from++;
      return looksRandom(from, to, 8) ? this.#found(name, from, to) : undefined;
    }
    const sign = CODES[name.from - 1]!;
    const end = sign === EQUALS ? name.from : name.from - 1;
    if (name.end - name.from !== 8 || CODES[end - 1] !== EQUALS || TYPE.saidOf(end - 5, end) === 0)
      return undefined;
    if (sign !== EQUALS && sign !== QUOTE && sign !== APOSTROPHE) return undefined;
    const attribute = this.#tags.valueBefore(name.from, least);
    const from = attribute > 0 ? behindMark(attribute) : -1;
    if (from < 0 || from >= name.from) return undefined;
    const to = this.#quotes.closing(from, attribute, from - attribute);
    return to > from && to <= name.from ? this.#window.found('password', from, to) : undefined;
  }
}
