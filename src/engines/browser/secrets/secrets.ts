import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { fault } from '../../../kernel/fault.ts';
import type { CustomPattern } from '../../../kernel/redact.ts';

/** Shorter values would turn half of every answer into secrets. */
const SHORTEST = 3;

/** So many typed passwords are remembered. */
const MOST_TYPED = 200;
const SHORTEST_TYPED = 4;

/** What cannot be hidden by itself, since it stands in every other text too. */
export const isTooShort = (typed: string) => typed.length < SHORTEST_TYPED;

/** Values that an agent may use by name and never sees. */
export class Secrets {
  /** What was typed into fields for passwords and cards, with the forms in which it is hidden. */
  readonly typed = new Map<string, readonly string[]>();
  readonly #values: ReadonlyMap<string, string>;
  /** Every form a value may take in a text, longest first. */
  readonly #forms: readonly { readonly form: string; readonly name: string; readonly index: number }[];

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(values).filter(([, value]) => value !== ''));
    this.#forms = [...this.#values]
      .flatMap(([name, value]) => formsOf(value).map((found) => ({ ...found, name })))
      .sort((a, b) => b.form.length - a.form.length);
  }

  static async fromFile(path: string): Promise<Secrets> {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      throw fault('NO_SUCH_SECRET_FILE', { path, why: cause.code ?? cause.message }, cause);
    });
    const values = Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ''] as const);
    return new Secrets(Object.fromEntries(values));
  }

  /** From now on it is hidden. What it grew from, letter by letter, need not be any more. */
  learn(typed: string, from = ''): void {
    if (from !== '' && from !== typed && typed.startsWith(from)) this.typed.delete(from);
    if (isTooShort(typed) || this.typed.has(typed)) return;
    const [oldest] = this.typed.keys();
    if (this.typed.size >= MOST_TYPED && oldest !== undefined) this.typed.delete(oldest);
    this.typed.set(typed, typedForms(typed));
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** What a page may show of them; too short ones would be found everywhere. */
  get values(): readonly string[] {
    return [...this.#values.values()].filter((value) => value.length >= SHORTEST);
  }

  get isEmpty(): boolean {
    return this.#forms.length === 0;
  }

  /** As `hideIn`, but so that `unseal` can put them back: for files that are there to be read again. */
  seal<T>(value: T): T {
    return walk(value, (text) =>
      this.#replaced(text, (name, form) => `<secret>${name}/${form}</secret>`),
    ) as T;
  }

  unseal<T>(value: T): T {
    const back = (text: string) =>
      text.replaceAll(/<secret>([^/<]+)\/(\d+)<\/secret>/g, (mark, name: string, form: string) => {
        const secret = this.#values.get(name);
        return (secret === undefined ? undefined : allForms(secret)[Number(form)]) ?? mark;
      });
    return walk(value, back) as T;
  }

  /** What to type for a text: the value when the text is a secret's name, else the text itself. */
  resolve(text: string): { readonly value: string; readonly secret?: string } {
    const value = this.#values.get(text);
    return value === undefined ? { value: text } : { value, secret: text };
  }

  /** The text with every secret in it replaced by its name. */
  hide(text: string): string {
    return this.#replaced(text, (name) => `<secret>${name}</secret>`);
  }

  #replaced(text: string, mark: (name: string, form: number) => string): string {
    let result = text;
    for (const { form, name, index } of this.#forms) {
      if (result.includes(form)) result = result.replaceAll(form, mark(name, index));
    }
    return result;
  }

  /** Every string in a JSON value, keys too. */
  hideIn<T>(value: T): T {
    return this.isEmpty ? value : (walk(value, (text) => this.hide(text)) as T);
  }

  /** The same bytes unless they are text with a secret in it. */
  hideBytes<T extends Uint8Array>(bytes: T): T | Buffer {
    if (this.isEmpty || !isUtf8(bytes)) return bytes;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
    const hidden = this.hide(text);
    return hidden === text ? bytes : Buffer.from(hidden);
  }

  /** What a file of ours holds, also without what only its form or its name gives away. */
  clean: (bytes: Buffer) => Promise<Buffer> = async (bytes) => this.hideBytes(bytes) as Buffer;

  /** Writes stars over every secret, where the number of bytes must stay. */
  starOut(bytes: Buffer): void {
    for (const { form } of this.#forms) {
      for (const found of [Buffer.from(form), Buffer.from(form, 'utf16le').swap16()]) {
        for (let at = bytes.indexOf(found); at >= 0; at = bytes.indexOf(found, at + found.length))
          bytes.fill('*', at, at + found.length);
      }
    }
  }

  /** For the redactor that all outgoing text passes. */
  patterns(): readonly CustomPattern[] {
    return this.#forms.map(({ form, name }) => ({
      name,
      replacement: `<secret>${name}</secret>`,
      spans: (text: string) => placesOf(form, text),
    }));
  }
}

function* placesOf(form: string, text: string): Generator<readonly [number, number]> {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    yield [at, at + form.length];
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), walk(item, change)]));
}

/** As it is, and as it stands in JSON, in URLs and forms, in HTML, and in base64. */
function allForms(value: string): readonly string[] {
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const encoded = encodeURIComponent(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    html,
    html.replaceAll('"', '&quot;'),
    Buffer.from(value).toString('base64'),
    new URLSearchParams({ '': value }).toString().slice(1),
  ];
}

/** No word of a text, and no number of a few digits. */
const isUnlikely = (typed: string) =>
  typed.length >= 8 &&
  (/^\d{12,}$/.test(typed) || (/\p{L}/u.test(typed) && /[^\p{L}]|\p{Ll}.*\p{Lu}/u.test(typed)));

/** A password may be any word: such a one is hidden only where it stands alone in quotes. */
function typedForms(typed: string): readonly string[] {
  if (!isUnlikely(typed)) return [JSON.stringify(typed), `"${typed}"`, `'${typed}'`];
  const forms = allForms(typed).map((form) => form.replace(/=+$/, ''));
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function formsOf(value: string): readonly { readonly form: string; readonly index: number }[] {
  const forms = allForms(value);
  return forms
    .map((form, index) => ({ form, index }))
    .filter(({ form, index }) => form.length >= SHORTEST && forms.indexOf(form) === index);
}
