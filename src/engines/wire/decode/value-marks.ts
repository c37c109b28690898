/**
 * Values of an exchange by which another one is known to have to do with it: the id in an address is the parameter of
 * a query, and its row stands in the answer. What is kept of a value is a number that only this process can make
 * again, so that the same value is known and none can be read.
 */
import { randomInt } from 'node:crypto';
import { brotliDecompressSync, constants, unzipSync } from 'node:zlib';
import { isSecretValue } from '../../../kernel/redaction/named-value.ts';
import { HIDDEN } from './decoder.ts';
import { fieldOf, type HeaderList } from './http.ts';
import type { Message } from './message.ts';
import { utf8 } from './show-text.ts';
import type { Row } from './sql/row-run.ts';

/** A value, and the name of its place: a column, a field, the second part of a path. */
export type Placed = readonly [place: string, value: string | null];

/** As many are kept of an exchange: of its question a third at most. */
const MOST = 48;
const MOST_ASKED = 16;
/** Longer ones are texts. */
const LONGEST = 200;
const LOOKED_AT = 16_384;
const INFLATED = 65_536;

/** Three private characters of Unicode each, the first for the place: no search for words finds them. */
const FIRST = 0xe000;
const [KEY, OTHER_KEY] = [randomInt(2 ** 32), randomInt(2 ** 32)];

interface Marked {
  values?: string | undefined;
}

/** Of a question. */
export function askedMarks(values: Iterable<Placed>): { values?: string } {
  const marked: Marked = {};
  note(marked, values, MOST_ASKED);
  return marked.values === undefined ? {} : { values: marked.values };
}

/** Values of an answer join those of its question. */
export const noteAnswered = (told: Marked, values: Iterable<Placed>) => note(told, values, MOST);

function note(told: Marked, values: Iterable<Placed>, most: number): void {
  const marks = new Set(told.values?.match(/.../g));
  for (const [place, value] of values) {
    if (marks.size >= most) break;
    if (isTelling(place, value)) marks.add(markOf(place, value));
  }
  if (marks.size > 0) told.values = [...marks].join('');
}

const isTelling = (place: string, value: string | null): value is string =>
  value !== null &&
  value !== '' &&
  value !== HIDDEN &&
  value.length <= LONGEST &&
  !/^(?:true|false|null|undefined)$/.test(value) &&
  !isSecretValue(place, value);

function markOf(place: string, value: string): string {
  const words = [hash(place, 0), hash(value, KEY), hash(value, OTHER_KEY)];
  return String.fromCharCode(...words.map((word) => FIRST + (word & 0xfff)));
}

/** Murmur's way to mix, which is enough to tell values apart. */
function hash(text: string, key: number): number {
  let mixed = key ^ text.length;
  for (let at = 0; at < text.length; at++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x5bd1e995);
    mixed ^= mixed >>> 13;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

export function* addressValues(target: string): Generator<Placed> {
  const [path = '', query = ''] = target.slice(0, LOOKED_AT).split('?', 2);
  for (const [at, part] of path.split('/').entries()) yield [`/${at}`, decoded(part)];
  yield* formValues(query);
}

const formValues = (text: string): Iterable<Placed> => new URLSearchParams(text);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What a body says, where it is of fields with values. */
export function* bodyValues(body: Uint8Array | undefined, headers: HeaderList): Generator<Placed> {
  const type = fieldOf(headers, 'content-type') ?? '';
  const isForm = type.includes('x-www-form-urlencoded');
  if (!body || body.length === 0 || !(isForm || type.includes('json'))) return;
  const text = utf8(plain(body, fieldOf(headers, 'content-encoding'))).slice(0, LOOKED_AT);
  yield* isForm ? formValues(text) : jsonValues(text);
}

/** Its beginning may be all that is there. */
function plain(body: Uint8Array, coding: string | undefined): Uint8Array {
  try {
    if (coding === 'br')
      return brotliDecompressSync(body, {
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
        maxOutputLength: INFLATED,
      });
    if (coding === 'gzip' || coding === 'deflate')
      return unzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: INFLATED });
    return coding === undefined || coding === 'identity' ? body : new Uint8Array();
  } catch {
    return new Uint8Array();
  }
}

const JSON_PART = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*/g;

/** Fields with their values, wherever they stand; the text may be cut. */
export function* jsonValues(text: string): Generator<Placed> {
  let field = '';
  for (const [whole, words, isField] of text.matchAll(JSON_PART)) {
    if (isField !== undefined) field = words ?? '';
    else yield [field, words === undefined ? whole : unquoted(words)];
  }
}

function unquoted(words: string): string {
  if (!words.includes('\\')) return words;
  try {
    return String(JSON.parse(`"${words}"`));
  } catch {
    return words;
  }
}

/** Parameters and literals of a statement. */
export function* statementValues(
  parameters: readonly (string | null)[],
  literals: readonly string[],
): Generator<Placed> {
  for (const [at, parameter] of parameters.entries()) yield* partsOf(`$${at}`, parameter);
  for (const [at, literal] of literals.entries()) yield* partsOf(`?${at}`, literal);
}

/** Elements of an array, parts of JSON, and what a search for parts looks for. */
function* partsOf(place: string, value: string | null): Generator<Placed> {
  if (value === null || value.length > LOOKED_AT) return;
  if (/^[[{]\s*["{[\d]/.test(value)) yield* jsonParts(place, value);
  else yield [place, value.replace(/^%|%$/g, '')];
}

function* jsonParts(place: string, value: string): Generator<Placed> {
  for (const [field, part] of jsonValues(value)) yield [field || place, part];
}

/** Of the detail of a message of rows. */
export function* rowValues(detail: Message['detail']): Generator<Placed> {
  const { columns, rows } = detail as { columns: readonly string[]; rows: readonly Row[] };
  for (const row of rows)
    for (const [at, value] of row.entries()) yield* partsOf(columns[at] ?? String(at), value);
}

/** Arguments of a command, or its reply: names of keys are of parts. */
export function* wordValues(words: readonly unknown[], place: string): Generator<Placed> {
  for (const [at, word] of words.entries()) {
    if (Array.isArray(word)) yield* wordValues(word.slice(0, MOST), place);
    else if (typeof word === 'object') yield* jsonValues(JSON.stringify(word).slice(0, LOOKED_AT));
    else if (/^[[{]/.test(String(word))) yield* jsonValues(String(word).slice(0, LOOKED_AT));
    else {
      const parts = String(word)
        .slice(0, LONGEST)
        .split(/[:/|#{}]/);
      for (const [part, value] of parts.entries()) yield [`${place}${at}.${part}`, value];
    }
  }
}
