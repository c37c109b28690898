import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTree } from './page-node.ts';
import { parseName, refsCalled } from './written-name.ts';

const tree = readTree(
  [
    { role: 'button', name: 'Save', ref: 'e1' },
    { role: 'button', name: 'Save', ref: 'e2' },
    { role: 'link', name: 'A very long name that an outline cuts somewhere', ref: 'e3' },
    { role: 'heading', level: 2, name: 'Save', ref: 'e4' },
    { role: 'generic', name: 'May 1', ref: 'e5', cursor: 'pointer' },
    { role: 'listitem', ref: 'e6', children: [{ role: 'generic', ref: 'e7', text: 'Milk' }] },
  ],
  (ref) => ref,
);
const found = (written: string) => refsCalled(tree, parseName(written)!);

test('role and name as an outline writes them', () => {
  assert.deepEqual(found('button "Save"'), ['e1', 'e2']);
  assert.deepEqual(found('h2 "Save"'), ['e4']);
  assert.deepEqual(found('heading "Save"'), ['e4']);
  assert.deepEqual(found('link "A very long name…+31"'), ['e3']);
  assert.deepEqual(found('clickable "May 1"'), ['e5']);
  assert.deepEqual(found('button "Savings"'), []);
});

test('words of what has no name: the innermost element that says just that', () => {
  assert.deepEqual(found('text "Milk"'), ['e7']);
  assert.deepEqual(found('text "Mil"'), []);
});

test('selectors and locators are no such names', () => {
  for (const written of [
    '#save',
    'text=Save',
    'button >> "Save"',
    "getByText('Save')",
    'e12',
    'button',
    '"Save"',
  ])
    assert.equal(parseName(written), undefined, written);
});
