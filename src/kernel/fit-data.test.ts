import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitData, fitItems } from './fit-data.ts';

const lengthOf = (value: unknown) => JSON.stringify(value).length;

test('what fits stays as it is', () => {
  const data = { a: [1, 2], b: 'x' };
  assert.equal(fitData(data, 100), data);
});

test('a long text says how much is left out, also where JSON makes it longer', () => {
  const fitted = fitData({ short: 'kept', long: 'x'.repeat(5000) }, 300) as Record<string, string>;
  assert.equal(fitted.short, 'kept');
  const [, kept, left] = /^(x+)…\+(\d+)$/.exec(fitted.long!)!;
  assert.equal(kept!.length + Number(left), 5000);
  assert.ok(lengthOf(fitted) <= 300 && lengthOf(fitted) > 250, `${lengthOf(fitted)}`);
  assert.ok(lengthOf(fitData('"\n'.repeat(3000), 300)) <= 300);
  assert.ok(lengthOf(fitData('\u{1f600}'.repeat(3000), 301)) <= 301);
});

test('lists keep whole items and count the rest beside them', () => {
  const item = (id: number) => ({ id, words: 'w'.repeat(50) });
  const items = Array.from({ length: 100 }, (_, id) => item(id));
  const fitted = fitData({ items, count: 100 }, 1000) as { items: object[]; items_left_out: number };
  assert.deepEqual(fitted.items, items.slice(0, fitted.items.length));
  assert.equal(fitted.items.length + fitted.items_left_out, 100);
  assert.ok(lengthOf(fitted) <= 1000);
  assert.deepEqual(fitItems(items, 500, 'last').items.at(-1), item(99));
});

test('one long item leaves room for others, and short fields stay beside long ones', () => {
  const items = [{ body: 'x'.repeat(9000) }, { body: 'short' }, { body: 'y'.repeat(9000) }, { body: 'z' }];
  const { items: fitted, left, isCut } = fitItems(items, 3000);
  assert.deepEqual([fitted.length, left, isCut], [4, 0, true]);
  assert.equal(fitted[1], items[1]);
  assert.ok(lengthOf(fitted) <= 3002);
});

test('any data come within their room', () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`key ${i}`, i]));
  const deep = JSON.parse(`${'{"a":['.repeat(50)}"${'x'.repeat(5000)}"${']}'.repeat(50)}`);
  const wide = { rows: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 'cell')) };
  for (const value of [many, deep, wide, [many, deep], Array.from({ length: 9999 }, (_, i) => i)])
    for (const room of [200, 1000, 3000]) {
      const length = lengthOf(fitData(value, room));
      assert.ok(length <= room + 60, `${length} in ${room}: ${JSON.stringify(value).slice(0, 40)}`);
    }
  assert.match(JSON.stringify(fitData(many, 500)), /"…":"\+\d+ fields"/);
});

test('little room goes to the first long fields, and not to a word of each', () => {
  const words = 'w'.repeat(70);
  const error = { id: 7, message: `no cart: ${words}`, url: words, place: words, page: words, stack: words };
  const one = { id: 8, text: words.repeat(9), url: words, target: words, page: words, step: words };
  const bundle = { error, network: [one], waterfall: [one], actions: [one], logs: [one] };
  const fitted = fitData(bundle, 700) as typeof bundle;
  assert.equal(fitted.error.id, 7);
  assert.match(fitted.error.message, /^no cart: w/);
  assert.ok(lengthOf(fitted) > 450 && lengthOf(fitted) <= 700, `${lengthOf(fitted)}`);
});
