import type { TextWindow } from './text-window.ts';

const MOST_KEY = 20_000;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const KEY_LINES = /(?:[A-Za-z0-9+/=:, \t\r\n-]|\\[nr]){0,20000}/y;

/** Private keys between their lines BEGIN and END. */
export class PrivateKeys {
  readonly #window: TextWindow;
  /** The first end behind the last that was asked for, in the text. */
  #end = -1;

  constructor(window: TextWindow) {
    this.#window = window;
  }

  /** Where the key ends that begins at a place, or -1. */
  endOf(at: number): number {
    const { text, base } = this.#window;
    const body = this.#window.match(PRIVATE_KEY, at);
    if (body < 0) return -1;
    if (this.#end < base + body) {
      const next = text.indexOf('-----END ', base + body);
      this.#end = next < 0 ? Number.POSITIVE_INFINITY : next;
    }
    const end = this.#end - base;
    // The end was cut off.
    if (end - body > MOST_KEY) return Math.max(body, this.#window.match(KEY_LINES, body));
    const close = text.slice(this.#end + 9, this.#end + 80).indexOf('-----');
    return close >= 0 ? end + 9 + close + 5 : end;
  }
}
