import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlPicture, type StoryPicture, svgPicture } from './story-picture.ts';

const bar = {
  lane: 'page',
  words: 'click',
  from: 0,
  ms: 5,
  isWrong: false,
  isCause: false,
  confidence: 'certain',
} as const;
const picture: StoryPicture = {
  title: 'POST /orders answered 500 because of </title><script>alert(1)</script>',
  left: 3,
  bars: [
    bar,
    {
      ...bar,
      lane: 'network',
      words: 'POST /orders',
      from: 3,
      ms: 80,
      isWrong: true,
      parent: 0,
      confidence: 'likely',
    },
    {
      ...bar,
      lane: 'postgres :5433',
      words: 'insert "x" \u0000',
      from: 20,
      ms: 10,
      isCause: true,
      parent: 1,
    },
  ],
};

test('every bar has a row, its words and an arrow from its cause; nothing of it can be a tag', () => {
  const svg = svgPicture(picture);
  assert.equal(svg.match(/<rect class="(bar|wrong|cause)"/g)?.length, 3);
  assert.equal(svg.match(/marker-end/g)?.length, 2);
  assert.match(svg, /class="arrow likely"/);
  assert.match(svg, /3 lesser things not drawn/);
  assert.ok(!svg.includes('<script') && !svg.includes('\u0000'));
  assert.match(svg, /postgres :5433/);
});

test('a bar that takes all the room has its words in itself', () => {
  const [first] = picture.bars;
  const svg = svgPicture({ ...picture, bars: [{ ...first!, from: 0, ms: 1000, words: 'the whole call' }] });
  assert.match(svg, /<text class="inside in-[a-z]+"[^>]*>the whole call 1,000 ms</);
});

test('as a page it allows nothing from outside and knows dark and light', () => {
  const html = htmlPicture(picture);
  assert.match(html, /^<!doctype html>/);
  assert.match(html, /default-src 'none'/);
  assert.match(html, /prefers-color-scheme: dark/);
  assert.equal(svgPicture({ title: '', left: 0, bars: [] }).includes('NaN'), false);
});
