import { breather } from './breathe.ts';
import { showControls } from './page-fence.ts';
import { type Find, findSecrets, SecretSearch } from './redaction/find-secrets.ts';
import { isSecretValue } from './redaction/named-value.ts';
import { SECRET_AUTOCOMPLETE } from './secret-fields.ts';

/** No secret is shorter, with its name. */
const SHORTEST = 5;
/** Of what is longer, a part is searched at a time. */
const LONG = 250_000;

export const isLong = (words: string): boolean => words.length > LONG;

/** A pattern of the user's own. The matcher is handed in: it must take linear time on any text. */
export interface CustomPattern {
  readonly name: string;
  /** Replaces every match and says how many there were. */
  replace(text: string, replacement: string): { text: string; count: number };
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
    const finds = words.length < SHORTEST ? NOTHING : findSecrets(words);
    if (finds.length === 0) return this.#finished(words);
    return this.#finished(this.#replaced(words, finds, 0) + words.slice(finds.at(-1)!.to));
  }

  /** The same for a text of any length: others get their turn meanwhile. */
  async longText(words: string): Promise<string> {
    if (!isLong(words)) return this.text(words);
    const search = new SecretSearch(words);
    const breathe = breather();
    const parts: string[] = [];
    let [at, seen] = [0, 0];
    while (!search.isOver) {
      search.goOn();
      const found = search.finds.slice(seen);
      parts.push(this.#replaced(words, found, at));
      at = found.at(-1)?.to ?? at;
      seen += found.length;
      await breathe();
    }
    return this.#finished(seen === 0 ? words : parts.join('') + words.slice(at));
  }

  /** What only this user calls a secret. */
  #finished(words: string): string {
    let result = words;
    for (const pattern of this.#custom) {
      const replaced = pattern.replace(result, pattern.replacement ?? `[REDACTED:${pattern.name}]`);
      if (replaced.count > 0) this.#count(pattern.name, replaced.count);
      result = replaced.text;
    }
    if (this.#typed.size > 0) result = this.#withoutTyped(result);
    return this.#finish ? this.#finish(result) : result;
  }

  /** Every string in a JSON value, keys too. Values that hold no secret are returned as they are. */
  value<T>(value: T): T {
    return this.#walk(value) as T;
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
        lines.push(line === '' ? line : this.#jsonLine(line));
        await breathe();
      }
      return lines.join('\n');
    } catch {
      return this.longText(words); // it only looked like it
    }
  }

  #jsonLine(line: string): string {
    const value: unknown = JSON.parse(line);
    const cleaned = this.value(value);
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
      // Headers, cookies and forms are often lists of names and values.
      const label = VALUE.test(key) ? labelOf(value, key) : key;
      const entry = [this.#key(key), this.#named(label, item)] as const;
      isSame &&= entry[0] === key && entry[1] === item;
      return entry;
    });
    return isSame ? value : Object.fromEntries(entries);
  }

  #pair([name, item]: readonly [string, string]): readonly [string, unknown] {
    return [this.text(name), this.#named(name, item)];
  }

  /** A value that its name may make a secret. */
  #named(name: string, item: unknown): unknown {
    const isWords = typeof item === 'string' && item !== '';
    if (!isWords && typeof item !== 'number') return this.#walk(item);
    if (!isSecretValue(name, String(item))) return this.#walk(item);
    this.#count('secret-field', 1);
    return '[REDACTED:secret-field]';
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

const NOTHING: readonly Find[] = [];
const LONGEST_KEY = 40;
const MOST_KEYS = 2000;
const TYPED = '[REDACTED:typed-password]';

/** Also as Playwright's traces have it. */
const VALUE = /^(?:value|__playwright_value_)$/;

interface Labelled {
  readonly name?: unknown;
  readonly type?: unknown;
  readonly autocomplete?: unknown;
}

function labelOf({ name, type, autocomplete }: Labelled, key: string): string {
  const isSecret = SECRET_AUTOCOMPLETE.some((word) => String(autocomplete).includes(word));
  if (type === 'password' || isSecret) return 'password';
  return typeof name === 'string' ? name : key;
}

const isPair = (value: readonly unknown[]): value is readonly [string, string] =>
  value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';
