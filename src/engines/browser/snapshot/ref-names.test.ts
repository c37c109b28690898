import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTree } from './page-node.ts';
import { RefBook } from './ref-book.ts';
import { RefNames } from './ref-names.ts';

const names = (style: 'short' | 'framed', book = new RefBook()) => new RefNames(style, book, {});
/** A ref as the page gives it: frame, document, number. */
const given = (frame: string, document: number, number: number) =>
  `${frame}e${document * 1_000_000 + number}`;

test('short names are unique over pages and the same for the same element', () => {
  const book = new RefBook();
  const [one, other] = [names('short', book), names('short', book)];
  assert.deepEqual(
    [one.nameOf(given('', 7, 1)), other.nameOf(given('', 7, 1)), one.nameOf(given('', 7, 1))],
    ['e1', 'e2', 'e1'],
  );
  assert.equal(one.playwrightRef('e1'), given('', 7, 1));
  assert.equal(one.playwrightRef('e2'), undefined, 'it is the other page’s');
});

test('playwright names are Playwright’s own numbers, and go on in the next document of a frame', () => {
  const own = names('framed');
  assert.equal(own.nameOf(given('', 3, 1)), 'e1');
  assert.equal(own.nameOf(given('f1', 9, 4)), 'f1e4');
  assert.equal(own.nameOf(given('f1', 9, 2)), 'f1e2');
  assert.equal(own.nameOf(given('f1', 10, 2)), 'f1e6', 'another document in the same frame');
  assert.equal(own.nameOf(given('f1', 9, 5)), 'f1e5');
  assert.notEqual(own.documentOf('f1e2'), own.documentOf('f1e6'));
});

test('a ref that does not carry its document is void after any navigation', () => {
  const own = names('short');
  const before = own.nameOf('f1e2');
  assert.equal(own.playwrightRef(before), 'f1e2');
  own.frameNavigated();
  assert.equal(own.playwrightRef(before), undefined);
  assert.notEqual(own.nameOf('f1e2'), before);
});

test('what a name stood for is remembered, and memory has an end', () => {
  const own = names('short');
  const button = { role: 'button', name: 'Save', ref: given('', 1, 1) };
  const tree = readTree([button], (ref) => own.nameOf(ref));
  own.remember(tree);
  assert.deepEqual(own.recall('e1'), { role: 'button', name: 'Save' });
  for (let i = 2; i < 60_000; i++) own.nameOf(given('', 1, i));
  own.remember(tree);
  assert.equal(own.playwrightRef('e1'), given('', 1, 1), 'what is still there stays');
  assert.equal(own.playwrightRef('e2'), undefined);
  assert.ok(own.playwrightRef('e59999'));
});
