import type { ChainCall, Literal } from './code-step.ts';

/** Takes a locator as Playwright writes it in JavaScript apart: its calls, in order, and nothing behind them. */
export function parseChain(code: string): readonly ChainCall[] {
  return new ChainReader(code).whole();
}

/** What finds elements and does nothing else: what is written down as code may have come from a page. */
const FINDS =
  /^(?:getBy(?:Role|Text|Label|Placeholder|AltText|Title|TestId)|(?:frameL|l)ocator|contentFrame|filter|first|last|nth|and|or|owner|describe|visible)$/;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

class ChainReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): readonly ChainCall[] {
    const calls = this.chain();
    if (this.#peek() !== '') throw new Error(`more than a locator stands in ${this.#text}`);
    return calls;
  }

  chain(): readonly ChainCall[] {
    const calls: ChainCall[] = [];
    do {
      const name = this.#match(/[A-Za-z_]\w*/y);
      if (!FINDS.test(name)) throw new Error(`"${name}" finds no element in ${this.#text}`);
      this.#skip('(');
      calls.push({ name, args: this.#items(')') });
    } while (this.#take('.'));
    return calls;
  }

  #items(end: string): Literal[] {
    const items: Literal[] = [];
    while (!this.#take(end)) {
      items.push(this.#value());
      this.#take(',');
    }
    return items;
  }

  #value(): Literal {
    const sign = this.#peek();
    if (sign === "'" || sign === '"' || sign === '`') return this.#string(sign);
    if (sign === '/') return this.#pattern();
    if (this.#take('[')) return this.#items(']');
    if (this.#take('{')) return this.#options();
    const word = this.#match(/-?\d+(\.\d+)?|true|false|null|[A-Za-z_]\w*/y);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!Number.isNaN(Number(word))) return Number(word);
    // A locator inside a filter.
    if (word === 'page') this.#skip('.');
    else this.#at -= word.length;
    return { chain: this.chain() };
  }

  #options(): Literal {
    const fields: Record<string, Literal> = {};
    while (!this.#take('}')) {
      const name = this.#match(/[A-Za-z_]\w*/y);
      this.#skip(':');
      fields[name] = this.#value();
      this.#take(',');
    }
    return { options: fields };
  }

  #string(quote: string): string {
    this.#at++;
    let text = '';
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at++]!;
      if (sign === quote) return text;
      if (quote === '`' && sign === '$' && this.#text[this.#at] === '{')
        throw new Error(`a text that is computed stands in ${this.#text}`);
      if (sign !== '\\') text += sign;
      else {
        const next = this.#text[this.#at++] ?? '';
        text += ESCAPES[next] ?? next;
      }
    }
    throw new Error(`the string does not end in ${this.#text}`);
  }

  #pattern(): RegExp {
    const found = this.#match(/\/(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\[])+\/[a-z]*/y);
    const end = found.lastIndexOf('/');
    return new RegExp(found.slice(1, end), found.slice(end + 1));
  }

  #peek(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #take(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at++;
    return true;
  }

  #skip(sign: string): void {
    if (!this.#take(sign)) throw new Error(`"${sign}" is missing at ${this.#at} in ${this.#text}`);
  }

  #match(pattern: RegExp): string {
    this.#peek();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new Error(`cannot read on at ${this.#at} in ${this.#text}`);
    this.#at += found.length;
    return found;
  }
}
