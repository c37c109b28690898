import type { GreyPicture } from './grey-picture.ts';

export interface ReadLetter {
  readonly text: string;
  readonly x: number;
  readonly w: number;
  /** 0 to 100. */
  readonly confidence: number;
}

/** A word as the reader saw it, in the pixels of the line that it was given. */
export interface ReadWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** 0 to 100. */
  readonly confidence: number;
  /** From left to right; together they are the text. */
  readonly letters: readonly ReadLetter[];
}

export interface ReadOptions {
  readonly language: string;
  readonly signal?: AbortSignal | undefined;
  /** Called with how many of the lines are read. */
  readonly progress?: ((lines: number) => void) | undefined;
}

/** Reads lines of black writing on white: the part that the engines differ in. */
export interface LineReader {
  readonly name: string;
  /** The height of a line, ascenders and descenders included, at which it reads best. */
  readonly lineHeight: number;
  /** One list of words a line, in the same order. */
  read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]>;
  close(): Promise<void>;
}
