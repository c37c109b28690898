import { looksRandom } from './chance.ts';
import { DIGITS, JOINER, KIND, LETTERS, LOWER, tableOf, UPPER } from './characters.ts';
import { spend } from './effort.ts';
import { CODES } from './text-window.ts';
import { saying, WordList } from './word-list.ts';

const WHOLE = 1;
const BEGINNING = 2;
const COMMON = 4;
/** What manuals put where a secret would stand, and people take for one. */
const COMMON_WORDS =
  'changeme change_me change-me password passwd pass secret test foo bar baz example default user pwd wrong';
/** Words that forms, manuals, types and programs put where a secret would stand, and those that begin such words. */
const WORDS = new WordList([
  ...saying(
    WHOLE,
    `n null nil none undefined void true false yes no on off string str number int integer boolean bool any unknown object
  array bytes text type required optional missing invalid incorrect expired empty hidden disabled enabled unset
  field value input username email todo tbd na env self this function async await new return typeof const let var
  import from current-password new-password one-time-code placeholder
  token apikey api_key api-key key data config xxx redacted withheld filtered
  bearer basic digest credentials plaintext encrypted hashed masked needed wanted accepted rejected denied failed ok
  success valid correct weak strong short long read write include omit same-origin inherit inherited changed updated reset forgotten`,
  ),
  ...saying(WHOLE | COMMON, COMMON_WORDS),
  // your-token, my_secret, the password
  ...saying(BEGINNING, 'your my the some insert enter put replace example a an'),
]);
const MASKS = tableOf('<{([');
/** Behind a word they make it part of something longer. */
const GOES_ON = tableOf(`${LETTERS}${DIGITS}@#$%^&*!+=~`);
const IN_TOKEN = tableOf(`${LETTERS}${DIGITS}_.%+/=-`);
const LEAST_MASKED = 20;
const LEAST_CROSSED = 10;
const MOST_WORD = 24;
const MOST_COMMON = 9;
const MOST_TAG = 12;
const LEAST_CUT = 16;
const ENDS_TEMPLATE = tableOf('"\'` ,;)}');
const MEMBERS = tableOf('.[]>-:');
const [SMALL_X, BLANK, BANG, HASH, DOLLAR, PERCENT, DASH, POINT, LOW_LINE] = [
  120, 32, 33, 35, 36, 37, 45, 46, 95,
];

/** Whether a value only stands for one. */
export function isPlaceholder(from: number, to: number): boolean {
  spend(1);
  const first = CODES[from]!;
  if (from >= to || isRepeated(from, to)) return true;
  if (MASKS[first] === 1) return !holdsRandom(from + 1, to);
  if (first === HASH && CODES[from + 1] === BLANK) return true;
  if (first === DOLLAR || first === PERCENT) return isTemplate(from, to);
  if (isCut(from, to) || isTag(from)) return true;
  let end = from;
  let border = -1;
  while (end < to && end - from < MOST_WORD) {
    const code = CODES[end]!;
    if (code === DASH || code === LOW_LINE) border = border < 0 ? end : border;
    else if ((KIND[code]! & (UPPER | LOWER)) === 0) break;
    end++;
  }
  if (end === from) return KIND[first] === 0 && to - from === 1;
  if (border > from && WORDS.saidOf(from, border) & BEGINNING) return true;
  const said = WORDS.saidOf(from, end);
  if (said === 0) return false;
  if (end >= to) return (said & WHOLE) !== 0;
  const next = CODES[end]!;
  // String! of GraphQL
  if (next === BANG && end + 1 === to) return (said & WHOLE) !== 0 && KIND[first] === UPPER;
  if (next === BLANK) return (said & BEGINNING) !== 0;
  return GOES_ON[next] === 0 && (said & WHOLE) !== 0;
}

/** A word that stands for a password in manuals and is one elsewhere; with a capital it is a caption. */
export const isCommon = (from: number, to: number): boolean =>
  to - from <= MOST_COMMON &&
  KIND[CODES[from]!] === LOWER &&
  isWordsOrJoined(from, to) &&
  (WORDS.saidOf(from, to) & COMMON) !== 0;

function isWordsOrJoined(from: number, to: number): boolean {
  let at = from;
  while (at < to && (KIND[CODES[at]!] === LOWER || CODES[at] === DASH || CODES[at] === LOW_LINE)) at++;
  return at >= to;
}

/** {AQAAABAAAA…}, as Jenkins writes what it has encrypted: the last word in braces is no name. */
function holdsRandom(from: number, to: number): boolean {
  let end = to;
  while (end > from && IN_TOKEN[CODES[end - 1]!] === 0) end--;
  let start = end;
  while (start > from && IN_TOKEN[CODES[start - 1]!] === 1) start--;
  return to - end < 3 && looksRandom(start, end, LEAST_MASKED);
}

/** ${NAME}, $(command), %NAME%, {{name}} */
function isTemplate(from: number, to: number): boolean {
  const code = CODES[from + 1]!;
  if (code === 123 || code === 40) return true;
  if ((KIND[code]! & (UPPER | LOWER | JOINER)) === 0) return false;
  let at = from + 1;
  while (at < to && (KIND[CODES[at]!] !== 0 || MEMBERS[CODES[at]!] === 1)) at++;
  return at >= to || CODES[at] === PERCENT || ENDS_TEMPLATE[CODES[at]!] === 1;
}

/** sk-... */
const isCut = (from: number, to: number) =>
  to - from < LEAST_CUT && CODES[to - 1] === POINT && CODES[to - 2] === POINT && CODES[to - 3] === POINT;

/** !vault, !Ref, ENC[…: YAML says that it is kept elsewhere, or encrypted. */
function isTag(from: number): boolean {
  if (CODES[from] === 69) return CODES[from + 1] === 78 && CODES[from + 2] === 67 && CODES[from + 3] === 91;
  if (CODES[from] !== 33) return false;
  let at = from + 1;
  while (at < from + MOST_TAG && (KIND[CODES[at]!]! & (UPPER | LOWER)) !== 0) at++;
  return at > from + 2 && (CODES[at] === BLANK || CODES[at] === 10);
}

/** ******, xxxx, ... */
function isRepeated(from: number, to: number): boolean {
  if (to - from < 3) return false;
  const first = CODES[from]!;
  const end = Math.min(to, from + 32);
  let at = from + 1;
  while (at < end && CODES[at] === first) at++;
  return at === end || isCrossedOut(end);
}

/** …-xxxxxxxxxx: what stands before it only says how such a value begins. */
function isCrossedOut(end: number): boolean {
  const last = CODES[end - 1]!;
  if ((last | 32) !== SMALL_X) return false;
  let at = end - 1;
  while (at > end - LEAST_CROSSED && CODES[at - 1] === last) at--;
  return at === end - LEAST_CROSSED;
}
