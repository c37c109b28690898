import { boxAround } from '../box.ts';
import type { Box } from '../picture.ts';
import type { TextSegment } from './text-segment.ts';

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
