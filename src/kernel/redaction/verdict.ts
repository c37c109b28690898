import { isOwnId } from '../ids.ts';
import { looksRandom } from './chance.ts';
import { DIGIT, KIND, LOWER, tableOf, UPPER } from './characters.ts';
import { labelledKeyEnd } from './odd-keys.ts';
import { isCommon, isPlaceholder } from './placeholder.ts';
import { SURE, type Suspicion } from './secret-names.ts';
import { CODES, type TextWindow } from './text-window.ts';
import {
  hasBlank,
  hasDigit,
  isAddress,
  isCamel,
  isCaption,
  isCertificate,
  isDate,
  isHexNumber,
  isLongToken,
  isLooseSecret,
  isMember,
  isNameAgain,
  isNoWord,
  isPath,
  isPathOfWords,
  isSeed,
  isSentence,
} from './value-look.ts';

/** A name in a text; `end` is behind its last character. */
export interface Name {
  from: number;
  end: number;
  suspicion: Suspicion;
  /** Of a cookie in a header. */
  isCookie: boolean;
}

/**
 * How a value stands there: in quotes or in an element; right behind its sign, as in forms, queries and settings; or
 * with blanks around, as in logs and in code.
 */
type Setting = 'quoted' | 'tight' | 'loose';

const [BLANK, BRACE, DASH, POINT, SLASH, COLON, EQUALS, CAPITAL_T, SMALL_N, SMALL_Y] = [
  32, 40, 45, 46, 47, 58, 61, 84, 110, 121,
];
const BEGINS_LINE = tableOf(' \t-#/');
/** Lines of code end with one of these where the next one belongs to them. */
const GOES_ON = tableOf(',{([');
/** Behind a value in an address, a form or a string of settings. */
const ENDS_FORM = tableOf('&"\'`');
const isLineEnd = (code: number) => code === 10 || code === 13;

/** So much of a value decides; what is longer is no better known, and a text of many names stays cheap. */
export const LOOKED_AT = 80;
/** The number on the back of a card has three digits; without quotes nothing that is shorter is a secret. */
const SHORTEST = 3;
/** Nothing that is shorter looks made by chance. */
export const SHORTEST_RANDOM = 12;
/** Behind a label of words, as api_test_…. */
const LEAST_TAIL = 20;
/** In the value of a name in the value of a name, so many characters are passed over before the next. */
const NEAR = 64;

export const namesSession = (name: string) => /sess|sid|token/i.test(name);

