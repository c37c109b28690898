/** What moved told apart from what changed. */
import { type Comparison, comparePictures } from '../../../../engines/screen/compare/compare-pictures.ts';
import type { Box, Picture } from '../../../../engines/screen/picture.ts';
import { sharedBox } from '../../../../engines/screen/picture.ts';
import { breather } from '../../../../kernel/breathe.ts';
import type { LaidElement } from './layout.page.ts';

export interface Moved {
  readonly element: string;
  readonly from: Box;
  readonly to: Box;
}

export interface Difference {
  /** Part of the pixels that differ, moved or changed. */
  readonly ratio: number;
  /** Part that differs otherwise than by having moved. */
  readonly changedRatio: number;
  readonly changed: readonly Box[];
  readonly moved: readonly Moved[];
}

/** Of what moved so much may look different: edges are drawn anew. */
const SAME = 0.01;

/** A pass over both pictures at a time: others get their turn between. */
export async function tellMoved(
  before: Picture,
  after: Picture,
  old: readonly LaidElement[],
  now: readonly LaidElement[],
  tolerance?: number,
): Promise<Difference> {
  const breathe = breather();
  const whole = comparePictures(before, after, tolerance);
  if (whole.ratio === 0) return { ratio: 0, changedRatio: 0, changed: [], moved: [] };
  const byKey = new Map(old.map((one) => [one.key, one]));
  const pairs: Pair[] = [];
  for (const [index, one] of now.entries()) {
    const was = byKey.get(one.key);
    if (!was || was.w !== one.w || was.h !== one.h || (was.x === one.x && was.y === one.y)) continue;
    await breathe();
    if (looksSame(before, after, was, one, tolerance)) pairs.push({ index, was, one });
  }
  await breathe();
  const likely = pairs.length === 0 ? before : expected(before, after, pairs);
  await breathe();
  const left = pairs.length === 0 ? whole : comparePictures(likely, after, tolerance);
  return {
    ratio: whole.ratio,
    changedRatio: left.ratio,
    changed: left.boxes,
    moved: outermost(pairs, now),
  };
}

interface Pair {
  readonly index: number;
  readonly was: LaidElement;
  readonly one: LaidElement;
}

/** One that moved along with what is around it says nothing more. */
const outermost = (pairs: readonly Pair[], now: readonly LaidElement[]): readonly Moved[] => {
  const byIndex = new Map(pairs.map((pair) => [pair.index, pair]));
  const isAlong = ({ one, was }: Pair) => {
    for (let parent = one.parent; parent >= 0; parent = now[parent]!.parent) {
      const around = byIndex.get(parent);
      if (
        around &&
        around.one.x - around.was.x === one.x - was.x &&
        around.one.y - around.was.y === one.y - was.y
      )
        return true;
    }
    return false;
  };
  return pairs
    .filter((pair) => !isAlong(pair))
    .map(({ was, one }) => ({ element: one.name, from: boxOf(was), to: boxOf(one) }));
};

const boxOf = ({ x, y, w, h }: Box): Box => ({ x, y, w, h });

function looksSame(before: Picture, after: Picture, was: Box, one: Box, tolerance?: number): boolean {
  const [old, now] = [cropped(before, was), cropped(after, one)];
  if (!old || !now || old.width !== now.width || old.height !== now.height) return false;
  const { ratio }: Comparison = comparePictures(old, now, tolerance);
  return ratio <= SAME;
}

function cropped(picture: Picture, box: Box): Picture | undefined {
  const part = sharedBox(box, { x: 0, y: 0, w: picture.width, h: picture.height });
  if (!part) return undefined;
  const pixels = new Uint8Array(part.w * part.h * 4);
  for (let row = 0; row < part.h; row++) {
    const from = ((part.y + row) * picture.width + part.x) * 4;
    pixels.set(picture.pixels.subarray(from, from + part.w * 4), row * part.w * 4);
  }
  return { width: part.w, height: part.h, pixels };
}

/** The older picture as it would look if only things had moved: they stand where they went, and left their ground behind. */
function expected(before: Picture, after: Picture, pairs: readonly Pair[]): Picture {
  const { width, height } = after;
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0; row < Math.min(height, before.height); row++) {
    const line = before.pixels.subarray(
      row * before.width * 4,
      (row * before.width + Math.min(width, before.width)) * 4,
    );
    pixels.set(line, row * width * 4);
  }
  const ground = commonColours(after)[0] ?? 0;
  const now = wordsOf(after.pixels);
  const made = wordsOf(pixels);
  for (const { was } of pairs)
    eachPixel(was, width, height, (at) => {
      if (now[at] === ground) made[at] = ground;
    });
  for (const { was, one } of pairs) {
    const part = cropped(before, was);
    if (!part) continue;
    const words = wordsOf(part.pixels);
    let next = 0;
    for (let y = one.y; y < one.y + part.height; y++)
      for (let x = one.x; x < one.x + part.width; x++, next++)
        if (x >= 0 && y >= 0 && x < width && y < height) made[y * width + x] = words[next]!;
  }
  return { width, height, pixels };
}

const wordsOf = (pixels: Uint8Array) =>
  new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength >> 2);

function eachPixel(box: Box, width: number, height: number, work: (at: number) => void): void {
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.h); y++)
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.w); x++) work(y * width + x);
}

/** Colours by how much of a picture has them, the most common first; a sample of it will do. */
function commonColours({ pixels }: Picture): readonly number[] {
  const words = wordsOf(pixels);
  const step = Math.max(1, Math.floor(words.length / 20_000));
  const counts = new Map<number, number>();
  for (let at = 0; at < words.length; at += step) counts.set(words[at]!, (counts.get(words[at]!) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour);
}

/** The same colour over all that is not to be compared, in a picture of its own. */
export function masked(picture: Picture, boxes: readonly Box[]): Picture {
  if (boxes.length === 0) return picture;
  const pixels = picture.pixels.slice();
  const words = wordsOf(pixels);
  for (const box of boxes)
    eachPixel(box, picture.width, picture.height, (at) => {
      words[at] = 0xff808080;
    });
  return { ...picture, pixels };
}
