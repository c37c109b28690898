import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodePicture } from '../encode-picture.ts';
import { readAnnotations } from './read-annotations.ts';
import { svgOfPicture } from './svg-picture.ts';

const paper = (seed: number) => {
  const pixels = new Uint8Array(200 * 100 * 4).fill(255);
  for (let x = 40; x < 80; x++) pixels.fill((x * seed) % 256, (50 * 200 + x) * 4, (50 * 200 + x) * 4 + 3);
  return { width: 200, height: 100, pixels };
};
const made = async (seed: number, marks: readonly Record<string, unknown>[]) =>
  new TextDecoder().decode(await svgOfPicture(paper(seed), readAnnotations(marks)));

test('marks stay shapes, and words in them stay words', async () => {
  const svg = await made(1, [
    {
      type: 'arrow',
      points: [
        { x: 10, y: 10 },
        { x: 90, y: 60 },
      ],
    },
    { type: 'ellipse', x: 10, y: 10, width: 30, height: 20, fill_color: '#00FF00' },
    { type: 'text', x: 100, y: 20, text: `<script>alert("1")</script>\nb`, fill_color: '#FFFFFF' },
    { type: 'step', x: 150, y: 50 },
    {
      type: 'freehand',
      points: [
        { x: 1, y: 1 },
        { x: 5, y: 9 },
        { x: 20, y: 4 },
      ],
    },
    { type: 'highlight', x: 5, y: 80, width: 50, height: 10 },
    { type: 'rect', x: 5, y: 5, width: 50, height: 10 },
  ]);
  assert.equal([...svg.matchAll(/<ellipse /g)].length, 2);
  assert.equal([...svg.matchAll(/<path /g)].length, 3);
  assert.ok(svg.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'));
  assert.ok(!svg.includes('<script'));
});

test('what is hidden or cut away is neither in its pixels nor in its shapes', async () => {
  const marks = [
    { type: 'text', x: 42, y: 45, text: 'secret words' },
    { type: 'redact', x: 39.5, y: 44, width: 60, height: 30 },
    { type: 'crop', x: 30, y: 30, width: 100, height: 60 },
    {
      type: 'arrow',
      points: [
        { x: 120, y: 40 },
        { x: 100, y: 50 },
      ],
    },
  ];
  const [one, other] = [await made(3, marks), await made(77, marks)];
  assert.equal(one, other);
  assert.ok(!one.includes('secret words'));
  assert.match(one, /viewBox="0 0 100 60".*<g transform="translate\(-30 -30\)"><path/);
  const [, inside = ''] = /base64,([\w+/=]+)/.exec(one) ?? [];
  const { width, height, pixels } = await decodePicture(Buffer.from(inside, 'base64'));
  assert.deepEqual([width, height], [100, 60]);
  assert.deepEqual([...pixels.subarray((20 * 100 + 15) * 4, (20 * 100 + 15) * 4 + 3)], [0, 0, 0]);
});
