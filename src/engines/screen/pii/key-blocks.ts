import type { TextSegment } from './text-segment.ts';

const begin = /(?:BEGIN|8EGIN|BEG[1l]N)[A-Z0-9 ]{0,30}PR[I1l]VATE\s?KEY/;
const end = /(?:END|EN0)[A-Z0-9 ]{0,30}PR[I1l]VATE\s?KEY/;

/** The lines of private keys, from the one that says so to its end, or as long as they look like one. */
export function keyBlocks(segments: readonly TextSegment[]): TextSegment[] {
  const sorted = segments.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const found = new Set<TextSegment>();
  for (const first of sorted) {
    if (!begin.test(first.text)) continue;
    found.add(first);
    let last = first;
    if (end.test(first.text)) continue;
    for (const line of sorted) {
      const isBelow =
        line.y > last.y + last.h / 2 && line.y - last.y - last.h < 1.5 * Math.max(line.h, last.h);
      const isInColumn = line.x < first.x + Math.max(first.w, last.w) && line.x + line.w > first.x;
      if (!isBelow || !isInColumn) continue;
      const isEnd = end.test(line.text);
      if (!isEnd && !/^[\w+/=@®|\s.,:-]{4,}$/.test(line.text)) break;
      if (!isEnd && line.text.split(' ').length > 4) break;
      found.add(line);
      last = line;
      if (isEnd) break;
    }
  }
  return [...found];
}
