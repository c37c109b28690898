import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Picture } from '../picture.ts';
import { drawPicture } from './draw-picture.ts';
import { readAnnotations } from './read-annotations.ts';
import { touchedBox } from './touched-box.ts';

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
    // A second mark in the corners makes the whole picture come back from the canvas.
    const corners = [
      { type: 'highlight', x: 0, y: 0, width: 1, height: 1, color: '#FFFFFF' },
      { type: 'highlight', x: 399, y: 299, width: 1, height: 1, color: '#FFFFFF' },
    ];
    const places = changed(paper, await drawPicture(paper, readAnnotations([mark, ...corners])));
    const { x, y, w, h } = touchedBox(readAnnotations([mark]), size);
    assert.ok(places.length > 20, `${places.length} places changed`);
    for (const place of places) {
      assert.ok(place.x >= x && place.x < x + w && place.y >= y && place.y < y + h, JSON.stringify(place));
    }
  });
}

test('nothing is touched without marks, and nothing outside of the picture', () => {
  assert.deepEqual(touchedBox([], size), { x: 0, y: 0, w: 0, h: 0 });
  const far = readAnnotations([{ type: 'rect', x: -500, y: -500, width: 2000, height: 2000 }]);
  assert.deepEqual(touchedBox(far, size), { x: 0, y: 0, w: 400, h: 300 });
});
