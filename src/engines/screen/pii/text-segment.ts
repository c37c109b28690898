import type { OcrWord } from '../ocr/ocr-engine.ts';
import { type Box, boxAround } from '../picture.ts';

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

/** Lines of a paragraph that were broken for want of room, as one text. */
export interface WrappedText {
  readonly text: string;
  /** For each character its segment and its position there; `undefined` for what joins two lines. */
  readonly positions: readonly ({ segment: TextSegment; index: number } | undefined)[];
  /** Where a new line begins. */
  readonly breaks: readonly number[];
}

/** Chains of segments that run on in the next line. */
export function wrappedTexts(segments: readonly TextSegment[]): WrappedText[] {
  const next = new Map<TextSegment, TextSegment>();
  for (const segment of segments) {
    const follower = followerOf(segment, segments);
    if (follower && ![...next.values()].includes(follower)) next.set(segment, follower);
  }
  const followers = new Set(next.values());
  return segments.flatMap((first) => {
    if (followers.has(first) || !next.has(first)) return [];
    const chain = [first];
    for (let at = next.get(first); at; at = next.get(at)) chain.push(at);
    return [join(chain)];
  });
}

/** The line right below that begins where a paragraph would, when the first word there had no room above. */
function followerOf(segment: TextSegment, all: readonly TextSegment[]): TextSegment | undefined {
  const bottom = segment.y + segment.h;
  const below = all.filter((other) => {
    const gap = other.y - bottom;
    const isSameSize = Math.min(segment.h, other.h) > 0.55 * Math.max(segment.h, other.h);
    const isLeft = other.x <= segment.x + segment.h && other.x + other.w > segment.x;
    return gap > -0.3 * segment.h && gap < 1.7 * Math.max(segment.h, other.h) && isSameSize && isLeft;
  });
  const follower = below.sort((a, b) => a.y - b.y || b.x - a.x)[0];
  if (!follower) return undefined;
  const column = all.filter((other) => other.x < segment.x + segment.w && segment.x < other.x + other.w);
  const edge = Math.max(
    ...column.filter((one) => Math.abs(one.x - follower.x) < 40 * segment.h).map((one) => one.x + one.w),
  );
  const [first] = follower.words;
  const isLong = first!.text.length > 20;
  return isLong || segment.x + segment.w + 0.4 * segment.h + first!.w > edge - 0.5 * segment.h
    ? follower
    : undefined;
}

/** Letters, digits and capitals mixed, and nothing that begins something new, as in the middle of a key. */
const isMixed = (token: string) =>
  /^[\w.+/-]+=*$/.test(token) && ((/\d/.test(token) && /[a-z]/i.test(token)) || /[a-z][A-Z]/.test(token));

function join(chain: readonly TextSegment[]): WrappedText {
  let text = '';
  const positions: WrappedText['positions'][number][] = [];
  const breaks: number[] = [];
  for (const segment of chain) {
    if (text !== '') {
      const tail = text.split(' ').at(-1)!;
      const head = segment.text.split(' ')[0]!;
      if (!tail.endsWith('-') && !(tail.length >= 12 && isMixed(tail.split('=').at(-1)!) && isMixed(head))) {
        text += ' ';
        positions.push(undefined);
      }
      breaks.push(text.length);
    }
    for (let index = 0; index < segment.text.length; index++) positions.push({ segment, index });
    text += segment.text;
  }
  return { text, positions, breaks };
}

const narrow = /[iljtfrI1.,:;'|!()[\]/ -]/;
const wide = /[mwMW@%]/;
const widthOf = (char: string) => (narrow.test(char) ? 0.6 : wide.test(char) ? 1.4 : 1);

/** The box around a part of a segment; within a word, letters are taken to be as wide as they usually are. */
export function boxOf(segment: TextSegment, { start, end }: { start: number; end: number }): Box {
  const parts = segment.words.flatMap((word, index): Box[] => {
    const begin = segment.starts[index]!;
    const [from, to] = [Math.max(0, start - begin), Math.min(word.text.length, end - begin)];
    if (from >= to) return [];
    const x = from === 0 ? word.x : word.x + word.w * shareBefore(word.text, from, true);
    const right =
      to === word.text.length ? word.x + word.w : word.x + word.w * shareBefore(word.text, to, false);
    return [{ x, y: word.y, w: right - x, h: word.h }];
  });
  return boxAround(parts);
}

/**
 * How much of a word lies before a letter. Two guesses, equal letters and usual widths, of which the one that hides
 * more is taken.
 */
function shareBefore(text: string, at: number, isStart: boolean): number {
  const equal = at / text.length;
  const all = [...text].reduce((sum, char) => sum + widthOf(char), 0);
  const usual = [...text.slice(0, at)].reduce((sum, char) => sum + widthOf(char), 0) / all;
  return isStart ? Math.min(equal, usual) : Math.max(equal, usual);
}
