import type { Glyph } from './cut-glyphs.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { ReadLetter, ReadWord } from './line-reader.ts';

/**
 * Joins words that no blank parts. Engines like to see one beside narrow signs; the picture shows whether there is
 * room for it.
 */
export function joinWords(words: readonly ReadWord[], line: InkedLine): ReadWord[] {
  const measures = { blank: narrowestBlank(words, line), pitch: pitchOf(words) };
  const joined: ReadWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const bar = before && lowBar(before, word, line);
    if (before && bar) joined[joined.length - 1] = join(join(before, bar), word);
    else if (before && !isParted(before, word, line, measures))
      joined[joined.length - 1] = join(before, word);
    else joined.push(word);
  }
  return joined;
}

/** A line with the pieces of ink on it. */
interface InkedLine {
  readonly plain: GreyPicture;
  readonly glyphs: readonly Glyph[];
  /** The height of the writing, without the white around it. */
  readonly height: number;
  /** Pixels of the reader a pixel of `plain`. */
  readonly factor: number;
}

interface Measures {
  /** A gap narrower than this is none, in proportional writing. */
  readonly blank: number;
  readonly pitch: number | undefined;
}

/** The underscore that an engine took for a blank: ink between two words at the bottom of the line and nowhere else. */
function lowBar(
  before: ReadWord,
  word: ReadWord,
  { plain, height, factor }: InkedLine,
): ReadWord | undefined {
  const from = Math.ceil((before.x + before.w) / factor) + 1;
  const to = Math.floor(word.x / factor) - 1;
  const bottom = Math.round((plain.height + height) / 2 - 0.25 * height);
  let low = 0;
  for (let x = from; x < to; x++) {
    const rows = Array.from({ length: plain.height }, (_, y) => y);
    const inked = rows.filter((y) => plain.pixels[y * plain.width + x]! < 160);
    if (inked.some((y) => y < bottom)) return undefined;
    if (inked.length > 0) low++;
  }
  if (to - from < 2 || low < 0.7 * (to - from)) return undefined;
  const letter = { text: '_', x: from * factor, w: (to - from) * factor, confidence: 80 };
  return { ...letter, y: before.y, h: before.h, letters: [letter] };
}

/** The usual gap between letters and half a blank; a line without small letters is lower than its size. */
function narrowestBlank(words: readonly ReadWord[], { glyphs, height }: InkedLine): number {
  const size = height * (words.some(({ text }) => /\p{Ll}/u.test(text)) ? 1.05 : 1.4);
  const gaps = glyphs.slice(1).map((glyph, index) => glyph.x - glyphs[index]!.x - glyphs[index]!.width);
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return Math.min(usual, 0.15 * size) + 0.13 * size;
}

function isParted(before: ReadWord, word: ReadWord, line: InkedLine, { blank, pitch }: Measures): boolean {
  const { glyphs, factor } = line;
  const border = (before.x + before.w + word.x) / 2 / factor;
  const after = glyphs.findIndex(({ x, width }) => x + width / 2 > border);
  const [left, right] = [glyphs[after - 1], glyphs[after]];
  if (!left || !right) return true;
  const last = before.letters.at(-1)!;
  const first = word.letters[0]!;
  // Digits are equally wide in most writing, blanks are not.
  const areDigits = /^\d$/.test(last.text) && /^\d$/.test(first.text);
  if (pitch === undefined || areDigits) return right.x - left.x - left.width >= blank;
  const byShape = ((right.x + right.width / 2 - left.x - left.width / 2) * factor) / pitch;
  const byReading = (middleOf(first) - middleOf(last)) / pitch;
  // Letters that touch have one shape together, and then only the reading tells where they are.
  return (
    (left.width * factor > 1.3 * pitch || right.width * factor > 1.3 * pitch ? byReading : byShape) >= 1.5
  );
}

function join(before: ReadWord, word: ReadWord): ReadWord {
  const right = Math.max(before.x + before.w, word.x + word.w);
  const bottom = Math.max(before.y + before.h, word.y + word.h);
  const y = Math.min(before.y, word.y);
  return {
    text: before.text + word.text,
    x: before.x,
    y,
    w: right - before.x,
    h: bottom - y,
    confidence: Math.min(before.confidence, word.confidence),
    letters: [...before.letters, ...word.letters],
  };
}

const slim = /[iljtfr.,:;'!|I]/;

/** From one letter to the next in monospaced writing; undefined when the steps differ, or slim letters are missing. */
export function pitchOf(words: readonly ReadWord[]): number | undefined {
  const letters = words.flatMap((word) => word.letters);
  const steps = words.flatMap((word) =>
    word.letters.slice(1).map((letter, index) => middleOf(letter) - middleOf(word.letters[index]!)),
  );
  // Without slim letters every writing looks monospaced.
  if (steps.length < 8 || letters.filter(({ text }) => slim.test(text)).length < 0.06 * letters.length)
    return undefined;
  const pitch = steps.toSorted((a, b) => a - b)[steps.length >> 1]!;
  const regular = steps.filter((step) => Math.abs(step - pitch) < 0.15 * pitch);
  return regular.length >= 0.85 * steps.length ? pitch : undefined;
}

export const middleOf = ({ x, w }: ReadLetter) => x + w / 2;
