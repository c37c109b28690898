import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findElements } from './find.ts';
import { readTree } from './page-node.ts';

const style = { prefix: '', clip: 80, allRefs: true };
const tree = readTree(
  [
    { role: 'heading', level: 1, name: 'People', ref: 'e1' },
    {
      role: 'table',
      ref: 'e2',
      children: ['Anna', 'Bert'].map((name, i) => ({
        role: 'row',
        ref: `e1${i}`,
        children: [
          { role: 'cell', name, ref: `e2${i}` },
          { role: 'cell', ref: `e3${i}`, children: [{ role: 'button', name: 'Edit', ref: `e4${i}` }] },
        ],
      })),
    },
    { role: 'status', ref: 'e5', children: [{ role: 'strong', text: 'All 2 saved' }] },
    { role: 'textbox', name: 'Mail', placeholder: 'you@example.org', ref: 'e6' },
  ],
  (ref) => ref,
);
const refs = (query: Parameters<typeof findElements>[1]) =>
  findElements(tree, query, style).found.map((one) => one.ref);

test('by role and name, with the way there', () => {
  const { total, found } = findElements(tree, { role: 'button', name: 'edit' }, style);
  assert.equal(total, 2);
  assert.deepEqual(found[1], {
    ref: 'e41',
    role: 'button',
    name: 'Edit',
    line: 'button "Edit" [e41]',
    path: ['h1 "People"', 'table [e2]', 'row "Bert"'],
  });
});

test('by text: the innermost element, or the one around it that has a ref', () => {
  assert.deepEqual(refs({ text: 'anna' }), ['e20']);
  assert.deepEqual(refs({ text: 'saved' }), ['e5']);
  assert.deepEqual(refs({ text: 'you@example' }), ['e6']);
  assert.deepEqual(refs({ role: 'row', text: 'bert' }), ['e11']);
  assert.deepEqual(refs({ regex: /all \d/i }), ['e5']);
});

test('exact, limit, and nothing', () => {
  assert.deepEqual(refs({ text: 'Ann', exact: true }), []);
  assert.deepEqual(refs({ name: 'Anna', exact: true }), ['e20']);
  const { total, found } = findElements(tree, { role: 'cell', limit: 1 }, style);
  assert.deepEqual([total, found.length], [4, 1]);
  assert.deepEqual(findElements(tree, { name: 'nobody' }, style), { total: 0, found: [] });
});

test('of long text only what stands around the find', () => {
  const [long] = readTree(
    [{ role: 'paragraph', ref: 'e1', text: `${'a '.repeat(200)}NEEDLE${' b'.repeat(200)}` }],
    (ref) => ref,
  );
  for (const query of [{ text: 'needle' }, { regex: /NEE/ }]) {
    const line = findElements([long!], query, style).found[0]!.line;
    assert.match(line, /^paragraph \[e1\]: "…[a ]+NEEDLE[b ]+…"$/);
    assert.ok(line.length < 180, line);
  }
});
