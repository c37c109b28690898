import { breather } from './breathe.ts';
import { showControls } from './page-fence.ts';
import { type Find, findSecrets, SecretSearch } from './redaction/find-secrets.ts';
import { isSecretValue } from './redaction/named-value.ts';
import { SECRET_AUTOCOMPLETE } from './secret-fields.ts';

/** No secret is shorter, with its name. */
const SHORTEST = 5;
/** Of what is longer, a part is searched at a time. */
const LONG = 250_000;

/** Of such a text a pattern of the user's own sees so much at a time, and so much more for what begins in it. */
const PIECE = 64_000;
const OVERLAP = 16_000;
/** What an item of a list or an object takes, however short. */
const EACH = 8;

export const isLong = (words: string): boolean => words.length > LONG;

/** A pattern of the user's own. The matcher is handed in: it must take linear time on any text. */
export interface CustomPattern {
  readonly name: string;
  /** All that it matches, from left to right; nothing that is empty. */
  spans(text: string): Iterable<readonly [from: number, to: number]>;
  readonly replacement?: string | undefined;
}

type Typed = ReadonlyMap<string, readonly string[]>;

interface RedactorOptions {
  readonly custom?: readonly CustomPattern[];
  readonly counts?: Map<string, number>;
  /** What was typed into fields for passwords, and the forms in which it is known; it may be added to. */
  readonly typed?: Typed;
  /** What is done to words without secrets. */
  readonly finish?: (words: string) => string;
}

/**
 * Takes secrets out of whatever leaves the server. Counts are kept per pattern; what was found is not.
 */
export class Redactor {
  readonly #custom: readonly CustomPattern[];
  readonly #counts: Map<string, number>;
  readonly #plainKeys = new Set<string>();
  readonly #typed: Typed;
  readonly #finish: ((words: string) => string) | undefined;

  constructor(options: RedactorOptions = {}) {
    this.#custom = options.custom ?? [];
    this.#counts = options.counts ?? new Map();
    this.#typed = options.typed ?? new Map();
    this.#finish = options.finish;
  }

