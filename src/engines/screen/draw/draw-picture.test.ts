import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { decodePicture, encodePicture } from '../encode-picture.ts';
import type { Picture } from '../picture.ts';
import { drawPicture, fontFiles } from './draw-picture.ts';
import { readAnnotations } from './read-annotations.ts';

/** Stripes of grey with a darker half, so that alpha and order can be seen. */
function paper(width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const isDark = i % width > width / 2;
    const shade = (Math.floor(i / width) % 16 < 8 ? 235 : 220) - (isDark ? 170 : 0);
    pixels.set([shade, shade, shade + 10, 255], i * 4);
  }
  return { width, height, pixels };
}

/** How many pixels are clearly different. */
function differing(one: Picture, other: Picture): number {
  assert.deepEqual([one.width, one.height], [other.width, other.height]);
  let count = 0;
  for (let i = 0; i < one.pixels.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((c) => Math.abs(one.pixels[i + c]! - other.pixels[i + c]!)));
    if (most > 24) count++;
  }
  return count;
}

const GOLDEN: Readonly<Record<string, Record<string, unknown>[]>> = {
  arrows: [
    {
      type: 'arrow',
      points: [
        { x: 20, y: 20 },
        { x: 90, y: 60 },
      ],
    },
    { type: 'arrow', x: 140, y: 110, width: -100, height: -20, color: '#0060FF', stroke_width: 6 },
    {
      type: 'arrow',
      points: [
        { x: 100, y: 20 },
        { x: 104, y: 20 },
      ],
      color: '#00AA00',
    },
  ],
  shapes: [
    { type: 'rect', x: 10, y: 10, width: 60, height: 40 },
    { type: 'rect', x: 40, y: 30, width: 60, height: 40, color: '#000000', fill_color: '#FFCC00AA' },
    { type: 'ellipse', x: 80, y: 60, width: 70, height: 50, stroke_width: 4, color: '#0060FF' },
    { type: 'ellipse', x: 20, y: 80, width: 40, height: 30, fill_color: '#00AA00', opacity: 0.5 },
    { type: 'highlight', x: 60, y: 15, width: 90, height: 20 },
  ],
  words: [
    { type: 'text', x: 10, y: 10, text: 'Plain text' },
    { type: 'text', x: 10, y: 40, text: 'Zwei Zeilen\nüber Öl & €', color: '#0000AA', font_size: 12 },
    { type: 'text', x: 90, y: 90, text: 'Label', color: '#FFFFFF', fill_color: '#AA0000', font_size: 14 },
    { type: 'step', x: 130, y: 20 },
    { type: 'step', x: 130, y: 60, color: '#0060FF', width: 32 },
    { type: 'step', x: 30, y: 95, step_number: 12 },
  ],
  freehand: [
    {
      type: 'freehand',
      points: [10, 40, 70, 100, 130].map((x, i) => ({ x, y: i % 2 ? 30 : 90 })),
      stroke_width: 5,
    },
    { type: 'blur', x: 60, y: 10, width: 90, height: 70 },
    { type: 'rect', x: 60, y: 10, width: 90, height: 70, color: '#000000' },
  ],
  crop: [
    { type: 'rect', x: 30, y: 30, width: 60, height: 40 },
    { type: 'crop', x: 20, y: 20, width: 90, height: 60 },
    { type: 'step', x: 100, y: 70 },
  ],
};

for (const [name, given] of Object.entries(GOLDEN)) {
  test(`looks as the picture ${name}.png, which was looked at`, async () => {
    const drawn = await drawPicture(paper(160, 120), readAnnotations(given));
    const file = new URL(`./fixtures/${name}.png`, import.meta.url);
    // To accept a new look: run with ACCEPT_PICTURES=1, then look at the files.
    if (process.env.ACCEPT_PICTURES) await writeFile(file, (await encodePicture(drawn)).bytes);
    const golden = await decodePicture(await readFile(file));
    // Another processor may round the edges of letters differently.
    assert.ok(differing(drawn, golden) <= 40, `${differing(drawn, golden)} pixels differ`);
  });
}

