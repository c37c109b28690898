/** Whether what stands behind a name without a sign is its value. */
import { looksRandom } from './chance.ts';
import { DIGIT, KIND, LOWER, tableOf, UPPER } from './characters.ts';
import { HARMLESS, lastSaid } from './context-words.ts';
import { looksMade } from './odd-keys.ts';
import { isPlaceholder } from './placeholder.ts';
import { behindBlanks, isGivenAt, MOST_INDENT } from './punctuation.ts';
import { SURE } from './secret-names.ts';
import { CODES } from './text-window.ts';
import { hasBlank, hasOddCase, isDate, isHexNumber, isPathOfWords, isSentence } from './value-look.ts';
import { isPass, LOOKED_AT, type Name, SHORTEST_RANDOM } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [LINE_FEED, BLANK, BRACE, DASH, POINT, COLON, EQUALS, LOW_LINE, GRAVE, LINE] = [
  10, 32, 40, 45, 46, 58, 61, 95, 96, 124,
];
/** A value that a command or a sentence gives has none of them. */
const ENDS_GIVEN = tableOf(' \t\r\n\f\v\u00a0<');
const PASS = Array.from('PASS', (letter) => letter.charCodeAt(0));
const USERS = new WordList(
  saying(1, 'user username login account email usuario utilisateur benutzer utente konto'),
);
/** What is said in another language is no sentence about passwords in English. */
const FOREIGN = new WordList(
  saying(1, 'contrasena senha clave wachtwoord salasana haslo heslo parola passe passwort kennwort'),
);
const FOREIGN_JOINTS = new WordList(saying(1, 'es è est ist on'));
const COMMUNITY = new WordList(saying(1, 'community'));
const HTTP = new WordList(saying(1, 'http'));
const LOGIN = new WordList(saying(1, 'login'));
/** They are words of no sentence, so a value stands behind them. */
const SETTINGS = new WordList(saying(1, 'requirepass masterauth bindpw rootpw storepass keypass'));
const MOST_USER = 40;
const MOST_CELL = 24;
const MOST_PADDING = 120;
/** They are numbers. */
const CODE_WORDS = new WordList(saying(1, 'cvv cvc csc pin otp totp code passcode'));

export function isGiven(name: Name, from: number, to: number, isQuoted: boolean): boolean {
  if (!isQuoted && (isPair(name, from, to) || CODES[to] === BRACE)) return false;
  if (CODES[behindBlanks(name.end, MOST_INDENT)] === LINE && !isCell(name))
    return isRecord(name, to) && (name.suspicion === SURE ? looksMade(from, to) : looksRandom(from, to));
  if (name.suspicion !== SURE)
    return looksRandom(from, to, SHORTEST_RANDOM) && !isDate(from) && !isHexNumber(from, to);
  if (COMMUNITY.saidOf(lastWord(name), name.end) !== 0) return to - from >= 4;
  if (HTTP.saidOf(from, from + 4) !== 0 && CODES[from + 4] === 47) return false;
  if (isQuoted && isPathOfWords(from, to)) return looksRandom(from, to, 20);
  // The digit says how a router hid the password.
  const isCiphered = CODES[from - 1] === BLANK && KIND[CODES[from - 2]!] === DIGIT;
  const isOption = isGivenAt(name.from);
  if (isQuoted && hasBlank(from, to))
    return (
      (isOption || CODES[from - 3] === COLON) && !isSentence(from, to) && !isPlaceholder(startOfWord(to), to)
    );
  // To pin is a verb, and a text may identify things by names.
  if (
    isQuoted &&
    (isShort(name) || CODE_WORDS.saidOf(lastWord(name), name.end) !== 0) &&
    !looksMade(from, to)
  )
    return CODES[from - 1] !== GRAVE;
  if (isPass(name) && !isCiphered && !isOption && !isPassCommand(name)) return looksRandom(from, to);
  if (isQuoted || isCiphered || isOption || isPassCommand(name))
    return to - from >= 4 && CODES[from] !== DASH && isUnbroken(from, to);
  if (looksRandom(from, to, 8) || hasOddCase(from, to)) return true;
  const last = CODES[to - 1] === POINT ? to - 1 : to;
  if (isNumber(from, last) && to - from <= 8 && CODE_WORDS.saidOf(lastWord(name), name.end) !== 0)
    return true;
  // IDENTIFIED BY tiger7; requirepass tulip
  if (isShort(name) && hasDigits(from, to)) return to - from >= 4;
  if (SETTINGS.saidOf(name.from, name.end) !== 0) return CODES[to]! < BLANK;
  // A full stop ends the sentence.
  const end = CODES[to - 1] === POINT ? to - 1 : to;
  if (!isJoined(name, from, to)) return isToldOf(name, from, end) || isLine(name, from, end);
  return end - from >= 6 && (looksMade(from, end) || isTold(from, end, isOfForeigners(name, from)));
}

/** Behind a colon the last word of a line; or a word with a capital letter that ends its sentence. */
function isTold(from: number, to: number, isForeign: boolean): boolean {
  const isLast =
    CODES[to]! < BLANK ||
    CODES[to] === 44 ||
    (isForeign && CODES[to] === BLANK) ||
    (CODES[to] === POINT && CODES[to + 1]! <= BLANK);
  if (!isLast || isSentence(from, to)) return false;
  return CODES[from - 2] === COLON || KIND[CODES[from]!] === UPPER || isForeign;
}

