/** How a token looks that may be made by chance: at all, and how much must be said of secrets near it. */
import { lettersOfWords, looksRandom } from './chance.ts';
import { DIGIT, JOINER, KIND, LOWER, UPPER } from './characters.ts';
import { SURELY } from './context-words.ts';
import { countPairs, pairs } from './letter-pairs.ts';
import { isPlaceholder } from './placeholder.ts';
import { readWord, word } from './read-word.ts';
import { CODES } from './text-window.ts';
import { isCertificate, isDate, isPathOfWords } from './value-look.ts';
import { saying, WordList } from './word-list.ts';

const [DASH, POINT, SLASH] = [45, 46, 47];
const [EQUALS, AT_SIGN, LOW_LINE] = [61, 64, 95];
/** Data, and hashes of what everybody may have. */
const KNOWN = new WordList(saying(1, 'base64 sha256 sha384 sha512'));
const LEAST_RANDOM = 12;
const LEAST_WEAK = 16;
const LEAST_LONG = 32;

/** No hash and no data in base64. */
export function isPlain(from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (CODES[at] === SLASH || CODES[at] === 43) return false;
  return CODES[to] !== EQUALS;
}

export function isLong(from: number, to: number): boolean {
  return to - from >= LEAST_LONG && changesIn(from, to) > 0;
}

/** Neither a path, an address, the name of a file nor a placeholder. */
export function isKeyLike(from: number, to: number): boolean {
  if (CODES[from] === SLASH || CODES[from] === POINT || isCertificate(from) || isDate(from)) return false;
  // What separates the parts of a form.
  if (CODES[from] === DASH && CODES[from + 1] === DASH) return false;
  if ((CODES[from] === 48 && CODES[from + 1] === 120) || KNOWN.saidOf(from, from + 6) !== 0) return false;
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    if (code === AT_SIGN || code === POINT) return false;
  }
  return !isPathOfWords(from, to) && !isPlaceholder(from, to);
}

const ALGORITHMS = new WordList(saying(1, 'cbc gcm hs kw sha rsa ecdh pkcs rsassa ecdsa hmac'));

/** ECDH-ES+A128KW, RSASSA-PKCS1-v1_5 */
export function namesAlgorithm(from: number, to: number): boolean {
  if (to - from > LEAST_LONG) return false;
  for (let at = to; at > from; at = word.from) {
    readWord(from, at);
    if (word.from >= at) return false;
    if (ALGORITHMS.saidOfNumber(word.number) !== 0) return true;
  }
  return false;
}

/** AES_128_GCM_SHA256 */
export function isConstant(from: number, to: number): boolean {
  let kinds = 0;
  for (let at = from; at < to; at++) kinds |= KIND[CODES[at]!]!;
  return (kinds & (LOWER | UPPER | JOINER)) === (UPPER | JOINER);
}

export function isHexadecimal(from: number, to: number): boolean {
  let at = from;
  for (; at < to; at++) {
    const code = CODES[at]!;
    if (KIND[code] !== DIGIT && code !== DASH && !((code | 32) >= 97 && (code | 32) <= 102)) return false;
  }
  return true;
}

/** Whether it looks made by chance at all: what is short more than what is long. */
export function isMade(from: number, to: number): boolean {
  if (to - from < LEAST_RANDOM) return changesIn(from, to) >= 3;
  if (!looksRandom(from, to, LEAST_RANDOM) || lettersOfWords(from, to) > (to - from) * 0.5) return false;
  countPairs(from, to);
  return pairs.all < 4 || pairs.odd >= pairs.all * 0.2;
}

/** How much must be said of secrets near a token, by how much it looks like one. */
export function heatFor(from: number, to: number): number {
  const length = to - from;
  if (isHexadecimal(from, to)) return 2;
  if (isLabelled(from) || isJson(from)) return SURELY;
  const isClear = length < LEAST_RANDOM ? changesIn(from, to) >= length / 2 : length >= LEAST_WEAK;
  return isClear ? 1 : 2;
}

/** eyJ…: JSON in base64; that of a token is found by its form. */
const isJson = (from: number) => CODES[from] === 101 && CODES[from + 1] === 121 && CODES[from + 2] === 74;

/** pi_3P9ex…, req-0b851395-…, as many name their things. */
function isLabelled(from: number): boolean {
  let at = from;
  while (at < from + 7 && KIND[CODES[at]!] === LOWER) at++;
  const isUuid = CODES[at] === DASH && CODES[at + 9] === DASH && CODES[at + 14] === DASH;
  return at > from + 1 && (CODES[at] === LOW_LINE || isUuid);
}

/** How often small letters, capital ones and digits change, if there are all of them. */
function changesIn(from: number, to: number): number {
  let [changes, before, kinds] = [0, 0, 0];
  for (let at = from; at < to; at++) {
    const kind = KIND[CODES[at]!]!;
    if (kind !== before && before !== 0 && !(before === UPPER && kind === LOWER)) changes++;
    before = kind;
    kinds |= kind;
  }
  return (kinds & (UPPER | LOWER | DIGIT)) === (UPPER | LOWER | DIGIT) ? changes : 0;
}
