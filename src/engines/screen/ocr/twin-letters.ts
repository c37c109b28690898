import type { Glyph } from './cut-glyphs.ts';
import { middleOf } from './join-words.ts';
import type { ReadLetter } from './line-reader.ts';

/** How far two pictures of one letter may differ, as the mean of all pixels; edges are soft and seldom the same. */
const likeness = 30;

/**
 * A model that reads in steps tells a letter and its twin as one when no step lies between them: `::` becomes `:`.
 * The picture still shows both, so a glyph that nobody read, beside one that looks the same, is that letter again.
 */
export function withTwins(letters: readonly ReadLetter[], glyphs: readonly Glyph[]): ReadLetter[] {
  const readers = nearestLetters(letters, glyphs);
  const found = [...letters];
  for (const [index, glyph] of glyphs.entries()) {
    if (readers[index] !== undefined) continue;
    const twins = [index - 1, index + 1].filter((at) => glyphs[at] && areTwins(glyphs[at], glyph));
    const letter = twins.map((at) => readers[at]).find((one) => one !== undefined);
    // Whoever was read twice already has only been put beside its place.
    if (letter && !isRepeated(letters, letter))
      found.push({ ...letter, x: glyph.x + glyph.width / 2 - letter.w / 2 });
  }
  return found.toSorted((one, other) => middleOf(one) - middleOf(other));
}

function isRepeated(letters: readonly ReadLetter[], letter: ReadLetter): boolean {
  const at = letters.indexOf(letter);
  return [letters[at - 1], letters[at + 1]].some((beside) => beside?.text === letter.text);
}

/** For each glyph the letter that was read there; every letter belongs to one glyph. */
function nearestLetters(
  letters: readonly ReadLetter[],
  glyphs: readonly Glyph[],
): (ReadLetter | undefined)[] {
  const readers: (ReadLetter | undefined)[] = glyphs.map(() => undefined);
  let from = 0;
  for (const letter of letters) {
    const middle = middleOf(letter);
    const away = ({ x, width }: Glyph) => Math.abs(x + width / 2 - middle);
    let best = from;
    while (best + 1 < glyphs.length && away(glyphs[best + 1]!) < away(glyphs[best]!)) best++;
    if (readers[best] === undefined) readers[best] = letter;
    from = best;
  }
  return readers;
}

function areTwins(one: Glyph, other: Glyph): boolean {
  const isAsLarge = Math.abs(one.width - other.width) <= 1 && Math.abs(one.height - other.height) <= 1;
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  if (!isAsLarge || Math.abs(one.y - other.y) > 1 || gap > 1.2 * one.height) return false;
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  let sum = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum += Math.abs(one.pixels[y * one.width + x]! - other.pixels[y * other.width + x]!);
    }
  }
  return sum <= likeness * width * height;
}