  /** The same one for what readers are shown: nothing in it is acted on by a terminal or hidden from the eye. */
  forReaders(): Redactor {
    const shared = { custom: this.#custom, counts: this.#counts, typed: this.#typed };
    return new Redactor({ ...shared, finish: showControls });
  }

  text(words: string): string {
    if (isLong(words)) return atOnce(this.#parts(words));
    const finds = words.length < SHORTEST ? NOTHING : findSecrets(words);
    let result = words;
    if (finds.length > 0) result = this.#replaced(words, finds, 0) + words.slice(finds.at(-1)!.to);
    for (const pattern of this.#custom) result = atOnce(this.#without(pattern, result));
    return this.#finished(result);
  }

  /** The same for a text of any length: others get their turn meanwhile. */
  async longText(words: string): Promise<string> {
    return isLong(words) ? inTurns(this.#parts(words)) : this.text(words);
  }

  /** A long text part by part; after each, others may have their turn. */
  *#parts(words: string): Work<string> {
    const search = new SecretSearch(words);
    const parts: string[] = [];
    let [at, seen] = [0, 0];
    while (!search.isOver) {
      search.goOn();
      const found = search.finds.slice(seen);
      parts.push(this.#replaced(words, found, at));
      at = found.at(-1)?.to ?? at;
      seen += found.length;
      yield;
    }
    let result = seen === 0 ? words : parts.join('') + words.slice(at);
    for (const pattern of this.#custom) result = yield* this.#without(pattern, result);
    return this.#finished(result);
  }

  /** What only this user calls a secret. */
  *#without(pattern: CustomPattern, words: string): Work<string> {
    const shown = pattern.replacement ?? `[REDACTED:${pattern.name}]`;
    const size = isLong(words) ? PIECE : words.length;
    const pieces: string[] = [];
    let done = 0;
    for (let start = 0; start < words.length; ) {
      const isLast = start + size + OVERLAP >= words.length;
      const part = isLast && start === 0 ? words : words.slice(start, start + size + OVERLAP);
      let next = isLast ? words.length : start + size;
      for (const [from, to] of pattern.spans(part)) {
        if (start + from >= next) break;
        pieces.push(words.slice(done, start + from), shown);
        done = start + to;
        next = Math.max(next, done);
        this.#count(pattern.name, 1);
      }
      start = next;
      yield;
    }
    return done === 0 ? words : pieces.join('') + words.slice(done);
  }

  #finished(words: string): string {
    const result = this.#typed.size > 0 ? this.#withoutTyped(words) : words;
    return this.#finish ? this.#finish(result) : result;
  }

  /** Every string in a JSON value, keys too. Values that hold no secret are returned as they are. */
  value<T>(value: T): T {
    return this.#walk(value) as T;
  }

  /** The same for a value of any size: others get their turn meanwhile. */
  async longValue<T>(value: T): Promise<T> {
    return (await this.#walkSlowly(value, breather())) as T;
  }

  /** The same bytes unless they are text with a secret in it. Lines of JSON stay JSON. */
  async bytes<T extends Uint8Array>(bytes: T): Promise<T | Buffer> {
    const words = utf8(bytes);
    if (words === undefined) return bytes;
    const cleaned = await (words.startsWith('{"') ? this.#jsonLines(words) : this.longText(words));
    return cleaned === words ? bytes : Buffer.from(cleaned);
  }

  async #jsonLines(words: string): Promise<string> {
    const breathe = breather();
    const lines: string[] = [];
    try {
      for (const line of words.split('\n')) {
        lines.push(line === '' ? line : await this.#jsonLine(line));
        await breathe();
      }
      return lines.join('\n');
    } catch {
      return this.longText(words); // it only looked like it
    }
  }

  async #jsonLine(line: string): Promise<string> {
    const value: unknown = JSON.parse(line);
    const cleaned = isLong(line) ? await this.longValue(value) : this.value(value);
    return cleaned === value ? line : JSON.stringify(cleaned);
  }

  /** How often each pattern has hit, for the health output. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  /** What stands from a place up to the last find, without the finds. */
  #replaced(words: string, finds: readonly Find[], start: number): string {
    const pieces: string[] = [];
    let at = start;
    for (const { name, from, to } of finds) {
      this.#count(name, 1);
      pieces.push(words.slice(at, from), `[REDACTED:${name}]`);
      at = to;
    }
    return pieces.join('');
  }

  /** Names of fields come again and again: those that hold nothing are remembered. */
  #key(key: string): string {
    if (this.#plainKeys.has(key)) return key;
    const shown = this.text(key);
    if (shown === key && key.length <= LONGEST_KEY && this.#plainKeys.size < MOST_KEYS)
      this.#plainKeys.add(key);
    return shown;
  }

  #withoutTyped(words: string): string {
    let result = words;
    for (const forms of this.#typed.values()) {
      for (const form of forms) {
        if (!result.includes(form)) continue;
        const quote = /^(["']).*\1$/s.test(form) ? form[0] : '';
        result = result.replaceAll(form, `${quote}${TYPED}${quote}`);
      }
    }
    return result;
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.#typed.has(value) ? TYPED : this.text(value);
    if (Array.isArray(value)) {
      const made = isPair(value) ? this.#pair(value) : value.map((item) => this.#walk(item));
      return made.every((item, i) => item === value[i]) ? value : made;
    }
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
    let isSame = true;
    const entries = Object.entries(value).map(([key, item]) => {
      const entry = [this.#key(key), this.#field(value, key, item)] as const;
      isSame &&= entry[0] === key && entry[1] === item;
      return entry;
    });
    return isSame ? value : Object.fromEntries(entries);
  }

  async #walkSlowly(value: unknown, breathe: () => Promise<void>): Promise<unknown> {
    await breathe();
    if (!isLarge(value)) return this.#walk(value);
    if (typeof value === 'string') return this.#typed.has(value) ? TYPED : this.longText(value);
    if (Array.isArray(value) && !isPair(value)) {
      const items: unknown[] = [];
      for (const item of value) items.push(await this.#walkSlowly(item, breathe));
      return items;
    }
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value as object)) {
      const owner = value as object;
      const isLargeField = isLarge(item) && !this.#isNamed(nameOf(owner, key), item);
      const shown = isLargeField ? await this.#walkSlowly(item, breathe) : this.#field(owner, key, item);
      entries.push([this.#key(key), shown]);
    }
    return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
  }

  #pair([name, item]: readonly [string, string]): readonly [string, unknown] {
    return [this.text(name), this.#isNamed(name, item) ? FIELD : this.#walk(item)];
  }

  /** Headers, cookies and forms are often lists of names and values; and a header may have several values. */
  #field(owner: object, key: string, item: unknown): unknown {
    const name = nameOf(owner, key);
    if (this.#isNamed(name, item)) return FIELD;
    if (!Array.isArray(item) || typeof item[0] !== 'string') return this.#walk(item);
    const hidden = item.map((one) => (this.#isNamed(name, one) ? FIELD : one));
    return this.#walk(hidden.includes(FIELD) ? hidden : item);
  }

  /** Whether its name makes a secret of a value. */
  #isNamed(name: string, item: unknown): boolean {
    const isWords = typeof item === 'string' && item !== '';
    if (!isWords && typeof item !== 'number') return false;
    if (!isSecretValue(name, String(item))) return false;
    this.#count('secret-field', 1);
    return true;
  }

  #count(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined; // no text
  }
}

/** What is done in parts, after each of which it can rest. */
type Work<T> = Generator<void, T>;

function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

async function inTurns<T>(work: Work<T>): Promise<T> {
  const breathe = breather();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await breathe();
  }
}

/** Whether a value holds so much that others should get their turn. */
export const isLarge = (value: unknown): boolean => leftOf(value, LONG) < 0;

/** What is left of so many characters when a value has taken its part; less than nothing where it has more. */
function leftOf(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length;
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return most;
  let left = most;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = leftOf(value[i], left - EACH);
    return left;
  }
  for (const key in value) {
    left = leftOf((value as Record<string, unknown>)[key], left - EACH - key.length);
    if (left < 0) break;
  }
  return left;
}

const NOTHING: readonly Find[] = [];
const LONGEST_KEY = 40;
const MOST_KEYS = 2000;
const TYPED = '[REDACTED:typed-password]';
const FIELD = '[REDACTED:secret-field]';

/** Also as Playwright's traces have it. */
const VALUE = /^(?:value|__playwright_value_)$/;

interface Labelled {
  readonly name?: unknown;
  readonly key?: unknown;
  readonly type?: unknown;
  readonly autocomplete?: unknown;
}

const nameOf = (owner: object, key: string) => (VALUE.test(key) ? labelOf(owner, key) : key);

function labelOf({ name, key: named = name, type, autocomplete }: Labelled, key: string): string {
  const isSecret = SECRET_AUTOCOMPLETE.some((word) => String(autocomplete).includes(word));
  if (type === 'password' || isSecret) return 'password';
  if (typeof name === 'string') return name;
  return typeof named === 'string' ? named : key;
}

const isPair = (value: readonly unknown[]): value is readonly [string, string] =>
  value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';
