import type { Glyph } from './cut-glyphs.ts';
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

/** Letters that are small and capital alike but for their height. */
const twins = new Map(
  [...'cosvwxz'].flatMap((small) => [[small, small] as const, [small.toUpperCase(), small]]),
);

/** Letters and digits whose height says how tall small and capital letters are here. */
const small = /^[aemnru]$/;
const tall = /^[ABDEFGHKLMNPRTUY23456789bdhk]$/;

/** How tall letters are in a line: the two heights differ by two pixels at least, or nothing is known. */
interface Heights {
  readonly small: number;
  readonly tall: number;
}

function heightsOf(slots: readonly Slot[]): Heights | undefined {
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
function inShownCase(letter: string, height: number, heights: Heights | undefined): string {
  const low = twins.get(letter);
  if (low === undefined || heights === undefined) return letter;
  // Neither: another size of the same line.
  if (Math.min(Math.abs(height - heights.small), Math.abs(height - heights.tall)) > 1) return letter;
  const isSmall = Math.abs(height - heights.small) < Math.abs(height - heights.tall);
  return isSmall ? low : low.toUpperCase();
}

/** How far two pictures of one letter may differ, as the mean of all pixels. */
const likeness = 12;

/** Pictures of one letter: on a screen the same letter of the same font looks the same everywhere. */
class Shape {
  readonly sample: Glyph;
  readonly #votes = new Map<string, number>();

  constructor(sample: Glyph) {
    this.sample = sample;
  }

  vote(letter: string, weight: number): void {
    this.#votes.set(letter, (this.#votes.get(letter) ?? 0) + weight);
  }

  /** The letter on which the readings agree. */
  letter(): string | undefined {
    let [best, most, all] = ['', 0, 0];
    for (const [letter, weight] of this.#votes) {
      all += weight;
      if (weight > most) [best, most] = [letter, weight];
    }
    return most >= 2.5 && most >= 0.7 * all ? best : undefined;
  }
}

/** All the shapes on a picture. */
class ShapeBook {
  readonly #bySize = new Map<number, Shape[]>();

  /** The shape of a glyph; one that looks like no other begins a new one. */
  shapeOf(glyph: Glyph): Shape {
    const size = glyph.width * 1000 + glyph.height;
    const known = this.#bySize.get(size) ?? [];
    this.#bySize.set(size, known);
    const same = known.find(({ sample }) => isAlike(sample, glyph));
    if (same) return same;
    const shape = new Shape(glyph);
    known.push(shape);
    return shape;
  }
}

function isAlike(one: Glyph, other: Glyph): boolean {
  const limit = likeness * one.pixels.length;
  let sum = 0;
  for (let i = 0; i < one.pixels.length; i++) {
    sum += Math.abs(one.pixels[i]! - other.pixels[i]!);
    if (sum > limit) return false;
  }
  return true;
}
