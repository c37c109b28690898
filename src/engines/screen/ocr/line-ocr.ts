import type { Picture } from '../picture.ts';
import { agreeOnLetters } from './agree-letters.ts';
import { cutGlyphs } from './cut-glyphs.ts';
import { findLines } from './find-lines.ts';
import { findMarks } from './find-marks.ts';
import { joinWords } from './join-words.ts';
import { type LinePicture, linePicture } from './line-picture.ts';
import type { LineReader, ReadWord } from './line-reader.ts';
import type { Ocr, OcrOptions, OcrResult, OcrWord } from './ocr-engine.ts';
import { inReadingOrder } from './reading-order.ts';

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
