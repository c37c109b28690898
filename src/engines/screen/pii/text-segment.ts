import { boxAround } from '../box.ts';
import type { OcrWord } from '../ocr/ocr-engine.ts';
import type { Box } from '../picture.ts';

/** Words that stand together without a wide gap: what a pattern may run over. A table cell is one of its own. */
export interface TextSegment extends Box {
  readonly words: readonly OcrWord[];
  readonly text: string;
  /** Where each word begins in the text. */
  readonly starts: readonly number[];
  /** What stands before it in its row and above it: the label of a field, the head of a column. */
  readonly nearby: string;
}

/** A gap wider than this many letter heights parts two segments. */
const widestGap = 1.7;

export function toSegments(words: readonly OcrWord[]): TextSegment[] {
  const rows = Map.groupBy(words, ({ line }) => line);
  const plain = [...rows.values()].flatMap((row) => split(row.toSorted((a, b) => a.x - b.x)));
  const segments = plain.map(assemble);
  return segments.map((segment) => ({ ...segment, nearby: nearbyOf(segment, segments) }));
}

function split(row: readonly OcrWord[]): OcrWord[][] {
  const heights = row.map(({ h }) => h).sort((a, b) => a - b);
  const limit = widestGap * heights[heights.length >> 1]!;
  const parts: OcrWord[][] = [];
  for (const word of row) {
    const last = parts.at(-1)?.at(-1);
    if (last && word.x - last.x - last.w <= limit) parts.at(-1)!.push(word);
    else parts.push([word]);
  }
  return parts;
}

function assemble(words: readonly OcrWord[]): TextSegment {
  const starts: number[] = [];
  let text = '';
  for (const word of words) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += word.text;
  }
  return { ...boxAround(words), words, text, starts, nearby: '' };
}

function nearbyOf(segment: TextSegment, all: readonly TextSegment[]): string {
  let left: TextSegment | undefined;
  let above: TextSegment | undefined;
  for (const other of all) {
    const shared = Math.min(segment.y + segment.h, other.y + other.h) - Math.max(segment.y, other.y);
    if (other.x + other.w <= segment.x && shared > 0 && segment.x - other.x - other.w < 12 * segment.h) {
      if (!left || other.x > left.x) left = other;
    }
    const isOver = other.x < segment.x + segment.w && segment.x < other.x + other.w;
    const gap = segment.y - other.y - other.h;
    if (isOver && gap >= 0 && gap < 2 * segment.h && (!above || other.y > above.y)) above = other;
  }
  return [left?.text.slice(-60), above?.text.slice(0, 60)].filter(Boolean).join(' ');
}
