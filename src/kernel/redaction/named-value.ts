import { isOwnId } from '../ids.ts';
import { looksRandom } from './chance.ts';
import { tableOf } from './characters.ts';
import { isPlaceholder } from './placeholder.ts';
import { MAYBE, NONE, SURE, type Suspicion, suspicionOf } from './secret-names.ts';

/** The value that a name makes secret: where it stands, and what it is called when it is hidden. */
export interface NamedValue {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A name in a text; `end` is behind its last character. */
interface Name {
  readonly from: number;
  readonly end: number;
  readonly suspicion: Suspicion;
}

/**
 * How a value stands there: in quotes or in an element; right behind its sign, as in forms, queries and settings; or
 * with blanks around, as in logs and in code.
 */
type Setting = 'quoted' | 'tight' | 'loose';

/** Quotes as they stand in JSON within JSON, in addresses and in markup. */
const WRITTEN_QUOTES = ['%22', '&quot;', '&#34;'];
const WRITTEN_SIGNS = ['%3D', '%3A', '%3d', '%3a', '&#61;'];
const [TAB, BLANK, COLON, EQUALS, GREATER, BRACKET, BACKSLASH] = [9, 32, 58, 61, 62, 93, 92];
const MOST_BLANKS = 4;
/** ["x-api-key", "…"] and {"name": "x-api-key", "value": "…"} */
const PAIRED =
  /\\{0,3}["'],[ \t]{0,24}(?:(\\{0,3}["']?)value\\{0,3}["']?[ \t]{0,4}:[ \t]{0,4})?(\\{0,3}["'])/y;
/** Of <input name="password" value="…">, and of a part of a multipart form. */
const VALUE_ATTRIBUTE = /\b(?:value|content)[ \t]{0,2}=[ \t]{0,2}(\\{0,3}["'])/;
const PART = /"(?:\r?\n[^\r\n]{1,100}){0,3}\r?\n\r?\n/y;
const VALUE_LINE = /\r?\n[ \t]{0,40}value:[ \t]{1,4}(["']?)/y;
const BETWEEN_WORDS = /(?:[ \t]{1,4}(?:is|was|=>?|\||PLAIN|LOGIN|XOAUTH2|[057])(?=[ \t]))?[ \t]{0,4}/y;
/** What says that a value comes next: an option, a line of a Dockerfile, a command that sets a variable. */
const GIVES = /(?:^|\s)(?:--\w?$|(?:ENV|ARG|set -\w{1,3}|setenv|setx)[ \t]{1,3}\w{0,2}$)/i;
const MOST_TAG = 200;
const NEXT_ELEMENT = /<\/key>\s{0,40}<(?:string|data)>/y;
/** The name of a hash before it. */
const WRAPPED = /\{[A-Za-z0-9]{2,10}\}(?=[\w+/$.-]{16})/y;
const SCHEME = /([A-Za-z][A-Za-z0-9-]{2,24})[ \t]{1,4}(?=[^\s"'])/y;

const AFTER_TIGHT = tableOf(' \t\r\n\f"\'`,;&<>\\');
const AFTER_LOOSE = tableOf(' \t\r\n\f"\'`,;&<>\\(){}[]|');
const LINE_ENDS = tableOf('\r\n');
const ELEMENT_ENDS = tableOf('<>');

/** So much of a value decides; what is longer is no better known, and a text of many names stays cheap. */
const LOOKED_AT = 80;
/** Nothing that is shorter looks made by chance. */
const SHORTEST_RANDOM = 12;

/** A piece of code: a member of something. */
const MEMBER = /^[A-Za-z_$][\w$]*(?:(?:\?\.|!\.|\.|->|::)[A-Za-z_$][\w$]*)+!?$/;
const SENTENCE =
  /\b(?:must|should|required|invalid|least|your|the|is|are|not|do|please|enter|forgot|reset|change|confirm|match|with|for|and)\b/i;
/** node-modules-…, Linux-npm-…: what people put together, whatever its last part is. */
const PATH_OF_WORDS = /^(?:[A-Za-z]{3,}[-_.:/]){2}/;
const SEED_WORDS = /^(?:[a-z]{3,8} ){9,}/;
const CAMEL = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** The value behind a name, if there is one and it is no placeholder, type or piece of code. */
export function valueBehind(text: string, name: Name): NamedValue | undefined {
  const next = text[name.end];
  if (next === '\n' || next === '\r') return onNextLine(text, name);
  if (next === '>') return inElement(text, name);
  if (next === '<') return inNextElement(text, name);
  if (next === '(') return inCall(text, name);
  const between = betweenOf(text, name.end);
  if (!between) return next === '"' || next === "'" || next === '\\' ? beside(text, name) : undefined;
  const { from: begin, quote } = between;
  const from = begin + lengthOf(WRAPPED, text, begin);
  if (isAuthorization(text, name)) return authorization(text, from, quote);
  if (quote) return quoted(text, name, from, quote);
  const isLoose = between.hasBlank || between.sign === COLON;
  const ends = isLoose ? AFTER_LOOSE : AFTER_TIGHT;
  const soon = endOf(text, from, ends, LOOKED_AT);
  const around = { sign: between.sign, next: text[soon] ?? '\n' };
  return accepts(text, from, soon, name, isLoose ? 'loose' : 'tight', around)
    ? { name: nameFor(text, name), from, to: endOf(text, soon, ends) }
    : undefined;
}

/** PASSWORD '…' of SQL, --token …, ENV API_KEY …, | api_key | … |, the password is …: what no sign joins. */
export function valueAfterBlank(text: string, name: Name): NamedValue | undefined {
  if (isOpener(text, name.from)) {
    const tag = text.slice(name.end, name.end + MOST_TAG).split(/[<>]/, 1)[0]!;
    const from = name.end + tag.length + 1;
    return text[from - 1] === '>' ? elementText(text, name, from) : undefined;
  }
  BETWEEN_WORDS.lastIndex = name.end;
  BETWEEN_WORDS.test(text);
  const at = BETWEEN_WORDS.lastIndex;
  const quote = quoteAt(text, at);
  const from = at + (quote?.length ?? 0);
  const ends = endOf(text, from, AFTER_LOOSE);
  const to = quote ? closing(text, from, quote) : ends - (text[ends - 1] === '.' ? 1 : 0);
  if (isPlaceholder(text, from, to)) return undefined;
  const isGiven =
    name.suspicion === SURE &&
    (quote !== undefined ||
      /[057]/.test(text.slice(name.end, from)) ||
      GIVES.test(text.slice(Math.max(0, name.from - 12), name.from + 2)) ||
      isPassCommand(text, name));
  const isSecret = isGiven
    ? /^[^\s<-][^\s<]{3,80}$/.test(text.slice(from, Math.min(to, from + 80)))
    : looksRandom(text, from, to, name.suspicion === SURE ? 8 : SHORTEST_RANDOM);
  return isSecret ? { name: nameFor(text, name), from, to } : undefined;
}

/** PASS of FTP, POP3 and IRC. */
const isPassCommand = (text: string, { from, end }: Name) =>
  end - from === 4 && text.startsWith('PASS', from) && (from === 0 || text[from - 1] === '\n');

/** <input value="…" type="password">: the value stands before what tells. */
export function valueBefore(text: string, name: Name, least: number): NamedValue | undefined {
  const sign = text.charCodeAt(name.from - 1);
  if (name.end - name.from !== 8 || (sign !== EQUALS && sign !== 34 && sign !== 39)) return undefined;
  if (!/type=["']?$/i.test(text.slice(Math.max(0, name.from - 6), name.from))) return undefined;
  const begin = Math.max(least, name.from - MOST_TAG);
  const tag = text.slice(begin, name.from);
  const open = tag.lastIndexOf('<');
  const attribute = open < 0 ? null : VALUE_ATTRIBUTE.exec(tag.slice(open));
  if (!attribute) return undefined;
  const from = begin + open + attribute.index + attribute[0].length;
  const to = closing(text, from, attribute[1]!);
  return to > from && to <= name.from ? { name: 'password', from, to } : undefined;
}

const isOpener = (text: string, from: number) =>
  text[from - 1] === '<' ||
  (text[from - 1] === ':' && /<[\w.-]{1,20}:$/.test(text.slice(Math.max(0, from - 22), from)));

/** Whether a value is secret because of the name of its field, whatever stands around it. */
export function isSecretValue(name: string, value: string): boolean {
  const suspicion = suspicionOf(name, 0, name.length);
  if (suspicion === NONE || isPlaceholder(value, 0, value.length)) return false;
  if (suspicion === SURE) return true;
  return (
    !isOwnId(value) && (looksRandom(value, 0, value.length) || (isLongToken(value) && namesSession(name)))
  );
}

interface Between {
  /** Where the value begins, and the quote before it. */
  readonly from: number;
  readonly quote: string | undefined;
  readonly sign: number;
  readonly hasBlank: boolean;
}

/** What closes the name, a sign, and what opens the value. */
function betweenOf(text: string, end: number): Between | undefined {
  let at = end + (quoteAt(text, end)?.length ?? 0);
  if (text.charCodeAt(at) === BRACKET) at++;
  const before = at;
  at = behindBlanks(text, at);
  let hasBlank = at > before;
  const sign = text.charCodeAt(at);
  if (sign === COLON || sign === EQUALS) {
    at++;
    const second = text.charCodeAt(at);
    if (second === EQUALS || (sign === EQUALS && second === GREATER)) at++;
  } else {
    const written =
      sign === 37 || sign === 38 ? WRITTEN_SIGNS.find((one) => text.startsWith(one, at)) : undefined;
    if (!written) return undefined;
    at += written.length;
  }
  const behind = behindBlanks(text, at);
  hasBlank ||= behind > at;
  const quote = quoteAt(text, behind);
  return { from: behind + (quote?.length ?? 0), quote, sign, hasBlank };
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < from + MOST_BLANKS && (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB)) at++;
  return at;
}

function quoteAt(text: string, from: number): string | undefined {
  const code = text.charCodeAt(from);
  if (code === 34 || code === 39 || code === 96) return text[from];
  if (code === 37 || code === 38) return WRITTEN_QUOTES.find((one) => text.startsWith(one, from));
  if (code !== BACKSLASH) return undefined;
  let at = from + 1;
  while (at < from + 3 && text.charCodeAt(at) === BACKSLASH) at++;
  const quote = text.charCodeAt(at);
  return quote === 34 || quote === 39 ? text.slice(from, at + 1) : undefined;
}

const isAuthorization = (text: string, { from, end }: Name) =>
  end - from >= 13 && text.slice(end - 13, end).toLowerCase() === 'authorization';

function quoted(text: string, name: Name, from: number, quote: string): NamedValue | undefined {
  const soon = text.slice(from, from + LOOKED_AT).indexOf(quote);
  const to = soon < 0 ? Math.min(text.length, from + LOOKED_AT) : from + soon;
  if (!accepts(text, from, to, name, 'quoted')) return undefined;
  return { name: nameFor(text, name), from, to: closing(text, from, quote) };
}

/** Where a quoted value ends; one that is not closed ends with its line. */
function closing(text: string, from: number, quote: string): number {
  const lineEnd = endOf(text, from, LINE_ENDS);
  let at = text.indexOf(quote, from);
  // A quote behind an escape is part of the value.
  while (at > from && at < lineEnd && quote.length === 1 && text[at - 1] === '\\')
    at = text.indexOf(quote, at + 1);
  return at < 0 || at > lineEnd ? lineEnd : at;
}

function endOf(text: string, from: number, ends: Uint8Array, most = Number.POSITIVE_INFINITY): number {
  const limit = Math.min(text.length, from + most);
  let at = from;
  while (at < limit && ends[text.charCodeAt(at)] === 0) at++;
  return at;
}

/** <password>…</password> */
function inElement(text: string, name: Name): NamedValue | undefined {
  if (!isOpener(text, name.from)) return undefined;
  return elementText(text, name, name.end + 1);
}

function elementText(text: string, name: Name, from: number): NamedValue | undefined {
  const soon = endOf(text, from, ELEMENT_ENDS, LOOKED_AT);
  if (!accepts(text, from, soon, name, 'quoted')) return undefined;
  const to = endOf(text, soon, ELEMENT_ENDS);
  return text.startsWith('</', to) ? { name: nameFor(text, name), from, to } : undefined;
}

/** setPassword("…") */
function inCall(text: string, name: Name): NamedValue | undefined {
  const quote = quoteAt(text, name.end + 1);
  return quote ? quoted(text, { ...name, suspicion: MAYBE }, name.end + 1 + quote.length, quote) : undefined;
}

/** <key>password</key> <string>…</string> */
function inNextElement(text: string, name: Name): NamedValue | undefined {
  const length = text[name.from - 1] === '>' ? lengthOf(NEXT_ELEMENT, text, name.end) : 0;
  return length > 0 ? elementText(text, name, name.end + length) : undefined;
}

function lengthOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - from : 0;
}

/** - name: DB_PASSWORD, and in the line below it its value. */
function onNextLine(text: string, name: Name): NamedValue | undefined {
  VALUE_LINE.lastIndex = name.end;
  const line = VALUE_LINE.exec(text);
  if (!line || !/name[ \t]{0,4}:[ \t]{1,4}$/i.test(text.slice(Math.max(0, name.from - 16), name.from)))
    return undefined;
  const from = VALUE_LINE.lastIndex;
  if (line[1]) return quoted(text, name, from, line[1]);
  const to = endOf(text, from, LINE_ENDS);
  return accepts(text, from, Math.min(to, from + LOOKED_AT), name, 'tight')
    ? { name: nameFor(text, name), from, to }
    : undefined;
}

/** The name is itself a value: of an attribute, of a part of a form, of a pair. */
function beside(text: string, name: Name): NamedValue | undefined {
  PAIRED.lastIndex = name.end;
  const paired = PAIRED.exec(text);
  if (paired) {
    const from = name.end + paired[0].length;
    if (isAuthorization(text, name)) return authorization(text, from, paired[2]);
    // In a list of words one says nothing of the next; what a function is given belongs together.
    const belongs =
      paired[1] !== undefined || /\([ \t]?$/.test(text.slice(Math.max(0, name.from - 3), name.from - 1));
    return quoted(text, belongs ? name : { ...name, suspicion: MAYBE }, from, paired[2]!);
  }
  if (text[name.from - 2] !== '=') return undefined;
  const [tag = ''] = text.slice(name.end, name.end + 160).split(/[<>]/, 1);
  const attribute = VALUE_ATTRIBUTE.exec(tag);
  if (attribute) return quoted(text, name, name.end + attribute.index + attribute[0].length, attribute[1]!);
  const behindTag = name.end + tag.length;
  if (text[behindTag] === '>' && tag.length < 160) return elementText(text, name, behindTag + 1);
  PART.lastIndex = name.end;
  const part = PART.exec(text);
  if (!part) return undefined;
  const from = name.end + part[0].length;
  const soon = endOf(text, from, LINE_ENDS, LOOKED_AT);
  return accepts(text, from, soon, name, 'quoted')
    ? { name: nameFor(text, name), from, to: endOf(text, soon, LINE_ENDS) }
    : undefined;
}

/** Of a header the scheme stays. */
function authorization(text: string, from: number, quote: string | undefined): NamedValue | undefined {
  SCHEME.lastIndex = from;
  const scheme = SCHEME.exec(text);
  const start = from + (scheme?.[0].length ?? 0);
  const begin = text.slice(start, endOf(text, start, LINE_ENDS, LOOKED_AT)).split(quote ?? '\n', 1)[0]!;
  if (begin.length < 4 || isPlaceholder(text, start, start + begin.length)) return undefined;
  if (SENTENCE.test(begin) || MEMBER.test(begin) || (!scheme && /^[a-z]+$/i.test(begin))) return undefined;
  const to = quote ? closing(text, start, quote) : trimmedEnd(text, start, endOf(text, start, LINE_ENDS));
  return { name: SCHEMES.get(scheme?.[1]?.toLowerCase() ?? '') ?? 'authorization', from: start, to };
}

const SCHEMES = new Map([
  ['bearer', 'bearer-token'],
  ['basic', 'basic-auth'],
]);

/** Without the marks of a shell or a list behind it. */
function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /[\s"'`,;)\]}\\]/.test(text[end - 1]!)) end--;
  return end;
}

/** Whether what was seen of a value, up to `to`, is a secret. */
function accepts(
  text: string,
  from: number,
  to: number,
  name: Name,
  setting: Setting,
  around = { sign: 0, next: '' },
): boolean {
  if (from >= to || (name.suspicion !== SURE && to - from < SHORTEST_RANDOM)) return false;
  // A private key has its own way, to its end.
  if (isPlaceholder(text, from, to) || text.startsWith('-----', from)) return false;
  const value = text.slice(from, to);
  const isCode = setting !== 'quoted' && (around.next === '(' || MEMBER.test(value));
  if (isCode && !(setting === 'tight' && /\d/.test(value)) && !looksRandom(text, from, to, 20)) return false;
  if (name.suspicion !== SURE)
    return (
      !isOwnId(value) &&
      ((looksRandom(text, from, to) && !PATH_OF_WORDS.test(value)) ||
        (setting !== 'loose' && isLongToken(value) && namesSession(text.slice(name.from, name.end))))
    );
  if (setting === 'quoted')
    return (
      SEED_WORDS.test(value) ||
      (!(value.includes(' ') && SENTENCE.test(value)) && !isCaption(value, text, name))
    );
  if (setting === 'tight') return !(value.startsWith('/') && /pwd$/i.test(text.slice(name.from, name.end)));
  if (value.length < 4) return false;
  if (/[\d!@#$%^&*+=~]/.test(value)) return !/^\.{0,2}\//.test(value) && !/^\d{1,3}$/.test(value);
  // Letters alone: a word of a sentence or a variable is followed by more, or written in one of the usual ways.
  if (!/[\r\n]/.test(around.next) || CAMEL.test(value) || SENTENCE.test(value)) return false;
  return around.sign === COLON || (value.length >= 6 && !value.includes('_'));
}

/** A caption repeats the name: "password": "Password". */
function isCaption(value: string, text: string, { from, end }: Name): boolean {
  if (!/^[A-Za-z *:_-]+$/.test(value)) return false;
  const letters = (words: string) => words.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters(text.slice(from, end)).endsWith(letters(value));
}

const isLongToken = (value: string) => /^[\w.%+/=-]{16,}$/.test(value) && /\d/.test(value);
const namesSession = (name: string) => /(?:session|sess|sid|token)[\w.-]*$/i.test(name);

function nameFor(text: string, { from, end }: Name): string {
  const label = text.slice(from, end).toLowerCase();
  if (/pass|pwd|pw$|psw|kennwort|senha|contrasena/.test(label)) return 'password';
  if (/(?:session|sess|sid|token|cookie|jwt|csrf|xsrf)[\w.-]*$/.test(label)) return 'session-cookie';
  return /key|secret/.test(label) ? 'api-key' : 'secret';
}
