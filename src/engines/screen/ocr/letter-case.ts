import type { Slot } from './spell-line.ts';

/** Letters that are small and capital alike but for their height. */
const twins = new Map(
  [...'cosvwxz'].flatMap((small) => [[small, small] as const, [small.toUpperCase(), small]]),
);

/** Letters and digits whose height says how tall small and capital letters are here. */
const small = /^[aemnru]$/;
const tall = /^[ABDEFGHKLMNPRTUY23456789bdhk]$/;

/** How tall letters are in a line: the two heights differ by two pixels at least, or nothing is known. */
export interface Heights {
  readonly small: number;
  readonly tall: number;
}

export function heightsOf(slots: readonly Slot[]): Heights | undefined {
  const of = (kind: RegExp) => {
    const heights = slots.flatMap(({ glyph, letters: [letter, ...more] }) =>
      glyph && letter && more.length === 0 && kind.test(letter.text) ? [glyph.height] : [],
    );
    return heights.sort((a, b) => a - b)[heights.length >> 1];
  };
  const [low, high] = [of(small), of(tall)];
  return low !== undefined && high !== undefined && high - low >= 2 ? { small: low, tall: high } : undefined;
}

/** The letter in the case that its height shows; what has no twin stays as it is. */
export function inShownCase(letter: string, height: number, heights: Heights | undefined): string {
  const low = twins.get(letter);
  if (low === undefined || heights === undefined) return letter;
  // Neither: another size of the same line.
  if (Math.min(Math.abs(height - heights.small), Math.abs(height - heights.tall)) > 1) return letter;
  const isSmall = Math.abs(height - heights.small) < Math.abs(height - heights.tall);
  return isSmall ? low : low.toUpperCase();
}