/** user anna, password Tulip */
function isToldOf(name: Name, from: number, to: number): boolean {
  if (KIND[CODES[from]!] !== UPPER || to - from < 5 || isSentence(from, to)) return false;
  let at = name.from;
  while (at > name.from - MOST_USER && CODES[at]! >= BLANK) {
    if (KIND[CODES[at]!] === 0 && KIND[CODES[at + 1]!] !== 0 && USERS.saidOf(at + 1, wordEnd(at + 1)) !== 0)
      return true;
    at--;
  }
  return false;
}

function wordEnd(from: number): number {
  let at = from;
  while (at < from + 9 && KIND[CODES[at]!] !== 0) at++;
  return at;
}

/** BY */
const isShort = ({ from, end }: Name) => KIND[CODES[end - 3]!] === 0 && end - from > 2;

/** db.password tulip, and of a netrc: login anna password tulip */
function isLine({ from: name, end }: Name, from: number, to: number): boolean {
  if (CODES[to]! >= BLANK || to - from < 4 || isSentence(from, to)) return false;
  let start = name;
  while (CODES[start - 1] === BLANK && start > name - MOST_USER) start--;
  const isFirst = CODES[start - 1]! < BLANK;
  if (isFirst) for (let at = name; at < end; at++) if (CODES[at] === POINT || CODES[at] === 95) return true;
  if (isFirst) return end - name < 9 && hasDigits(from, to);
  const user = startOfWord(start);
  const login = startOfWord(user - 1);
  if (isSentence(user, start)) return false;
  return LOGIN.saidOf(login, user - 1) !== 0 || (USERS.saidOf(login, user - 1) !== 0 && isIndented(login));
}

const isIndented = (from: number) => {
  let at = from;
  while (at > from - 12 && CODES[at - 1] === BLANK) at--;
  return CODES[at - 1]! < BLANK;
};

const startOfWord = (end: number) => {
  let at = end;
  while (at > end - MOST_USER && CODES[at - 1]! > BLANK) at--;
  return at;
};

const hasDigits = (from: number, to: number) => {
  let at = from;
  while (at < to && KIND[CODES[at]!] !== DIGIT) at++;
  return at < to;
};

function isOfForeigners(name: Name, from: number): boolean {
  if (CODES[name.end - 1]! > 127 || CODES[name.end - 2]! > 127) return true;
  if (FOREIGN.saidOf(lastWord(name), name.end) !== 0) return true;
  return FOREIGN_JOINTS.saidOf(startOfWord(from - 1), from - 1) !== 0;
}

/** role_id=…, roleId:… is a name and a value of its own. */
function isPair({ suspicion }: Name, from: number, to: number): boolean {
  let at = from;
  let joints = 0;
  for (; at < to && KIND[CODES[at]!] !== 0; at++)
    if (CODES[at] === LOW_LINE || (KIND[CODES[at]!] === UPPER && KIND[CODES[at - 1]!] === LOWER)) joints++;
  const isSign =
    CODES[at] === EQUALS ||
    (CODES[at] === COLON &&
      CODES[at - 1]! > COLON &&
      (joints > 0 || (suspicion !== SURE && (lastSaid(from, at) & HARMLESS) !== 0)));
  return at > from && at + 2 < to && isSign;
}

function isUnbroken(from: number, to: number): boolean {
  let at = from;
  while (at < to && ENDS_GIVEN[CODES[at]!] === 0) at++;
  return at >= to;
}

function isNumber(from: number, to: number): boolean {
  let at = from;
  while (at < to && KIND[CODES[at]!] === DIGIT) at++;
  return at >= to && to - from >= 3;
}

function lastWord({ from, end }: Name): number {
  let at = end;
  while (at > from && KIND[CODES[at - 1]!]! > DIGIT && CODES[at - 1] !== 95) at--;
  return at;
}

/** A word stands between a name and its value, or the line of a table that stands before the name too. */
function isJoined(name: Name, from: number, to: number): boolean {
  const joint = behindBlanks(name.end, MOST_INDENT);
  if (joint >= from) return false;
  if (CODES[joint] !== LINE) return true;
  return CODES[behindBlanks(to, MOST_PADDING)] === LINE && isCell(name);
}

/** A line of a table stands before the name, or before two words of it. */
function isCell(name: Name): boolean {
  let at = name.from;
  const least = name.from - MOST_CELL;
  while (at > least && (KIND[CODES[at - 1]!] !== 0 || CODES[at - 1] === BLANK || CODES[at - 1] === GRAVE))
    at--;
  return CODES[at - 1] === LINE;
}

/** password | tulip7: a line of two cells, as a database tells a record. */
const isRecord = (name: Name, to: number) =>
  CODES[name.from - 1]! < BLANK &&
  (to - name.end > LOOKED_AT || CODES[behindBlanks(to, MOST_INDENT)]! < BLANK);

/** PASS of FTP, POP3 and IRC. */
function isPassCommand({ from, end }: Name): boolean {
  const before = CODES[from - 1]!;
  return (
    end - from === 4 &&
    (before === 0 || before === LINE_FEED) &&
    PASS.every((code, i) => CODES[from + i] === code)
  );
}
