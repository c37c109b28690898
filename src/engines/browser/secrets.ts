import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { fault } from '../../kernel/fault.ts';
import type { CustomPattern } from '../../kernel/redact.ts';

/** Shorter values would turn half of every answer into secrets. */
const SHORTEST = 3;

/** Values that an agent may use by name and never sees. */
export class Secrets {
  readonly #values: ReadonlyMap<string, string>;
  /** Every form a value may take in a text, longest first. */
  readonly #forms: readonly { readonly form: string; readonly name: string }[];

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(values).filter(([, value]) => value !== ''));
    this.#forms = [...this.#values]
      .flatMap(([name, value]) => formsOf(value).map((form) => ({ form, name })))
      .sort((a, b) => b.form.length - a.form.length);
  }

  static async fromFile(path: string): Promise<Secrets> {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw fault('NO_SUCH_SECRET_FILE', { path, why: cause.code ?? cause.message }, cause);
    });
    const values = Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ''] as const);
    return new Secrets(Object.fromEntries(values));
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** What to type for a text: the value when the text is a secret's name, else the text itself. */
  resolve(text: string): { readonly value: string; readonly secret?: string } {
    const value = this.#values.get(text);
    return value === undefined ? { value: text } : { value, secret: text };
  }

  /** The text with every secret in it replaced by its name. */
  hide(text: string): string {
    let result = text;
    for (const { form, name } of this.#forms) {
      if (result.includes(form)) result = result.replaceAll(form, `<secret>${name}</secret>`);
    }
    return result;
  }

  /** Every string in a JSON value, keys too. */
  hideIn<T>(value: T): T {
    return this.#walk(value) as T;
  }

  /** For the redactor that all outgoing text passes. */
  patterns(): readonly CustomPattern[] {
    return this.#forms.map(({ form, name }) => ({
      name,
      replacement: `<secret>${name}</secret>`,
      replace: (text: string, replacement: string) => {
        const parts = text.split(form);
        return { text: parts.join(replacement), count: parts.length - 1 };
      },
    }));
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.hide(key), this.#walk(item)]));
  }
}

/** As it is, and as it stands in JSON, in URLs and forms, in HTML, and in base64. */
function formsOf(value: string): readonly string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const encoded = encodeURIComponent(value);
  const forms = [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    html,
    html.replaceAll('"', '&quot;'),
    Buffer.from(value).toString('base64'),
  ];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST);
}
