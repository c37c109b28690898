import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearElements } from './near-elements.ts';
import { readTree } from './page-node.ts';

const tree = readTree(
  [
    { role: 'button', name: 'Cancel order', ref: 'e1' },
    { role: 'button', name: 'Save order', ref: 'e2', disabled: true },
    { role: 'link', name: 'Save', ref: 'e3' },
    { role: 'button', name: 'Save', ref: 'e4' },
    { role: 'paragraph', name: '', ref: 'e5', text: 'Save' },
    { role: 'button', name: 'Save' },
  ],
  (ref) => ref,
);

test('same role and name first, then like ones; what has no ref is no help', () => {
  assert.deepEqual(nearElements(tree, { role: 'button', name: 'Save' }, 'uk:'), [
    'button "Save" [uk:e4]',
    'button "Save order" [uk:e2]',
    'link "Save" [uk:e3]',
  ]);
});

test('nothing alike gives nothing', () => {
  assert.deepEqual(nearElements(tree, { role: 'slider', name: 'Volume' }, ''), []);
  assert.deepEqual(nearElements(tree, { role: 'paragraph', name: '' }, ''), []);
});
