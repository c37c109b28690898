/** Answers by their form: which fields they have and of what type, and their words without what changes. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface Form {
  readonly summary: string;
  readonly fields: readonly string[];
}

/** A golden file. UPDATE_GOLDEN=1 writes it anew; look at the difference before you keep it. */
export class Golden {
  readonly #file: string;
  readonly #loose: RegExp;
  readonly #forms: Record<string, Form> = {};

  /** Fields whose path fits `loose` depend on how quick the machine is, and are left out. */
  constructor(file: string, loose: RegExp) {
    this.#file = file;
    this.#loose = loose;
  }

  add(name: string, summary: string, data: unknown): void {
    const fields = [...new Set(fieldsOf(data, ''))].filter((field) => !this.#loose.test(field)).sort();
    this.#forms[name] = { summary: steady(summary), fields };
  }

  /** What was seen and what should have been. */
  compare(): { readonly actual: Record<string, Form>; readonly expected: Record<string, Form> } {
    if (process.env.UPDATE_GOLDEN) writeFileSync(this.#file, `${JSON.stringify(this.#forms, null, 2)}\n`);
    return { actual: this.#forms, expected: JSON.parse(readFileSync(this.#file, 'utf8')) };
  }
}

function fieldsOf(value: unknown, path: string): string[] {
  // An empty list says nothing of its items.
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path} ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, path ? `${path}.${key}` : key));
}

/** Without times, numbers, ports and ids. */
function steady(words: string): string {
  return words
    .replace(/ complete .*/, ' complete')
    .replace(/^(improved|regressed|mixed|unchanged|match|regression|fixed|changed): .*/, 'VERDICT')
    .replaceAll(/(LCP|CLS|INP|FCP|TTFB) .*/g, 'VITALS')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://site')
    .replaceAll(/\b[a-z_]+_[0-9a-z]{8,}\b/gi, 'ID')
    .replaceAll(/\d{8}T\d+Z|\d{8}-\d{6}/g, 'TIME')
    .replaceAll(/\d+(\.\d+)?/g, '#');
}
