import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countElements, findByRef, readTree, textOf, walk } from './page-node.ts';

const raw = [
  {
    role: 'generic',
    ref: 'e1',
    children: [
      'Hello ',
      { role: 'checkbox', name: 'Agree', ref: 'e2', checked: 'mixed', disabled: true, active: true },
      {
        role: 'link',
        name: 'Docs',
        ref: 'e3',
        cursor: 'pointer',
        url: '/docs',
        text: 'Docs',
        ariaHidden: true,
      },
      { role: 'heading', name: 'Top', level: 2, box: { x: 1, y: 2, width: 3, height: 4 }, unheardOf: {} },
    ],
  },
];

test('what Playwright tells of an element is read, and its refs are renamed parents first', () => {
  let count = 0;
  const tree = readTree(raw, () => `n${++count}`);
  assert.deepEqual(
    [...walk(tree)].map(({ node, parent }) => [node.role, node.ref, parent?.ref]),
    [
      ['generic', 'n1', undefined],
      ['checkbox', 'n2', 'n1'],
      ['link', 'n3', 'n1'],
      ['heading', undefined, 'n1'],
    ],
  );
  const checkbox = findByRef(tree, 'n2');
  assert.deepEqual([checkbox?.states, checkbox?.focused], [['checked=mixed', 'disabled'], true]);
  const link = findByRef(tree, 'n3');
  assert.deepEqual(
    [link?.pointer, link?.url, link?.children, link?.states],
    [true, '/docs', ['Docs'], ['aria-hidden']],
  );
  assert.equal(countElements(tree), 4);
  assert.equal(findByRef(tree, 'n9'), undefined);
});

test('text, level and box survive', () => {
  const [root] = readTree(raw, (ref) => ref);
  assert.equal(textOf(root!), 'Hello  Agree Docs Docs Top');
  const heading = [...walk([root!])].at(-1)!.node;
  assert.deepEqual([heading.level, heading.box], [2, '1,2,3,4']);
});

test('text outside of any element and rubbish do no harm', () => {
  const tree = readTree(['loose', null, 7, { name: 'no role' }], (ref) => ref);
  assert.deepEqual(
    tree.map((node) => [node.role, node.name, node.children]),
    [
      ['text', '', ['loose']],
      ['generic', 'no role', []],
    ],
  );
});
