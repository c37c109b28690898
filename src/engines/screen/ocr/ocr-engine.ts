import type { Box, Picture } from '../picture.ts';

export interface OcrWord extends Box {
  readonly text: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Number of the line it stands in, from 0, in reading order. */
  readonly line: number;
}

export interface OcrResult {
  readonly text: string;
  /** In reading order. */
  readonly words: readonly OcrWord[];
  readonly language: string;
  /** Which engine read it. */
  readonly engine: string;
}

export interface OcrOptions {
  /** A code such as `eng` or `deu`; several joined with `+`. */
  readonly language: string;
  readonly signal?: AbortSignal | undefined;
  /** How much of the work is done, from 0 to 1. */
  readonly progress?: ((done: number) => void) | undefined;
}

export interface Ocr {
  read(picture: Picture, options: OcrOptions): Promise<OcrResult>;
  close(): Promise<void>;
}

/**
 * `auto`: the native program when it is there and has the language, else tesseract.js. `accurate`: PP-OCR for the
 * languages that it can read, which are few, else as `auto`.
 */
export const OCR_CHOICES = ['auto', 'tesseract', 'tesseract.js', 'accurate'] as const;
export type OcrChoice = (typeof OCR_CHOICES)[number];
