import { spend } from './effort.ts';

/** So many characters are looked at in one go: half a millisecond's work. */
const WINDOW = 65_536;
/** Of the characters before a window so many are there to be looked back at. */
const LEAD = 512;
/** What begins so near to the end of a window is left to the next one, which shows all of it. */
const MARGIN = 10_000;
/** Copied by hand: calling the library costs more. */
const SHORT = 48;
const SPARE = 8;
const ELLIPSIS = 0x20_26;

/**
 * A part of a text as numbers, which are read more quickly than the characters of a string. There is one for all: what
 * is read here belongs to whoever moved a window last, and nobody waits for anything meanwhile. Behind the last number
 * stand zeros.
 */
export const CODES = new Uint16Array(LEAD + WINDOW + SPARE);
const BYTES = Buffer.from(CODES.buffer);

/** Where a text begins in its first window. */
export const START = LEAD;

/** Whether nothing stands before the start. */
let isLeadEmpty = true;

/** Shows a short text, or the beginning of a long one, and says where it ends. */
export function show(text: string, most: number = WINDOW): number {
  if (!isLeadEmpty) CODES.fill(0, 0, LEAD);
  isLeadEmpty = true;
  return copy(text.length > most ? text.slice(0, most) : text, LEAD);
}

function copy(text: string, to: number): number {
  const end = to + text.length;
  if (text.length > SHORT) BYTES.write(text, 2 * to, 'utf16le');
  else for (let at = 0; at < text.length; at++) CODES[to + at] = text.charCodeAt(at);
  CODES.fill(0, end, end + SPARE);
  return end;
}

/** A part of a text that is secret. */
export interface Find {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A text that is read window by window. Places are those in the window; `base` makes them places in the text. */
export class TextWindow {
  readonly text: string;
  base = -LEAD;
  /** Behind the last character of the window. */
  end = 0;
  /** What begins here or later is left to the next window. */
  limit = 0;

  readonly #size: number;

  /** The size of the windows changes nothing of what is found. */
  constructor(text: string, size: number = WINDOW) {
    this.text = text;
    this.#size = size;
  }

  /** Moves on, so that a place in the text is shown and what comes before it. */
  moveTo(place: number): void {
    const { length } = this.text;
    if (place === 0) {
      this.end = show(this.text, this.#size);
    } else {
      const from = place - LEAD;
      this.base = from;
      this.end = copy(this.text.slice(from, place + this.#size), 0);
      isLeadEmpty = false;
    }
    this.limit = this.base + this.end < length ? this.end - MARGIN : this.end;
  }

  /** The character at a place that may lie behind the window; 0 behind the text. */
  at(place: number): number {
    if (place < this.end) return CODES[place]!;
    return this.isBehind(place) ? 0 : this.text.charCodeAt(this.base + place);
  }

  isBehind(place: number): boolean {
    return this.base + place >= this.text.length;
  }

  /** Whether the text ends there, or whoever cut it says so. */
  isCut(place: number): boolean {
    return this.at(place) === ELLIPSIS || this.isBehind(place);
  }

  /** Where the run of such characters ends that begins at a place. */
  runEnd(table: Uint8Array, from: number): number {
    let at = from;
    while (table[CODES[at]!] === 1) at++;
    return at < this.end ? at : this.#further(table, 1, at);
  }

  /** The first such character at a place or behind it, or the end of the text. */
  find(table: Uint8Array, from: number): number {
    let at = from;
    const end = this.end;
    while (at < end && table[CODES[at]!] === 0) at++;
    return at < end ? at : this.#further(table, 0, at);
  }

  #further(table: Uint8Array, wanted: number, from: number): number {
    const { text, base } = this;
    let at = base + from;
    while (at < text.length && table[text.charCodeAt(at)] === wanted) at++;
    return at - base;
  }

  /** A secret between two places. */
  found(name: string, from: number, to: number): Find {
    return { name, from: this.base + from, to: this.base + to };
  }

  slice(from: number, to: number): string {
    return this.text.slice(this.base + from, this.base + to);
  }

  /** Where a pattern that is bound to a place ends, or -1. */
  match(pattern: RegExp, from: number): number {
    spend(8);
    pattern.lastIndex = this.base + from;
    return pattern.test(this.text) ? pattern.lastIndex - this.base : -1;
  }
}
