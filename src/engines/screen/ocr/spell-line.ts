import { type Glyph, partGlyph } from './cut-glyphs.ts';
import type { GreyPicture } from './grey-picture.ts';
import { middleOf, pitchOf } from './join-words.ts';
import type { ReadLetter, ReadWord } from './line-reader.ts';

export interface ReadLine {
  /** Before scaling. */
  readonly plain: GreyPicture;
  /** Pixels of the reader a pixel of `plain`. */
  readonly factor: number;
  readonly words: readonly ReadWord[];
  readonly glyphs: readonly Glyph[];
}

/** A place in a word: what stands there, and what the reader took it for. */
export interface Slot {
  /** Missing when it is not clear which part of the picture belongs to the letter. */
  readonly glyph: Glyph | undefined;
  /** Mostly one; several where one was read twice. */
  readonly letters: readonly ReadLetter[];
}

/** The slots of each word of a line. */
export function spellLine({ plain, factor, words, glyphs }: ReadLine): Slot[][] {
  const pitch = pitchOf(words);
  const line = { plain, factor, pitch: pitch === undefined ? undefined : pitch / factor };
  return words.map((word) => {
    const inWord = glyphs.filter(({ x, width }) => {
      const middle = (x + width / 2) * factor;
      return middle >= word.x - factor && middle <= word.x + word.w + factor;
    });
    return spellWord(word, inWord, line);
  });
}

interface Measure {
  readonly plain: GreyPicture;
  readonly factor: number;
  /** From one letter to the next, when it is the same for all of them. */
  readonly pitch: number | undefined;
}

function spellWord(word: ReadWord, glyphs: readonly Glyph[], line: Measure): Slot[] {
  const { letters } = word;
  const { pitch, factor } = line;
  // Where letters stand is known only roughly; that there are as many as pieces says more.
  if (glyphs.length === letters.length) {
    const isStraight = glyphs.every((glyph, index) => {
      const off = Math.abs(glyph.x + glyph.width / 2 - middleOf(letters[index]!) / factor);
      return pitch === undefined || off < 0.6 * pitch;
    });
    if (isStraight) return glyphs.map((glyph, index) => ({ glyph, letters: [letters[index]!] }));
  }
  if (pitch === undefined) return unclear(letters);
  const taken = new Map<Glyph, ReadLetter[]>(glyphs.map((glyph) => [glyph, []]));
  for (const letter of letters) {
    const x = middleOf(letter) / factor;
    const home = glyphs.find((glyph) => x >= glyph.x - 1 && x <= glyph.x + glyph.width + 1);
    if (!home) return unclear(letters);
    taken.get(home)!.push(letter);
  }
  const slots = [...taken].flatMap(([glyph, inGlyph]) => slotsOf(glyph, inGlyph, line, pitch));
  const order = slots.flatMap((slot) => slot.letters);
  return order.every((letter, index) => letter === letters[index]) ? slots : unclear(letters);
}

const unclear = (letters: readonly ReadLetter[]): Slot[] =>
  letters.map((letter) => ({ glyph: undefined, letters: [letter] }));

function slotsOf(
  glyph: Glyph,
  letters: readonly ReadLetter[],
  { plain, factor }: Measure,
  pitch: number,
): Slot[] {
  if (letters.length === 0) return [];
  if (letters.length === 1) {
    // A letter of several pieces, such as a quotation mark, has no one shape.
    const isWhole = letters[0]!.w <= glyph.width * factor * 1.5 + 3;
    return [{ glyph: isWhole ? glyph : undefined, letters }];
  }
  // Equal steps tell letters that touch from one that was read twice.
  const count = Math.max(1, Math.round((glyph.width + 0.1 * pitch) / pitch));
  const cell = glyph.width / count;
  const cells: ReadLetter[][] = Array.from({ length: count }, () => []);
  for (const letter of letters) {
    const at = Math.floor((middleOf(letter) / factor - glyph.x) / cell);
    cells[Math.min(count - 1, Math.max(0, at))]!.push(letter);
  }
  if (cells.some((inCell) => inCell.length === 0 || !lieOverEachOther(inCell, pitch * factor)))
    return unclear(letters);
  const columns = cells.slice(1).map((_, index) => glyph.x + (index + 1) * cell);
  const parts = count === 1 ? [glyph] : partGlyph(plain, glyph, columns);
  return cells.map((inCell, index) => ({
    glyph: parts.length === count ? parts[index] : undefined,
    letters: inCell,
  }));
}

function lieOverEachOther(letters: readonly ReadLetter[], pitch: number): boolean {
  return letters.slice(1).every((letter, index) => {
    const before = letters[index]!;
    const shared = before.x + before.w - letter.x;
    return shared > 0.2 * Math.min(before.w, letter.w) && middleOf(letter) - middleOf(before) < 0.7 * pitch;
  });
}
