import { tableOf } from './characters.ts';
import type { TextWindow } from './text-window.ts';

/** What looking closer has cost in the stretch that is searched, in units of some 50 ns. */
let spent = 0;

export function spend(units: number): void {
  spent += units;
}

/**
 * A text may be all beginnings of secrets, and looking closer takes longer than reading. So much may be spent on a stretch
 * of text; where it is not enough, the rest of the stretch is hidden unseen. What people and programs write needs less.
 */
const STRETCH = 16_384;
const MOST_SPENT = 1900;
const ENDS_WORD = tableOf(' \t\r\n');
const MOST_WORD = 2000;

/** The stretch of a text that is looked at. */
export class Stretch {
  readonly #window: TextWindow;
  /** Where it ends, and what had been spent on it when the search was laid down. */
  #end = 0;
  #spent = 0;

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    this.#end -= by;
  }

  /** Others may search before this search is taken up again. */
  layDown(): void {
    this.#spent = spent;
  }

  takeUp(): void {
    spent = this.#spent;
  }

  /** Whether too much was spent on it to look closer at a place. */
  isSpent(at: number): boolean {
    if (at >= this.#end) {
      this.#end = at + STRETCH;
      spent = 0;
    }
    return spent > MOST_SPENT;
  }

  /** Its end, or that of the word there, which may be a secret. */
  get end(): number {
    const window = this.#window;
    const most = Math.min(this.#end + MOST_WORD, window.text.length - window.base);
    let at = Math.min(this.#end, most);
    while (at < most && ENDS_WORD[window.at(at)] === 0) at++;
    return at;
  }
}
