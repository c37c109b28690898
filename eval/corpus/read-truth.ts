import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What the page says is on it: read from the DOM, so the boxes are exact. Coordinates are picture pixels. */
export interface TruthWord {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Words of one visual run, in one line and one cell, share it. */
  readonly run: number;
}

export interface TruthSpan {
  readonly kind: string;
  readonly text: string;
  /** One box a line that it covers. */
  readonly boxes: readonly { x: number; y: number; w: number; h: number }[];
}

export interface Truth {
  readonly words: readonly TruthWord[];
  readonly entities: readonly TruthSpan[];
  readonly decoys: readonly TruthSpan[];
}

export interface Frame {
  /** Picture pixels per CSS pixel. */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

const source = readFileSync(new URL('page-truth.js', import.meta.url), 'utf8');

export async function readTruth(page: Page, frame: Frame): Promise<Truth> {
  return await page.evaluate<Truth>(`(() => { ${source}\nreturn readTruth(${JSON.stringify(frame)}); })()`);
}
