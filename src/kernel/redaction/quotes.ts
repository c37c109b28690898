import { tableOf } from './characters.ts';
import { CODES, type TextWindow } from './text-window.ts';
import { LOOKED_AT } from './verdict.ts';

const BACKSLASH = 92;
const LINE_ENDS = tableOf('\r\n');

/** Values in quotes, which may be of several characters. */
export class Quotes {
  readonly #window: TextWindow;

  constructor(window: TextWindow) {
    this.#window = window;
  }

  /** The quote that closes a value, or as far as is looked. */
  soon(from: number, quote: number, length: number): number {
    const most = Math.min(from + LOOKED_AT, this.#window.end);
    const first = CODES[quote]!;
    let soon = from;
    while (soon + length <= most && (CODES[soon] !== first || !this.repeats(quote, length, soon))) soon++;
    return soon + length > most ? most : soon;
  }

  repeats(quote: number, length: number, at: number): boolean {
    const window = this.#window;
    for (let i = 0; i < length; i++) if (window.at(at + i) !== CODES[quote + i]) return false;
    return true;
  }

  /** Where a quoted value ends; one that is not closed ends with its line. */
  closing(from: number, quote: number, length: number): number {
    const window = this.#window;
    const first = CODES[quote];
    for (let at = from; ; at++) {
      const code = window.at(at);
      if (LINE_ENDS[code] === 1 || (code === 0 && window.isBehind(at))) return at;
      if (code !== first) continue;
      // A quote behind an escape is part of the value.
      const isEscaped = length === 1 && at > from && window.at(at - 1) === BACKSLASH;
      if (!isEscaped && this.repeats(quote, length, at)) return at;
    }
  }
}
