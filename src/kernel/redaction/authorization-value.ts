import { tableOf } from './characters.ts';
import type { KeyFinder } from './find-keys.ts';
import { isUserAndPassword, looksMade } from './odd-keys.ts';
import { isPlaceholder } from './placeholder.ts';
import { behindBlanks, schemeEnd } from './punctuation.ts';
import type { Quotes } from './quotes.ts';
import { CODES, type Find, type TextWindow } from './text-window.ts';
import { isLettersOnly, isMember, isSentence } from './value-look.ts';
import { LOOKED_AT, type Name, type Verdict } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const AUTHORIZATION = new WordList(saying(1, 'authorization'));
const LINE_ENDS = tableOf('\r\n');
/** The marks of a shell or a list. */
const BEHIND_VALUE = tableOf(' \t\r\n"\'`,;)]}\\');
/** Of a digest only this is made of the password. */
const DIGEST_ANSWER = /[^\r\n]{0,600}?response=\\?"/y;
const QUOTES_ONLY = tableOf('"\\\r\n');
const [BLANK, DASH, COLON] = [32, 45, 58];
const BASIC = 2;
const LEAST_VALUE = 8;
/** Those of a header that stand alone in a text, too. */
const SCHEMES = new WordList([
  ['bearer', 1],
  ['basic', BASIC],
]);
const SCHEME_NAMES: readonly string[] = ['authorization', 'bearer-token', 'basic-auth'];

interface Value {
  readonly from: number;
  /** Where its quote stands, and how long that is; none where it has no length. */
  readonly quote: number;
  readonly length: number;
}

/** Of a header the scheme stays. */
export function authorizationValue(
  window: TextWindow,
  quotes: Quotes,
  verdict: Verdict,
  { from, quote, length }: Value,
): Find | undefined {
  const scheme = schemeEnd(from);
  const start = scheme > 0 ? behindBlanks(scheme) : from;
  const most = Math.min(start + LOOKED_AT, window.end);
  let soon = start;
  while (soon < most && LINE_ENDS[CODES[soon]!] === 0 && !(length > 0 && quotes.repeats(quote, length, soon)))
    soon++;
  // "Bearer " + token; a = b;
  while (soon > start && BEHIND_VALUE[CODES[soon - 1]!] === 1) soon--;
  if (soon - start < 4 || isPlaceholder(start, soon) || verdict.isPassed(start, soon)) return undefined;
  if (isSentence(start, soon) || isMember(start, soon) || (scheme < 0 && isLettersOnly(start, soon))) {
    verdict.refuse(start, soon);
    return undefined;
  }
  if (scheme > 0 && scheme - from === 6 && (CODES[from]! | 32) === 100) {
    const answer = window.match(DIGEST_ANSWER, start);
    if (answer > 0) return window.found('authorization', answer, window.find(QUOTES_ONLY, answer));
  }
  const name = SCHEME_NAMES[scheme > 0 ? SCHEMES.saidOf(from, scheme) : 0]!;
  if (length > 0) return window.found(name, start, quotes.closing(start, quote, length));
  let to = window.find(LINE_ENDS, soon);
  while (to > start && BEHIND_VALUE[window.at(to - 1)] === 1) to--;
  return window.found(name, start, to);
}

export function isAuthorization({ from, end }: Name): boolean {
  if (end - from < 13 || (CODES[end - 13]! | 32) !== 97) return false;
  return AUTHORIZATION.saidOf(end - 13, end) !== 0;
}

/** Which of them stands alone there with something behind it; 0 if none. */
export function schemeAt(start: number, end: number): number {
  const length = end - start;
  return (length === 5 || length === 6) && CODES[end] === BLANK && CODES[start - 1] !== DASH
    ? SCHEMES.saidOf(start, end)
    : 0;
}

/** What stands behind it. */
export function schemeValue(
  window: TextWindow,
  keys: KeyFinder,
  scheme: number,
  end: number,
): Find | undefined {
  const from = behindBlanks(end);
  const to = keys.pathEnd(from);
  // FilingStatus:bearer HigherRate:true
  if (CODES[to] === COLON) return undefined;
  if (to - from < LEAST_VALUE || isPlaceholder(from, Math.min(to, from + LOOKED_AT))) return undefined;
  const isSecret =
    scheme === BASIC ? isUserAndPassword(from, to) : looksMade(from, Math.min(to, from + LOOKED_AT));
  return isSecret ? window.found(SCHEME_NAMES[scheme]!, from, to) : undefined;
}
