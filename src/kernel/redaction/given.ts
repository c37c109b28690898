/** Whether what stands behind a name without a sign is its value. */
import { looksRandom } from './chance.ts';
import { DIGIT, KIND, tableOf } from './characters.ts';
import { looksMade } from './odd-keys.ts';
import { behindBlanks, isGivenAt } from './punctuation.ts';
import { SURE } from './secret-names.ts';
import { CODES } from './text-window.ts';
import { hasBlank, hasOddCase, isSentence } from './value-look.ts';
import { type Name, SHORTEST_RANDOM } from './verdict.ts';
import { saying, WordList } from './word-list.ts';

const [LINE_FEED, BLANK, BRACE, DASH, POINT, EQUALS, GRAVE, LINE] = [10, 32, 40, 45, 46, 61, 96, 124];
/** A value that a command or a sentence gives has none of them. */
const ENDS_GIVEN = tableOf(' \t\r\n\f\v\u00a0<');
const PASS = Array.from('PASS', (letter) => letter.charCodeAt(0));
/** They are numbers. */
const CODE_WORDS = new WordList(saying(1, 'cvv cvc csc pin otp totp code passcode'));

export function isGiven(name: Name, from: number, to: number, isQuoted: boolean): boolean {
  if (!isQuoted && (isPair(from, to) || CODES[to] === BRACE)) return false;
  if (name.suspicion !== SURE) return looksRandom(from, to, SHORTEST_RANDOM);
  // The digit says how a router hid the password.
  const isCiphered = CODES[from - 1] === BLANK && KIND[CODES[from - 2]!] === DIGIT;
  const isOption = isGivenAt(name.from);
  if (isQuoted && isOption && hasBlank(from, to)) return !isSentence(from, to);
  if (isQuoted || isCiphered || isOption || isPassCommand(name))
    return to - from >= 4 && CODES[from] !== DASH && isUnbroken(from, to);
  if (looksRandom(from, to, 8) || hasOddCase(from, to)) return true;
  if (isNumber(from, to) && to - from <= 8 && CODE_WORDS.saidOf(lastWord(name), name.end) !== 0) return true;
  // A full stop ends the sentence.
  const end = CODES[to - 1] === POINT ? to - 1 : to;
  return end - from >= 6 && isJoined(name, from, to) && looksMade(from, end);
}

/** role_id=… is a name and a value of its own. */
function isPair(from: number, to: number): boolean {
  let at = from;
  while (at < to && KIND[CODES[at]!] !== 0) at++;
  return at > from && at + 2 < to && CODES[at] === EQUALS;
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
  const joint = behindBlanks(name.end);
  if (joint >= from) return false;
  if (CODES[joint] !== LINE) return true;
  if (CODES[behindBlanks(to)] !== LINE) return false;
  let at = name.from;
  while (at > name.from - 3 && (CODES[at - 1] === BLANK || CODES[at - 1] === GRAVE)) at--;
  return CODES[at - 1] === LINE;
}

/** PASS of FTP, POP3 and IRC. */
function isPassCommand({ from, end }: Name): boolean {
  const before = CODES[from - 1]!;
  return (
    end - from === 4 &&
    (before === 0 || before === LINE_FEED) &&
    PASS.every((code, i) => CODES[from + i] === code)
  );
}
