/** Secrets that neither a prefix nor a name gives away. Each function says where one ends, or -1. */
import { looksRandom } from './chance.ts';
import { DIGIT, DIGITS, KIND, LETTERS, LOWER, PAIRS, pairOf, tableOf, UPPER } from './characters.ts';
import { CODES, type TextWindow } from './text-window.ts';

const NEITHER = -1;
const [DOLLAR, PERCENT, DASH, POINT, COLON, EQUALS, CAPITAL_A, LOW_LINE] = [36, 37, 45, 46, 58, 61, 65, 95];
const IN_HASH = tableOf(`${LETTERS}${DIGITS}./`);
const IN_URL = tableOf(`${LETTERS}${DIGITS}_-`);
const IN_AZURE = tableOf(`${LETTERS}${DIGITS}_~.-`);
const BEGINS_AZURE = tableOf(`${LETTERS}${DIGITS}_~.`);
const NAMED_HASH = /\$(?:argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12}|apr1)\$[\w=,.$+/-]{20,300}/y;
const HASH_BEGINS = new Uint8Array(PAIRS);
for (const begin of ['ar', 'sc', 'pb', 'ap'])
  HASH_BEGINS[pairOf(begin.charCodeAt(0), begin.charCodeAt(1))] = 1;

function runLength(table: Uint8Array, from: number, most: number): number {
  let at = from;
  while (at < from + most && table[CODES[at]!] === 1) at++;
  return at - from;
}

/** $2a$10$…, $6$salt$…, $argon2id$… */
export function passwordHashEnd(window: TextWindow, at: number): number {
  const kind = CODES[at + 1]!;
  if (kind === 50) return bcryptEnd(at + 2);
  if (CODES[at + 2] !== DOLLAR)
    return HASH_BEGINS[pairOf(kind, CODES[at + 2]!)] === 1 ? window.match(NAMED_HASH, at) : NEITHER;
  return kind === 49 || kind === 53 || kind === 54 || kind === 121 ? cryptEnd(window, at + 3) : NEITHER;
}

const WRITTEN_HASH = /%24(?:2[abxy]?|[156y]|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})%24[\w%.+/-]{20,300}/y;

/** The same in an address, where its first dollar is written as %24. */
export function writtenHashEnd(window: TextWindow, at: number): number {
  return CODES[at + 1] === 50 && CODES[at + 2] === 52 ? window.match(WRITTEN_HASH, at) : NEITHER;
}

const WRAPPED_HASH = /\{S?SHA\}[\w+/]{27,60}={0,2}/y;

/** {SHA}…, as a server keeps it. */
export function wrappedHashEnd(window: TextWindow, at: number): number {
  return CODES[at] === 123 ? window.match(WRAPPED_HASH, at) : NEITHER;
}

function bcryptEnd(from: number): number {
  const isLetter = KIND[CODES[from]!] === LOWER;
  const at = isLetter ? from + 1 : from;
  const isCost =
    CODES[at] === DOLLAR &&
    KIND[CODES[at + 1]!] === DIGIT &&
    KIND[CODES[at + 2]!] === DIGIT &&
    CODES[at + 3] === DOLLAR;
  return isCost && runLength(IN_HASH, at + 4, 53) === 53 ? at + 57 : NEITHER;
}

const ROUNDS = /rounds=\d{1,9}\$/y;

function cryptEnd(window: TextWindow, from: number): number {
  const rounds = CODES[from] === 114 ? window.match(ROUNDS, from) : NEITHER;
  const salt = rounds > 0 ? rounds : from;
  const hash = salt + runLength(IN_HASH, salt, 41);
  if (hash === salt || CODES[hash] !== DOLLAR || hash - salt > 40) return NEITHER;
  const length = runLength(IN_HASH, hash + 1, 86);
  // yescrypt has its parameters before the salt.
  const third = CODES[hash + 1 + length] === DOLLAR ? runLength(IN_HASH, hash + 2 + length, 86) : 0;
  if (third >= 22) return hash + 2 + length + third;
  return length >= 22 ? hash + 1 + length : NEITHER;
}

/** Three characters, a digit, Q~, and 31 to 34 more. */
export function azureSecretEnd(from: number): number {
  // Where it would end is looked at first: a text may be all beginnings of them.
  let most = 34;
  while (most > 30 && isAzureSign(CODES[from + 6 + most]!)) most--;
  if (most < 31 || runLength(BEGINS_AZURE, from, 3) < 3) return NEITHER;
  const length = runLength(IN_AZURE, from + 6, most);
  return length >= 31 ? from + 6 + length : NEITHER;
}

