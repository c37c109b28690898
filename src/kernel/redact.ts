import { showControls } from './page-fence.ts';
import { findSecrets } from './redaction/find-secrets.ts';
import { isSecretValue } from './redaction/named-value.ts';

/** No secret is shorter, with its name. */
const SHORTEST = 5;

/** A pattern of the user's own. The matcher is handed in: it must take linear time on any text. */
export interface CustomPattern {
  readonly name: string;
  /** Replaces every match and says how many there were. */
  replace(text: string, replacement: string): { text: string; count: number };
  readonly replacement?: string | undefined;
}

interface RedactorOptions {
  readonly custom?: readonly CustomPattern[];
  readonly counts?: Map<string, number>;
  /** What is done to words without secrets. */
  readonly finish?: (words: string) => string;
}

/**
 * Takes secrets out of whatever leaves the server. Counts are kept per pattern; what was found is not.
 */
export class Redactor {
  readonly #custom: readonly CustomPattern[];
  readonly #counts: Map<string, number>;
  readonly #finish: ((words: string) => string) | undefined;

  constructor(options: RedactorOptions = {}) {
    this.#custom = options.custom ?? [];
    this.#counts = options.counts ?? new Map();
    this.#finish = options.finish;
  }

  /** The same one for what readers are shown: nothing in it is acted on by a terminal or hidden from the eye. */
  forReaders(): Redactor {
    return new Redactor({ custom: this.#custom, counts: this.#counts, finish: showControls });
  }

  text(words: string): string {
    let result = words.length < SHORTEST ? words : this.#withoutSecrets(words);
    for (const pattern of this.#custom) {
      const replaced = pattern.replace(result, pattern.replacement ?? `[REDACTED:${pattern.name}]`);
      if (replaced.count > 0) this.#count(pattern.name, replaced.count);
      result = replaced.text;
    }
    return this.#finish ? this.#finish(result) : result;
  }

  /** Every string in a JSON value, keys too. Values that hold no secret are returned as they are. */
  value<T>(value: T): T {
    return this.#walk(value) as T;
  }

  /** How often each pattern has hit, for the health output. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  #withoutSecrets(words: string): string {
    let [result, at] = ['', 0];
    for (const { name, from, to } of findSecrets(words)) {
      this.#count(name, 1);
      result += `${words.slice(at, from)}[REDACTED:${name}]`;
      at = to;
    }
    return at === 0 ? words : result + words.slice(at);
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value))
      return isPair(value) ? this.#pair(value) : value.map((item) => this.#walk(item));
    if (value === null || typeof value !== 'object') return value;
    const { name } = value as { readonly name?: unknown };
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        // Headers, cookies and forms are often lists of names and values.
        const label = key === 'value' && typeof name === 'string' ? name : key;
        return [this.text(key), this.#named(label, item)];
      }),
    );
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

const isPair = (value: readonly unknown[]): value is readonly [string, string] =>
  value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string';