/** Decides whether the value of a name is a secret. */
export class Verdict {
  readonly #window: TextWindow;
  /** The value that was refused last, and in how many others it stands. */
  readonly #refused = { from: 0, to: 0, depth: 0 };

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    this.#refused.from -= by;
    this.#refused.to -= by;
  }

  /** Whether what was seen of a value, up to `to`, is a secret. */
  accepts(from: number, to: number, name: Name, setting: Setting, sign = 0): boolean {
    const least = name.suspicion !== SURE ? SHORTEST_RANDOM : setting === 'quoted' ? 1 : SHORTEST;
    if (to - from < least) return false;
    if (this.isPassed(from, to)) return false;
    const isValue =
      !isPlaceholder(from, to) || (name.suspicion === SURE && isGuessable(from, to, name, setting));
    const isSecret = isValue && this.#isSecret(from, to, name, setting, sign);
    if (!isSecret) this.refuse(from, to);
    return isSecret;
  }

  /** A text may be all names and signs, each of them in the value of the one before. */
  isPassed(from: number, to: number): boolean {
    const refused = this.#refused;
    const isWithin = from > refused.from && from < refused.to;
    refused.depth = isWithin ? refused.depth + 1 : 0;
    return refused.depth > 2 && from < refused.from + NEAR && to > from;
  }

  refuse(from: number, to: number): void {
    this.#refused.from = from;
    this.#refused.to = to;
  }

  #isSecret(from: number, to: number, name: Name, setting: Setting, sign: number): boolean {
    if (isDate(from) && (to - from === 10 || CODES[from + 10] === CAPITAL_T)) return false;
    // A private key has its own way, to its end.
    if (CODES[from] === DASH && beginsBlock(from)) return false;
    if (isNoWord(from, to) || (to - from === 1 && (CODES[name.end - 1]! | 32) === SMALL_Y)) return false;
    if (isClientId(from, to) || (isCertificate(from) && (CODES[name.end - 1]! | 32) === SMALL_N))
      return false;
    // A verb, not a name.
    if (setting === 'quoted' && isPass(name) && (hasBlank(from, to) || isCamel(from, to))) return false;
    // db-password:/etc/db-password
    if (setting === 'tight' && isFileNamed(from, to)) return false;
    if (isAddress(from) && !looksRandom(from, to)) return false;
    if (setting !== 'quoted' && (CODES[to] === BRACE || isMember(from, to)))
      if ((setting === 'loose' || !hasDigit(from, to)) && !looksRandom(from, to, 20)) return false;
    if (name.suspicion !== SURE) return this.#isToken(from, to, name, setting);
    if (setting === 'quoted' && isPath(from) && !looksRandom(from, to)) return false;
    if (setting === 'quoted')
      return (
        isSeed(from, to) ||
        (!(hasBlank(from, to) && isSentence(from, to)) && (isCommon(from, to) || !isCaption(from, to, name)))
      );
    if (isNameAgain(from, to, name) && !isSetting(from, to, name)) return false;
    if (setting === 'loose') return isLooseSecret(from, to, sign === COLON);
    return !(CODES[from] === SLASH && (isWorkingFolder(name) || (sign === COLON && !looksRandom(from, to))));
  }

  #isToken(from: number, to: number, name: Name, setting: Setting): boolean {
    if (isNumbered(from, to) || isAddressed(from) || isCertificate(from) || isHexNumber(from, to))
      return false;
    if (to - from <= 18 && isOwnId(this.#window.slice(from, to))) return false;
    const isPut = isPathOfWords(from, to) && labelledKeyEnd(from, to, LEAST_TAIL) < 0;
    if (looksRandom(from, to) && !isPut && !endsWithUuid(from, to)) return true;
    const isNamed = setting !== 'loose' && isLongToken(from, to);
    return isNamed && namesSession(this.#window.slice(name.from, name.end));
  }
}

/** "secret" and its like, where a program would not take it for a variable. */
function isGuessable(from: number, to: number, name: Name, setting: Setting): boolean {
  if (!isCommon(from, to)) return false;
  return (
    setting === 'quoted' || isSetting(from, to, name) || (setting === 'tight' && ENDS_FORM[CODES[to]!] === 1)
  );
}

/** A line of settings: NAME=word, or one of YAML, which follows no line of code. */
function isSetting(from: number, to: number, name: Name): boolean {
  const isLast = CODES[to] === 0 || isLineEnd(CODES[to]!);
  if (KIND[CODES[name.end - 1]!] === UPPER)
    return KIND[CODES[to - 1]!] === LOWER && (isLast || CODES[to] === BLANK);
  if (!isLast) return false;
  // One word, as files of properties have them; a variable of a program has an end.
  if (CODES[from - 1] === EQUALS && CODES[from - 2]! > BLANK)
    return (CODES[name.from - 1]! < BLANK || CODES[name.from - 1] === 0) && !isCamel(from, to);
  let at = name.from;
  while (BEGINS_LINE[CODES[at - 1]!] === 1) at--;
  if (!isLineEnd(CODES[at - 1]!) && CODES[at - 1] !== 0) return false;
  while (CODES[at - 1]! <= BLANK && CODES[at - 1] !== 0) at--;
  return CODES[from - 1] !== EQUALS && GOES_ON[CODES[at - 1]!] === 0;
}

/** What Twilio counts: two capitals and 32 more; of a key they are SK. */
const isNumbered = (from: number, to: number) =>
  to - from === 34 &&
  KIND[CODES[from]!] === UPPER &&
  KIND[CODES[from + 1]!] === UPPER &&
  !(CODES[from] === 83 && CODES[from + 1] === 75);

/** Of an address its own parts are looked at. */
function isAddressed(from: number): boolean {
  let at = from;
  while (at < from + 16 && KIND[CODES[at]!] !== 0) at++;
  return CODES[at] === COLON && CODES[at + 1] === SLASH && CODES[at + 2] === SLASH;
}

/** ….apps.googleusercontent.com */
function isClientId(from: number, to: number): boolean {
  if (KIND[CODES[from]!] !== DIGIT) return false;
  let at = from;
  while (at < to && CODES[at] !== POINT) at++;
  return at + 5 < to && CODES[at + 1] === 97 && CODES[at + 4] === 115 && CODES[at + 5] === POINT;
}

function isFileNamed(from: number, to: number): boolean {
  let at = from;
  while (at < to && CODES[at] !== COLON) at++;
  return at > from && at + 1 < to && CODES[at + 1] === SLASH && CODES[at + 2] !== SLASH;
}

/** draft-53df9880-1480-4254-9760-df0cf5f47658 */
const endsWithUuid = (from: number, to: number) =>
  to - from > 37 && [37, 28, 23, 18, 13].every((back) => CODES[to - back] === DASH);

export const isPass = ({ from, end }: Name): boolean => end - from === 4 && (CODES[end - 1]! | 32) === 115;

const beginsBlock = (from: number) => {
  let at = from;
  while (at < from + 5 && CODES[at] === DASH) at++;
  return at === from + 5;
};

/** PWD and OLDPWD */
const isWorkingFolder = ({ end }: Name) =>
  (CODES[end - 3]! | 32) === 112 && (CODES[end - 2]! | 32) === 119 && (CODES[end - 1]! | 32) === 100;
