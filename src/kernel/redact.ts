import type { Recognizer } from './recognizer.ts';
import { RECOGNIZERS, SECRET_FIELD } from './recognizers.ts';

/** A pattern of the user's own. The matcher is handed in: it must take linear time on any text. */
export interface CustomPattern {
  readonly name: string;
  /** Replaces every match and says how many there were. */
  replace(text: string, replacement: string): { text: string; count: number };
  readonly replacement?: string;
}

/**
 * Takes secrets out of whatever leaves the server. Counts are kept per pattern; what was found is not.
 */
export class Redactor {
  readonly #recognizers: readonly Recognizer[];
  /** Whether any of them has a reason to look: most text is let through by this alone. */
  readonly #suspicious: RegExp;
  readonly #custom: readonly CustomPattern[];
  readonly #counts = new Map<string, number>();

  constructor(options: { custom?: readonly CustomPattern[]; recognizers?: readonly Recognizer[] } = {}) {
    this.#recognizers = options.recognizers ?? RECOGNIZERS.filter(({ inText }) => inText);
    this.#suspicious = anyOf(this.#recognizers);
    this.#custom = options.custom ?? [];
  }

  text(words: string): string {
    let result = words;
    if (words.length >= 8 && this.#suspicious.test(words)) {
      const lower = words.toLowerCase();
      for (const recognizer of this.#recognizers) {
        if (recognizer.needs && !recognizer.needs.some((need) => lower.includes(need))) continue;
        result = this.#apply(recognizer, result);
      }
    }
    for (const pattern of this.#custom) {
      const replaced = pattern.replace(result, pattern.replacement ?? `[REDACTED:${pattern.name}]`);
      if (replaced.count > 0) this.#count(pattern.name, replaced.count);
      result = replaced.text;
    }
    return result;
  }

  /** Every string in a JSON value, keys too. Values that hold no secret are returned as they are. */
  value<T>(value: T): T {
    return this.#walk(value) as T;
  }

  /** How often each pattern has hit, for the health output. */
  counts(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => a.localeCompare(b)));
  }

  #apply(recognizer: Recognizer, words: string): string {
    return words.replaceAll(recognizer.pattern, (match: string, ...rest: unknown[]) => {
      const kept = typeof rest[0] === 'string' ? rest[0] : '';
      const hidden = match.slice(kept.length);
      if (recognizer.accepts && !recognizer.accepts(hidden)) return match;
      // A replaced value may match again ("token=[REDACTED…"): leave it as it is.
      if (match.includes('[REDACTED:')) return match;
      this.#count(recognizer.name, 1);
      const after = recognizer.fit ? hidden.slice(recognizer.fit(hidden)) : '';
      return `${kept}[REDACTED:${recognizer.name}]${after}`;
    });
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), this.#field(key, item)]),
    );
  }

  #field(key: string, item: unknown): unknown {
    const isValue = typeof item === 'number' || (typeof item === 'string' && item !== '');
    if (!isValue || !SECRET_FIELD.test(key)) return this.#walk(item);
    this.#count('secret-field', 1);
    return '[REDACTED:secret-field]';
  }

  #count(name: string, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }
}

/** One look for what each of them needs. */
function anyOf(recognizers: readonly Recognizer[]): RegExp {
  const needs = new Set(recognizers.flatMap((recognizer) => recognizer.needs ?? ''));
  return new RegExp([...needs].map((need) => need.replaceAll(/[^\w ]/g, '\\$&')).join('|'), 'i');
}
