import { KIND, tableOf } from './characters.ts';
import { behindBlanks, behindMark, isValueWord, valueWordLength } from './punctuation.ts';
import { CODES, type TextWindow } from './text-window.ts';

const [LESS, EQUALS] = [60, 61];
const ELEMENT_ENDS = tableOf('<>');
const BEGINS_ATTRIBUTE = tableOf('vc');
/** So much of a tag is looked at. */
export const MOST_TAG = 160;

/** Values of elements that another attribute names. */
export class TagValues {
  readonly #window: TextWindow;
  /** Between these places no tag holds a value. */
  readonly #tag = { from: 0, to: 0 };
  readonly #before = { from: 0, to: 0 };
  readonly #openTag = { to: 0, open: -1 };

  constructor(window: TextWindow) {
    this.#window = window;
  }

  shift(by: number): void {
    for (const known of [this.#tag, this.#before]) {
      known.from -= by;
      known.to -= by;
    }
    this.#openTag.to -= by;
    this.#openTag.open -= by;
  }

  /** Where the tag ended that was looked at last. */
  get end(): number {
    return this.#tag.to;
  }

  /** Where the quote of the value stands that follows a place in its tag, or -1. */
  valueBehind(from: number): number {
    return this.#valueIn(from, this.#tag);
  }

  /** The same for the tag that a place is in, from its beginning on. */
  valueBefore(place: number, least: number): number {
    const open = this.#opener(place, Math.max(least, place - MOST_TAG));
    return open < 0 ? -1 : this.#valueIn(open + 1, this.#before);
  }

  /** Where the tag opens that a place is in, or -1. No character is looked at twice. */
  #opener(place: number, least: number): number {
    const known = this.#openTag;
    const stop = known.to <= place && known.to > least ? known.to : least;
    let at = place;
    while (at > stop && CODES[at - 1] !== LESS) at--;
    if (at > stop) known.open = at - 1;
    else if (stop === least) known.open = -1;
    known.to = place;
    return known.open >= least ? known.open : -1;
  }

  /** Of <input name="password" value="…">: where the quote stands, or -1. */
  #valueIn(from: number, tag: { from: number; to: number }): number {
    const most = Math.min(from + MOST_TAG, this.#window.end);
    if (from < tag.from || from > tag.to) {
      tag.from = from;
      tag.to = from;
    }
    let at = tag.to;
    for (; at < most && ELEMENT_ENDS[CODES[at]!] === 0; at++) {
      if (BEGINS_ATTRIBUTE[CODES[at]!] === 0 || KIND[CODES[at - 1]!] !== 0 || !isValueWord(at)) continue;
      const sign = behindBlanks(at + valueWordLength(at));
      const mark = CODES[sign] === EQUALS ? behindBlanks(sign + 1) : -1;
      if (mark > 0 && behindMark(mark) > 0 && behindMark(mark) <= most) {
        tag.to = at;
        return mark;
      }
    }
    tag.to = at;
    return -1;
  }
}
