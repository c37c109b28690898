import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldToFit, plural } from './fold.ts';
import { outline } from './outline.ts';
import { readTree } from './page-node.ts';
import type { Outline } from './piece.ts';

const style = { prefix: '', clip: 80, allRefs: false, depth: undefined, budget: 4000 };
const pieces = (raw: object[]) =>
  outline(
    readTree(raw, (ref) => ref),
    style,
  );
const row = (i: number) => ({
  role: 'row',
  ref: `e${i}`,
  children: [
    { role: 'cell', name: `cell of row number ${i}, long enough` },
    ...(i % 2 ? [{ role: 'cell', children: [{ role: 'button', name: 'x' }] }] : []),
  ],
});

test('alike rows are folded, whatever is in their cells; the header row and what follows stay', () => {
  const raw = [
    { role: 'row', children: [{ role: 'columnheader', name: 'Head' }] },
    ...Array.from({ length: 500 }, (_, i) => row(i + 40)),
    { role: 'caption', text: 'end' },
  ];
  const folded = foldToFit(pieces(raw), 4000, 'uk:');
  const lines = folded.map((piece) => piece.line);
  assert.equal(lines[0], 'header: Head');
  assert.equal(lines.at(-1), 'caption: end');
  const kept = lines.length - 3;
  assert.ok(kept >= 3 && kept <= 10, String(kept));
  assert.equal(lines.at(-2), `… ${500 - kept} more rows like this, uk:e${40 + kept}–uk:e539`);
  const count = (list: readonly Outline[]) => list.reduce((sum, piece) => sum + piece.elements, 0);
  assert.equal(count(folded), count(pieces(raw)), 'no element is lost from the count');
  assert.equal(foldToFit(pieces(raw), 100_000, '').length, 502, 'what fits is not folded');
});

test('a short menu, unlike siblings and headings are not folded', () => {
  const menu = Array.from({ length: 12 }, (_, i) => ({ role: 'link', name: `Link ${i}`, ref: `e${i}` }));
  assert.equal(foldToFit(pieces(menu), 150, '').length, 12);
  const mixed = Array.from({ length: 60 }, (_, i) => ({
    role: i % 2 ? 'term' : 'definition',
    text: 'long text '.repeat(5),
  }));
  assert.equal(foldToFit(pieces(mixed), 1000, '').length, 60);
  const headings = Array.from({ length: 60 }, (_, i) => ({
    role: 'heading',
    level: 2,
    name: `A heading of some length ${i}`,
  }));
  assert.equal(foldToFit(pieces(headings), 1000, '').length, 60);
});

test('words for many', () => {
  assert.deepEqual(['row', 'listitem', 'checkbox'].map(plural), ['rows', 'list items', 'checkboxes']);
});
