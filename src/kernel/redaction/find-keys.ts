import { looksRandom } from './chance.ts';
import { KIND, PAIRS, pairOf, tableOf } from './characters.ts';
import { KEY_BODIES, KEY_SHAPES, type KeyBody, type KeyShape } from './key-shapes.ts';

/** Whether a key may begin with these two characters. */
export const BEGINS_KEY = new Uint8Array(PAIRS);
/** The longest prefix first: it says most. */
const BY_BEGIN = new Map<number, readonly KeyShape[]>(
  [...Map.groupBy(KEY_SHAPES, ({ prefix }) => pairOf(prefix.charCodeAt(0), prefix.charCodeAt(1)))].map(
    ([pair, shapes]) => [pair, shapes.toSorted((a, b) => b.prefix.length - a.prefix.length)],
  ),
);
for (const pair of BY_BEGIN.keys()) BEGINS_KEY[pair] = 1;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const BODY = Object.fromEntries(
  Object.entries(KEY_BODIES).map(([body, set]) => [
    body,
    tableOf(ASCII.filter((one) => new RegExp(set).test(one))),
  ]),
) as Readonly<Record<KeyBody, Uint8Array>>;

const NAMES = new Map(
  Object.entries({
    'aws-key': 'AKIA ASIA ABIA ACCA A3T',
    'github-pat': 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
  }).flatMap(([name, prefixes]) => prefixes.split(' ').map((prefix) => [prefix, name] as const)),
);

const DASH = 45;
const POINT = 46;

export interface FoundKey {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Keys that say themselves what they are, in one text. No run of characters is measured twice. */
export class KeyFinder {
  readonly #text: string;
  readonly #ends: Record<KeyBody, number> = {
    hex: 0,
    plain: 0,
    url: 0,
    dotted: 0,
    dollar: 0,
    base64: 0,
    path: 0,
  };

  constructor(text: string) {
    this.#text = text;
  }

  /** A vendor's key, where a word begins. */
  keyAt(start: number): FoundKey | undefined {
    const text = this.#text;
    // In the middle of something longer that is no key; a dash that begins a line joins nothing.
    if (start > 1 && text.charCodeAt(start - 1) === DASH && KIND[text.charCodeAt(start - 2)] !== 0)
      return undefined;
    const shapes = BY_BEGIN.get(pairOf(text.charCodeAt(start), text.charCodeAt(start + 1)));
    if (!shapes) return undefined;
    for (const { prefix, body, least, doubtful } of shapes) {
      if (!text.startsWith(prefix, start)) continue;
      const from = start + prefix.length;
      const end = this.runEnd(body, from);
      if (end - from < least) continue;
      if (doubtful ? !looksRandom(text, from, end, least) : !isVaried(text, from, end)) continue;
      const to = this.#trimmed(from, end);
      return { name: NAMES.get(prefix) ?? 'vendor-key', from: body === 'path' ? from : start, to };
    }
    return undefined;
  }

  /** A JSON web token: three parts of which two are JSON, or five of which one is. Begins with "eyJ". */
  jsonWebTokenAt(start: number): FoundKey | undefined {
    const text = this.#text;
    const head = this.runEnd('url', start);
    if (text.charCodeAt(head) !== POINT || head - start < 8) return undefined;
    const ends = [head];
    while (ends.length < 5 && text.charCodeAt(ends.at(-1)!) === POINT) {
      const end = this.runEnd('url', ends.at(-1)! + 1);
      ends.push(end);
    }
    const isSigned = ends.length >= 3 && text.startsWith('eyJ', head + 1) && ends[1]! - head >= 9;
    const isEncrypted = ends.length === 5 && ends[4]! - ends[3]! > 10;
    if (isSigned) return { name: 'jwt', from: start, to: ends[2]! };
    return isEncrypted ? { name: 'jwt', from: start, to: ends[4]! } : undefined;
  }

  /** Where the run of such characters ends that begins at a place. */
  runEnd(body: KeyBody, from: number): number {
    if (this.#ends[body] > from) return this.#ends[body];
    const table = BODY[body];
    let end = from;
    while (table[this.#text.charCodeAt(end)] === 1) end++;
    this.#ends[body] = end;
    return end;
  }

  /** Without the full stop or the dash that a text puts behind it. */
  #trimmed(from: number, to: number): number {
    let end = to;
    while (
      end > from &&
      (this.#text.charCodeAt(end - 1) === POINT || this.#text.charCodeAt(end - 1) === DASH)
    )
      end--;
    return end;
  }
}

const counted = new Uint32Array(128);
let round = 0;

/** Not one sign again and again, nor plain words. */
function isVaried(text: string, from: number, to: number): boolean {
  round++;
  let [differing, digits, capitals] = [0, 0, 0];
  for (let at = from; at < Math.min(to, from + 64); at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits++;
    else if (code >= 65 && code <= 90) capitals++;
    if (code < 128 && counted[code] !== round) {
      counted[code] = round;
      differing++;
    }
  }
  return differing >= 4 && digits + capitals >= 2;
}
