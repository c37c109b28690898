import type { Frame, Locator, Page } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';

/**
 * Reads locators as people write them in tests, such as `page.getByRole('button', { name: 'Save' }).first()`.
 * Nothing is evaluated: calls, literals and the methods below are all it knows.
 */
export function parseLocator(page: Page | Frame, text: string): Locator {
  const reader = new Reader(text);
  const calls = readCalls(reader);
  reader.end();
  return locatorOf(page, calls, text);
}

function locatorOf(page: Page | Frame, calls: readonly Call[], text: string): Locator {
  let scope: Scope = page;
  for (const call of calls) {
    const args = call.args.map((arg) => made(page, arg, text));
    scope = apply(scope, call.name, args, text);
  }
  if (scope === page) throw bad(text, 'it names no element');
  return scope as Locator;
}

/** An argument with the locators in it made, such as those of `or()` and of `filter({ has })`. */
function made(page: Page | Frame, value: Value, text: string): unknown {
  if (value instanceof Chain) return locatorOf(page, value.calls, text);
  if (Array.isArray(value)) return value.map((item) => made(page, item, text));
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, made(page, item, text)]));
}

/** Whether a text is meant as such a locator, and not as a selector. */
export function looksLikeLocator(text: string): boolean {
  return /^\s*(page\.)?(getBy(Role|Text|Label|Placeholder|AltText|Title|TestId)|locator|frameLocator)\s*\(/.test(
    text,
  );
}

type Scope = Page | Frame | Locator | ReturnType<Page['frameLocator']>;
type Value = string | number | boolean | RegExp | null | Chain | readonly Value[] | { [key: string]: Value };
interface Call {
  readonly name: string;
  readonly args: readonly Value[];
}

/** A locator as an argument. */
class Chain {
  readonly calls: readonly Call[];

  constructor(calls: readonly Call[]) {
    this.calls = calls;
  }
}

const bad = (target: string, why: string) => fault('INVALID_LOCATOR', { target, why });

const METHODS = new Set(
  `getByRole getByText getByLabel getByPlaceholder getByAltText getByTitle getByTestId locator frameLocator
  contentFrame owner first last nth filter describe visible or and`.split(/\s+/),
);

function apply(scope: Scope, name: string, args: readonly unknown[], text: string): Scope {
  if (!METHODS.has(name)) throw bad(text, `${name}() is not known`);
  const method: unknown = Reflect.get(scope, name);
  if (typeof method !== 'function') throw bad(text, `${name}() cannot stand there`);
  try {
    return Reflect.apply(method, scope, args) as Scope;
  } catch (cause) {
    throw bad(text, cause instanceof Error ? cause.message : String(cause));
  }
}

function readCalls(reader: Reader): readonly Call[] {
  const calls: Call[] = [];
  do {
    const name = reader.word();
    if (name === 'page' && calls.length === 0 && reader.peek() === '.') continue;
    reader.expect('(');
    const args = reader.list(')');
    calls.push({ name, args });
  } while (reader.take('.'));
  return calls;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.trim().replace(/;$/, '');
  }

  peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  take(sign: string): boolean {
    if (this.peek() !== sign) return false;
    this.#at++;
    return true;
  }

  expect(sign: string): void {
    if (!this.take(sign)) throw bad(this.#text, `"${sign}" is missing at character ${this.#at + 1}`);
  }

  end(): void {
    if (this.peek() !== '') throw bad(this.#text, `it goes on at character ${this.#at + 1}`);
  }

  word(): string {
    return this.#match(/[A-Za-z_$][\w$]*/y) ?? this.#fail('a name');
  }

  list(close: string): readonly Value[] {
    const values: Value[] = [];
    while (!this.take(close)) {
      values.push(this.value());
      if (this.peek() !== close) this.expect(',');
    }
    return values;
  }

  value(): Value {
    const sign = this.peek();
    if (sign === "'" || sign === '"' || sign === '`') return this.#string(sign);
    if (sign === '{') return this.#object();
    if (sign === '[') return this.#take('[', () => this.list(']'));
    if (sign === '/') return this.#regex();
    const number = this.#match(/-?\d+(\.\d+)?/y);
    if (number !== undefined) return Number(number);
    if (looksLikeLocator(this.#text.slice(this.#at))) return new Chain(readCalls(this));
    const word = this.#match(/true|false|null/y);
    if (word === undefined) return this.#fail('a value');
    return word === 'null' ? null : word === 'true';
  }

  #object(): Value {
    return this.#take('{', () => {
      const entries: [string, Value][] = [];
      while (!this.take('}')) {
        const sign = this.peek();
        const key = sign === "'" || sign === '"' ? this.#string(sign) : this.word();
        this.expect(':');
        entries.push([key, this.value()]);
        if (this.peek() !== '}') this.expect(',');
      }
      return Object.fromEntries(entries);
    });
  }

  #string(quote: string): string {
    this.#at++;
    let text = '';
    for (;;) {
      const sign = this.#text[this.#at++];
      if (sign === undefined) return this.#fail(`the closing ${quote}`);
      if (sign === quote) return text;
      text += sign === '\\' ? escaped(this.#text[this.#at++] ?? '') : sign;
    }
  }

  #regex(): RegExp {
    const match = this.#match(/\/((?:\\.|\[(?:\\.|[^\]])*\]|[^/\\[])+)\/([dgimsuvy]*)/y);
    const parts = /^\/(.*)\/([a-z]*)$/s.exec(match ?? '');
    if (!parts) return this.#fail('a pattern');
    try {
      return new RegExp(parts[1]!, parts[2]);
    } catch (cause) {
      throw bad(this.#text, cause instanceof Error ? cause.message : String(cause));
    }
  }

  #take<T>(open: string, read: () => T): T {
    this.expect(open);
    return read();
  }

  #match(pattern: RegExp): string | undefined {
    this.peek();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fail(what: string): never {
    throw bad(this.#text, `${what} is missing at character ${this.#at + 1}`);
  }
}

const escaped = (sign: string) => ({ n: '\n', t: '\t', r: '\r' })[sign] ?? sign;
