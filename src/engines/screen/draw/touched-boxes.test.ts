import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Picture } from '../picture.ts';
import { drawPicture, touchedBoxes } from './draw-picture.ts';
import { readAnnotations } from './read-annotations.ts';

const size = { width: 400, height: 300 };
const points = [
  { x: 100, y: 80 },
  { x: 300, y: 200 },
];

const MARKS = [
  { type: 'rect', x: 50, y: 60, width: 90, height: 70, stroke_width: 20 },
  { type: 'ellipse', x: 150, y: 60, width: 90, height: 70, stroke_width: 11 },
  { type: 'arrow', points, stroke_width: 15 },
  { type: 'arrow', points: [points[0], { x: 102, y: 80 }] },
  { type: 'freehand', points: [...points, { x: 120, y: 250 }], stroke_width: 30 },
  { type: 'text', x: 120, y: 100, text: 'WWWWÅÄ\nqjgy', font_size: 40, fill_color: '#FFFF00' },
  { type: 'step', x: 200, y: 150, width: 60, text: 'long label' },
  { type: 'highlight', x: 30.5, y: 40.5, width: 70.3, height: 20.7 },
  { type: 'blur', x: 30.5, y: 40.5, width: 70.3, height: 20.7 },
];

function changed(one: Picture, other: Picture): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  for (let i = 0; i < one.pixels.length; i++) {
    if (one.pixels[i] === other.pixels[i]) continue;
    places.push({ x: Math.floor(i / 4) % size.width, y: Math.floor(i / 4 / size.width) });
  }
  return places;
}

for (const mark of MARKS) {
  test(`what ${mark.type} changes lies inside of it`, async () => {
    const paper = { ...size, pixels: new Uint8Array(size.width * size.height * 4).fill(255) };
    // A second mark over all of it makes the whole picture come back from the canvas, and white stays white.
    const all = { type: 'highlight', x: 0, y: 0, width: 400, height: 300, color: '#FFFFFF' };
    const places = changed(paper, await drawPicture(paper, readAnnotations([all, mark])));
    const [box, ...more] = touchedBoxes(readAnnotations([mark]), size);
    assert.deepEqual(more, []);
    const { x, y, w, h } = box!;
    assert.ok(places.length > 20, `${places.length} places changed`);
    for (const place of places) {
      assert.ok(place.x >= x && place.x < x + w && place.y >= y && place.y < y + h, JSON.stringify(place));
    }
  });
}

test('nothing is touched without marks, and nothing outside of the picture', () => {
  assert.deepEqual(touchedBoxes([], size), []);
  const far = readAnnotations([{ type: 'rect', x: -500, y: -500, width: 2000, height: 2000 }]);
  assert.deepEqual(touchedBoxes(far, size), [{ x: 0, y: 0, w: 400, h: 300 }]);
  const outside = readAnnotations([{ type: 'rect', x: 500, y: 10, width: 20, height: 20 }]);
  assert.deepEqual(touchedBoxes(outside, size), []);
});

test('boxes that meet become one, also when a third one joins them; others stay apart', () => {
  const highlight = (x: number, width: number) => ({ type: 'highlight', x, y: 50, width, height: 20 });
  const apart = readAnnotations([highlight(10, 30), highlight(100, 30), highlight(300, 30)]);
  assert.equal(touchedBoxes(apart, size).length, 3);
  const joined = readAnnotations([
    highlight(10, 30),
    highlight(100, 30),
    highlight(300, 30),
    highlight(30, 80),
  ]);
  assert.deepEqual(
    touchedBoxes(joined, size).map(({ x, w }) => [x, w]),
    [
      [298, 34],
      [8, 124],
    ],
  );
});

test('marks drawn part by part give the same picture as drawn on all of it', async () => {
  const paper = { ...size, pixels: new Uint8Array(size.width * size.height * 4) };
  for (let i = 0; i < paper.pixels.length; i++) paper.pixels[i] = i % 4 === 3 ? 255 : (i * 7919) % 251;
  const marks = [
    { type: 'rect', x: 20, y: 20, width: 60, height: 40 },
    { type: 'blur', x: 200, y: 30, width: 90, height: 70 },
    { type: 'step', x: 60, y: 200 },
    { type: 'highlight', x: 180, y: 180, width: 120, height: 50 },
  ];
  const parts = await drawPicture(paper, readAnnotations(marks));
  // Nothing to be seen, but it touches everything.
  const all = { type: 'rect', x: 0, y: 0, width: 400, height: 300, opacity: 0 };
  const whole = await drawPicture(paper, readAnnotations([...marks, all]));
  assert.equal(touchedBoxes(readAnnotations(marks), size).length, 4);
  assert.equal(changed(parts, whole).length, 0);
});
