import { type Shape, ShapeBook } from './alike-glyphs.ts';
import { type Heights, heightsOf, inShownCase } from './letter-case.ts';
import type { ReadLetter, ReadWord } from './line-reader.ts';
import { type ReadLine, type Slot, spellLine } from './spell-line.ts';

/**
 * Lets the letters of a page vote. In prose the engine knows 0 from O by the words around; in a key it guesses. So
 * what prose and numbers taught about a shape decides how the same shape is read in keys, hashes and addresses.
 */
export function agreeOnLetters(lines: readonly ReadLine[]): ReadWord[][] {
  const book = new ShapeBook();
  const spelled = lines.map((line) => {
    const slots = spellLine(line);
    return line.words.map((word, index) => ({
      word,
      slots: slots[index]!.map((slot) => withShape(slot, book)),
    }));
  });
  for (const words of spelled) for (const word of words) castVotes(word);
  return spelled.map((words) => {
    const heights = heightsOf(words.flatMap(({ slots }) => slots));
    return words.map((word) => correct(word, heights));
  });
}

interface ShapedSlot extends Slot {
  readonly shape: Shape | undefined;
}

interface SpelledWord {
  readonly word: ReadWord;
  readonly slots: readonly ShapedSlot[];
}

function withShape(slot: Slot, book: ShapeBook): ShapedSlot {
  return { ...slot, shape: slot.glyph && book.shapeOf(slot.glyph) };
}

const isNatural = (text: string) => /^\p{P}*(?:\p{Lu}?\p{Ll}+|\p{Lu}+)\p{P}*$/u.test(text);

/** A reading counts more where its neighbours make it likely: in words and in numbers. */
function castVotes({ slots }: SpelledWord): void {
  const text = slots.map(({ letters }) => letters[0]?.text[0] ?? ' ').join('');
  const certain = new Set<number>();
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!/^(?:\p{Lu}?\p{Ll}{2,}|\p{Lu}{3,}|\d{2,})$/u.test(run)) continue;
    for (let at = index; at < index + run.length; at++) certain.add(at);
  }
  for (const [index, { shape, letters }] of slots.entries()) {
    const [letter] = letters;
    if (!shape || letters.length !== 1 || !letter) continue;
    const sure = Math.max(0, (letter.confidence - 60) / 40) ** 2;
    shape.vote(letter.text, sure * (certain.has(index) ? 4 : 1));
  }
}

/** Words of a language stay as they were read: there the engine knows more than the shape says. */
function correct({ word, slots }: SpelledWord, heights: Heights | undefined): ReadWord {
  if (isNatural(word.text)) return word;
  const letters = slots.flatMap(({ shape, glyph, letters: read }): ReadLetter[] => {
    const agreed = shape?.letter();
    const [first] = read;
    if (!first || !glyph) return [...read];
    const surest = read.reduce(
      (best, letter) => (letter.confidence > best.confidence ? letter : best),
      first,
    );
    return [{ ...surest, text: inShownCase(agreed ?? surest.text, glyph.height, heights) }];
  });
  return { ...word, letters, text: letters.map(({ text }) => text).join('') };
}