test('marks lie on each other in their order', async () => {
  const box = { x: 10, y: 10, width: 20, height: 20 };
  const red = { type: 'rect', ...box, fill_color: '#FF0000', color: '#FF0000' };
  const blue = { ...red, fill_color: '#0000FF', color: '#0000FF' };
  const at = (20 * 160 + 20) * 4;
  const top = async (...marks: Record<string, unknown>[]) => {
    const { pixels } = await drawPicture(paper(160, 120), readAnnotations(marks));
    return [...pixels.subarray(at, at + 3)];
  };
  assert.deepEqual(await top(red, blue), [0, 0, 255]);
  assert.deepEqual(await top(blue, red), [255, 0, 0]);
});

test('the picture that was given stays as it is, and without marks nothing changes', async () => {
  const before = paper(50, 40);
  const drawn = await drawPicture(
    before,
    readAnnotations([{ type: 'rect', x: 1, y: 1, width: 9, height: 9 }]),
  );
  assert.deepEqual(before, paper(50, 40));
  assert.ok(differing(before, drawn) > 10);
  assert.equal(differing(await drawPicture(before, []), before), 0);
});

test('a picture that came from a file stays as it is, too', async () => {
  const picture = await decodePicture((await encodePicture(paper(80, 60))).bytes);
  const before = Uint8Array.from(picture.pixels);
  const marks = readAnnotations([{ type: 'rect', x: 10, y: 10, width: 40, height: 30 }]);
  assert.ok(differing(await drawPicture(picture, marks), picture) > 50);
  assert.deepEqual(Uint8Array.from(picture.pixels), before);
});

test('what a blur covers is not told by it', async () => {
  const box = { x: 8, y: 8, width: 100, height: 20 };
  const hidden = async (digits: string) => {
    const text = { type: 'text', x: 10, y: 10, text: digits, color: '#000000', font_size: 16 };
    return drawPicture(paper(240, 40), readAnnotations([text, { type: 'blur', ...box, blur_radius: 10 }]));
  };
  // Twelve numbers, hardly more than one look: only the rounded amount of ink may tell two apart.
  const numbers = Array.from({ length: 12 }, (_, i) => String((i + 1) * 82_345_679).slice(0, 8));
  const looks = new Set<string>();
  for (const number of numbers) looks.add(Buffer.from((await hidden(number)).pixels).toString('base64'));
  assert.ok(looks.size <= 2, `${looks.size} looks`);
});

test('marks outside and huge ones do no harm', async () => {
  const given = [
    { type: 'blur', x: -50, y: -50, width: 400, height: 400 },
    { type: 'text', x: -500, y: 900, text: 'far away' },
    {
      type: 'arrow',
      points: [
        { x: -1000, y: -1000 },
        { x: 9999, y: 9999 },
      ],
    },
  ];
  const drawn = await drawPicture(paper(60, 50), readAnnotations(given));
  assert.deepEqual([drawn.width, drawn.height], [60, 50]);
});

test('a crop that leaves nothing is refused', async () => {
  const crop = readAnnotations([{ type: 'crop', x: 500, y: 0, width: 10, height: 10 }]);
  await assert.rejects(drawPicture(paper(60, 50), crop), { code: 'INVALID_ANNOTATION' });
});

test('the fonts are found', async () => {
  const files = fontFiles();
  assert.equal(files.length, 2);
  for (const file of files) assert.ok((await readFile(file)).length > 100_000);
});

test('what is redacted has no say in any pixel, also not through a blur or a mark around it', async () => {
  const paper = (seed: number) => {
    const pixels = new Uint8Array(120 * 80 * 4).fill(255);
    for (let x = 30; x < 60; x++) pixels.fill((x * seed) % 256, (40 * 120 + x) * 4, (40 * 120 + x) * 4 + 3);
    return { width: 120, height: 80, pixels };
  };
  const marks = readAnnotations([
    { type: 'blur', x: 10, y: 20, width: 100, height: 50 },
    { type: 'highlight', x: 20, y: 30, width: 60, height: 20 },
    { type: 'redact', x: 29.6, y: 39.2, width: 31, height: 1.5 },
  ]);
  const [one, other] = await Promise.all([3, 99].map((seed) => drawPicture(paper(seed), marks)));
  assert.deepEqual(one!.pixels, other!.pixels);
  assert.deepEqual([...one!.pixels.subarray((40 * 120 + 29) * 4, (40 * 120 + 29) * 4 + 4)], [0, 0, 0, 255]);
  for (const color of ['transparent', '#00000080', 'Transparent'])
    assert.throws(
      () => readAnnotations([{ type: 'redact', x: 0, y: 0, width: 9, height: 9, color }]),
      /can be seen through/,
    );
});
