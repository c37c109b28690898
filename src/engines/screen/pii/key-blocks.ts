import type { TextSegment } from './text-segment.ts';

const begin = /(?:BEGIN|8EGIN|BEG[1l]N)[A-Z0-9 ]{0,30}PR[I1l]VATE\s?KEY/;
const end = /(?:END|EN0)[A-Z0-9 ]{0,30}PR[I1l]VATE\s?KEY/;

/** The lines of private keys, from the one that says so to its end. */
export function keyBlocks(segments: readonly TextSegment[]): TextSegment[] {
  const sorted = segments.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const firsts = sorted.filter(({ text }) => begin.test(text));
  return [...new Set(firsts.flatMap((first) => blockFrom(first, sorted)))];
}

function blockFrom(first: TextSegment, sorted: readonly TextSegment[]): TextSegment[] {
  if (end.test(first.text)) return [first];
  const column = linesBelow(first, sorted);
  const last = column.findIndex(({ text }) => end.test(text));
  // Up to a last line everything is the key, however it was read; without one, as long as it looks like a key.
  if (last >= 0) return [first, ...column.slice(0, last + 1)];
  const stop = column.findIndex(
    ({ text }) => !/^[\w+/=@®|\s.,:-]{4,}$/.test(text) || text.split(' ').length > 4,
  );
  return [first, ...column.slice(0, stop < 0 ? column.length : stop)];
}

/** What follows in the same column without an empty line between. */
function linesBelow(first: TextSegment, sorted: readonly TextSegment[]): TextSegment[] {
  const column: TextSegment[] = [];
  let last = first;
  for (const line of sorted) {
    const gap = line.y - last.y - last.h;
    const isBelow = line.y > last.y + last.h / 2 && gap < 1.5 * Math.max(line.h, last.h);
    const isInColumn = line.x < first.x + Math.max(first.w, last.w) && line.x + line.w > first.x;
    if (!isBelow || !isInColumn) continue;
    column.push(line);
    last = line;
  }
  return column;
}