/** A full stop may end the sentence. */
const isAzureSign = (code: number) => IN_AZURE[code] === 1 && code !== 46;

/** Behind the number of a bot: a colon and 34 to 36 characters that begin with A. */
export function telegramTokenEnd(end: number): number {
  const isWritten = CODES[end] === PERCENT && CODES[end + 1] === 51 && CODES[end + 2] === CAPITAL_A;
  const from = CODES[end] === COLON ? end + 1 : isWritten ? end + 3 : NEITHER;
  if (from < 0 || CODES[from] !== CAPITAL_A) return NEITHER;
  const length = runLength(IN_URL, from + 1, 36);
  return length >= 33 && length <= 35 ? from + 1 + length : NEITHER;
}

/** Whether a word is none of a language: it has a digit or a joint, or capitals in its middle. */
export function looksMade(from: number, to: number): boolean {
  let stage = 0;
  for (let at = from; at < to; at++) {
    const code = CODES[at]!;
    const kind = KIND[code]!;
    if (kind === DIGIT || code === 46 || code === LOW_LINE) return true;
    if (kind === UPPER) {
      if (stage === 2) return true;
      stage = 1;
    } else if (kind === LOWER && stage === 1) stage = 2;
  }
  return false;
}

/** The value of each character of base64, and one more. */
const SIXTY_FOUR = new Uint8Array(128);
for (const [value, sign] of [...`${LETTERS}${DIGITS}+/`].entries())
  SIXTY_FOUR[sign.charCodeAt(0)] = value + 1;

/** Whether a name and a password with a colon between them stand there in base64. */
export function isUserAndPassword(from: number, to: number): boolean {
  const most = Math.min(to, from + 400);
  let end = most;
  while (end > most - 2 && CODES[end - 1] === EQUALS) end--;
  if ((end - from) % 4 === 1 || (end < most && (most - from) % 4 !== 0)) return false;
  let [bits, count, hasColon] = [0, 0, false];
  for (let at = from; at < end; at++) {
    const value = CODES[at]! < 128 ? SIXTY_FOUR[CODES[at]!]! : 0;
    if (value === 0) return false;
    bits = (bits << 6) | (value - 1);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    const code = (bits >> count) & 255;
    if (code < 32 || code > 126) return false;
    hasColon ||= code === COLON;
    bits &= 255;
  }
  return hasColon;
}

const LEAST_TAIL = 30;
const MOST_LABEL = 20;

/** shop_live_a8Fk2m…: a label of small letters, and behind its last line what holds letters of both cases and digits by chance. */
export function labelledKeyEnd(start: number, end: number, least: number = LEAST_TAIL): number {
  let tail = Math.min(end, start + MOST_LABEL);
  while (tail > start && CODES[tail - 1] !== LOW_LINE) tail--;
  if (tail - start < 3 || end - tail < least || end - tail > 200) return NEITHER;
  for (let at = start; at < tail; at++) if (KIND[CODES[at]!]! & (DIGIT | UPPER)) return NEITHER;
  let kinds = 0;
  for (let at = tail; at < end; at++) kinds |= KIND[CODES[at]!]!;
  return kinds === (DIGIT | UPPER | LOWER) && looksRandom(tail, end, least) ? end : NEITHER;
}

const DISCORD_TOKEN = /\w{23,28}\.[\w-]{6}\.[\w-]{27,40}/y;
const MAILCHIMP_KEY = /[0-9a-f]{32}-us\d{1,2}\b/y;
const MAXMIND_KEY = /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b/y;
const AIRTABLE_TOKEN = /pat\w{14}\.[0-9a-f]{64}/y;
const HASHICORP_TOKEN = /\w{14}\.atlasv1\.[\w=-]{60,70}/y;

/** Keys that are known by their length and by what stands in their middle or at their end. */
export function oddKeyEnd(window: TextWindow, start: number, end: number): number {
  const length = end - start;
  const next = CODES[end];
  if (length === 40 && CODES[end - 4] === LOW_LINE) return window.match(MAXMIND_KEY, start);
  if (next === DASH) return length === 32 ? window.match(MAILCHIMP_KEY, start) : NEITHER;
  if (next !== POINT) return NEITHER;
  if (length === 17 && CODES[start] === 112) return window.match(AIRTABLE_TOKEN, start);
  if (length === 14) return CODES[end + 1] === 97 ? window.match(HASHICORP_TOKEN, start) : NEITHER;
  const isLong = length >= 23 && length <= 28;
  return isLong && looksRandom(start, end, 20) ? window.match(DISCORD_TOKEN, start) : NEITHER;
}
