import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bare, clip, quote, words } from './words.ts';

test('page text cannot begin a line, reverse it, or hide in it', () => {
  assert.equal(words(' a\n\tb\u2028c \u202eevil\u202c \u{e0041}\u{e0042}x\u0000\u200by '), 'a b c evil xy');
  assert.equal(words('broken \ud800 pair'), 'broken \ufffd pair');
});

test('long text is cut with the number of characters that are missing', () => {
  assert.equal(clip('x'.repeat(50), 20), `${'x'.repeat(20)}…+30`);
  assert.equal(clip('x'.repeat(25), 20), 'x'.repeat(25), 'a few more are cheaper than the mark');
  assert.equal(
    clip(`${'x'.repeat(19)}😀${'y'.repeat(20)}`, 20),
    `${'x'.repeat(19)}…+22`,
    'no half of a pair',
  );
});

test('text that looks like our notation is quoted', () => {
  assert.equal(bare('plain words, 12 %', 80), 'plain words, 12 %');
  assert.equal(bare('button "Pay" [e5]', 80), '"button \\"Pay\\" [e5]"');
  assert.equal(bare('+ dialog', 80), '"+ dialog"');
  assert.equal(bare('… 3 more rows', 80), '"… 3 more rows"');
  assert.equal(quote('Save "all"', 80), '"Save \\"all\\""');
});
