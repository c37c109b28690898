import type { GreyPicture } from './grey-picture.ts';
import type { OcrOptions } from './ocr-engine.ts';

export interface ReadLetter {
  readonly text: string;
  readonly x: number;
  readonly w: number;
  /** 0 to 100. */
  readonly confidence: number;
}

/** A word as the reader saw it, in the pixels of the line that it was given. */
export interface ReadWord extends ReadLetter {
  readonly y: number;
  readonly h: number;
  /** From left to right; together they are the text. */
  readonly letters: readonly ReadLetter[];
}

/** Here `progress` is told how many of the lines are read. */
export type ReadOptions = OcrOptions;

/** Reads lines of black writing on white: the part that the engines differ in. */
export interface LineReader {
  readonly name: string;
  /** The height of a line, ascenders and descenders included, at which it reads best. */
  readonly lineHeight: number;
  /** One list of words a line, in the same order. */
  read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]>;
  close(): Promise<void>;
}
