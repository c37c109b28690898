import { areaOf, type Box, type Picture, sharedBox } from '../picture.ts';
import { agreeOnLetters } from './agree-letters.ts';
import { cutGlyphs } from './cut-glyphs.ts';
import { findLines, type TextLine } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { type GreyPicture, scale } from './grey-picture.ts';
import { joinWords } from './join-words.ts';
import type { LineReader, ReadWord } from './line-reader.ts';
import type { Ocr, OcrOptions, OcrResult, OcrWord } from './ocr-engine.ts';

/**
 * Finds the lines on a picture, makes each black on white in one size, and has them read: what is hard about a
 * screen (themes, boxes, tables, tiny letters) is gone before the engine sees it.
 */
export class LineOcr implements Ocr {
  readonly #reader: LineReader;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  async read(picture: Picture, { language, signal, progress }: OcrOptions): Promise<OcrResult> {
    const rows = inReadingOrder(findLines(findMarks(picture)));
    const lines = rows.flat().map((line) => linePicture(picture, line, this.#reader.lineHeight));
    const read = await this.#reader.read(
      lines.map(({ grey }) => grey),
      { language, signal, progress: (done) => progress?.(done / lines.length) },
    );
    const agreed = agreeOnLetters(
      lines.map(({ plain, factor, line }, index) => {
        const glyphs = cutGlyphs(plain);
        return {
          plain,
          factor,
          glyphs,
          words: joinWords(read[index]!, { plain, glyphs, height: line.h, factor }),
        };
      }),
    );
    const rowOf = new Map(rows.flatMap((row, index) => row.map((line) => [line, index] as const)));
    const words = lines.flatMap((line, index) =>
      agreed[index]!.map((word) => onScreen(word, line, rowOf.get(line.line)!)),
    );
    return { ...numbered(words), language, engine: this.#reader.name };
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}

/** From the pixels of the line back to those of the screen. */
function onScreen(word: ReadWord, { line, factor, margin }: LinePicture, row: number): OcrWord {
  const x = Math.max(line.x, Math.round(line.x + (word.x - margin) / factor));
  const y = Math.max(line.y, Math.round(line.y + (word.y - margin) / factor));
  const right = Math.min(line.x + line.w, Math.round(line.x + (word.x + word.w - margin) / factor));
  const bottom = Math.min(line.y + line.h, Math.round(line.y + (word.y + word.h - margin) / factor));
  const { text, confidence } = word;
  return { text, x, y, w: Math.max(1, right - x), h: Math.max(1, bottom - y), confidence, line: row };
}

/** Numbers the lines that hold something, and joins the words. */
function numbered(words: readonly OcrWord[]): { words: OcrWord[]; text: string } {
  const texts: string[] = [];
  let last = -1;
  const listed = words.map((word) => {
    if (word.line === last) texts[texts.length - 1] += ` ${word.text}`;
    else texts.push(word.text);
    last = word.line;
    return { ...word, line: texts.length - 1 };
  });
  return { words: listed, text: texts.join('\n') };
}

/**
 * Puts boxes of lines into the order in which a person reads them, row by row, and says which share a row. Columns
 * that have nothing to do with each other, such as a side bar and a talk, are read one after the other; the cells
 * of a table, whose rows are level, stay rows.
 */
export function inReadingOrder<T extends Box>(lines: readonly T[]): T[][] {
  if (lines.length === 0) return [];
  const gutter = findGutter(lines);
  if (gutter === undefined) return rowsOf(lines);
  const isLeft = (line: Box) => line.x + line.w / 2 < gutter;
  return [...inReadingOrder(lines.filter(isLeft)), ...inReadingOrder(lines.filter((line) => !isLeft(line)))];
}

/** Lines side by side at about the same height, from top to bottom; within a row from left to right. */
function rowsOf<T extends Box>(lines: readonly T[]): T[][] {
  const rows: { middle: number; half: number; lines: T[] }[] = [];
  for (const line of lines.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const isSame =
      row !== undefined &&
      Math.abs(middleOf(line) - row.middle) < Math.min(row.half, line.h / 2) &&
      row.lines.every((other) => line.x >= other.x + other.w || other.x >= line.x + line.w);
    if (isSame) row.lines.push(line);
    else rows.push({ middle: middleOf(line), half: line.h / 2, lines: [line] });
  }
  return rows.map((row) => row.lines.sort((a, b) => a.x - b.x));
}

const middleOf = (box: Box) => box.y + box.h / 2;

/** The middle of a clear strip from top to bottom with unrelated rows on its sides. */
function findGutter(lines: readonly Box[]): number | undefined {
  const heights = lines.map(({ h }) => h).sort((a, b) => a - b);
  const widest = 1.5 * heights[heights.length >> 1]!;
  const sorted = lines.toSorted((a, b) => a.x - b.x);
  let right = sorted[0]!.x + sorted[0]!.w;
  for (const [index, line] of sorted.entries()) {
    if (line.x - right >= widest && index >= 3 && lines.length - index >= 3) {
      const sides = [sorted.slice(0, index), sorted.slice(index)] as const;
      if (!areLevel(...sides)) return (right + line.x) / 2;
    }
    right = Math.max(right, line.x + line.w);
  }
  return undefined;
}

/** Most rows of the side with fewer have a partner at the same height on the other side. */
function areLevel(one: readonly Box[], other: readonly Box[]): boolean {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const level = few.filter((line) =>
    many.some((partner) => Math.abs(middleOf(line) - middleOf(partner)) < 0.3 * Math.max(line.h, partner.h)),
  );
  return level.length >= 0.7 * few.length;
}

/** A line ready to be read, and how to get back from its pixels to those of the screen. */
interface LinePicture {
  readonly line: TextLine;
  /** In the size of the screen, before scaling. */
  readonly plain: GreyPicture;
  readonly grey: GreyPicture;
  /** White around the plain picture. */
  readonly pad: number;
  readonly factor: number;
  /** White around the line, in its own pixels. */
  readonly margin: number;
}

/**
 * Cuts a line out as black on white whatever its colours were: each part is measured against its own background,
 * so that dark themes, buttons, marked words and coloured code all look alike to the reader.
 */
export function linePicture(picture: Picture, line: TextLine, height: number): LinePicture {
  const factor = Math.min(4, Math.max(0.5, height / line.h));
  const margin = 8;
  const pad = Math.ceil(margin / factor);
  const width = line.w + 2 * pad;
  const tall = line.h + 2 * pad;
  const pixels = new Uint8Array(width * tall).fill(255);
  for (const part of line.parts) drawPart(picture, part, line, { pixels, width, pad });
  const plain = { width, height: tall, pixels };
  return { line, plain, grey: scale(plain, factor), pad, factor, margin: pad * factor };
}

interface Sheet {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly pad: number;
}

function drawPart(picture: Picture, part: Box, line: TextLine, sheet: Sheet): void {
  const wide = { x: part.x - 2, y: line.y - 1, w: part.w + 4, h: line.h + 2 };
  const box = sharedBox(wide, areaOf(picture))!;
  const back = commonest(picture, box);
  let most = 1;
  const away = new Float32Array(box.w * box.h);
  for (let y = 0, at = 0; y < box.h; y++) {
    let from = ((box.y + y) * picture.width + box.x) * 4;
    for (let x = 0; x < box.w; x++, at++, from += 4) {
      const red = picture.pixels[from]! - (back >> 16);
      const green = picture.pixels[from + 1]! - ((back >> 8) & 255);
      const blue = picture.pixels[from + 2]! - (back & 255);
      const far = Math.sqrt(0.35 * red * red + 0.45 * green * green + 0.2 * blue * blue);
      away[at] = far;
      if (far > most) most = far;
    }
  }
  for (let y = 0, at = 0; y < box.h; y++) {
    const row = (box.y + y - line.y + sheet.pad) * sheet.width;
    for (let x = 0; x < box.w; x++, at++) {
      const column = box.x + x - line.x + sheet.pad;
      const shade = 255 - Math.round((255 * away[at]!) / most);
      if (shade < sheet.pixels[row + column]!) sheet.pixels[row + column] = shade;
    }
  }
}

/** The colour that fills most of a box. */
function commonest({ width, pixels }: Picture, box: Box): number {
  const counts = new Map<number, number>();
  let [best, most] = [0, 0];
  for (let y = box.y; y < box.y + box.h; y++) {
    let at = (y * width + box.x) * 4;
    for (let x = 0; x < box.w; x++, at += 4) {
      const colour = (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
      const count = (counts.get(colour) ?? 0) + 1;
      counts.set(colour, count);
      if (count > most) [best, most] = [colour, count];
    }
  }
  return best;
}
