import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsOf, type PageNode, readTree } from './page-node.ts';
import { onlyInteractive, simplify } from './simplify.ts';

const tree = (...raw: object[]) => readTree(raw, (ref) => ref);
/** role, and what is inside. */
const shape = (nodes: readonly PageNode[]): unknown[] =>
  nodes.map((node) => {
    const inside = node.children.map((child) => (typeof child === 'string' ? child : shape([child])[0]));
    return inside.length ? [node.role, ...inside] : node.role;
  });

test('wrappers vanish, their content stays', () => {
  const simple = simplify(
    tree({
      role: 'generic',
      children: [{ role: 'generic', children: [{ role: 'button', name: 'Go' }] }, { role: 'img' }],
    }),
  );
  assert.deepEqual(shape(simple), ['button']);
});

test('content that only repeats the name goes, what adds something stays', () => {
  const simple = simplify(
    tree(
      { role: 'link', name: 'Red shoes', children: [{ role: 'img', name: 'Red' }, 'shoes'] },
      { role: 'link', name: 'Card', children: [{ role: 'generic', text: 'costs 12' }] },
      { role: 'group', name: 'Save', children: [{ role: 'button', name: 'Save' }] },
    ),
  );
  assert.deepEqual(shape(simple), ['link', ['link', ['generic', 'costs 12']], ['group', 'button']]);
});

test('a label is told once, by its control', () => {
  const simple = simplify(
    tree(
      { role: 'generic', children: ['Mail ', { role: 'textbox', name: 'Mail', text: 'Mail' }] },
      { role: 'generic', children: ['Price', { role: 'button', name: 'Buy' }] },
    ),
  );
  assert.deepEqual(shape(simple), ['textbox', ['generic', 'Price', 'button']]);
});

test('interactive: controls and headings, rows with their first cell, notices', () => {
  const found = onlyInteractive(
    tree(
      { role: 'heading', name: 'People', level: 1 },
      { role: 'paragraph', children: ['Read ', { role: 'link', name: 'this', url: '/x' }] },
      {
        role: 'table',
        children: [
          { role: 'row', children: [{ role: 'columnheader', name: 'Name' }] },
          {
            role: 'row',
            children: [
              { role: 'cell', name: 'Anna' },
              { role: 'cell', name: '42' },
              { role: 'cell', children: [{ role: 'button', name: 'Edit' }] },
            ],
          },
        ],
      },
      { role: 'alert', text: 'Saved' },
      { role: 'status' },
      { role: 'iframe', children: [{ role: 'textbox', name: 'Card', text: '4111' }] },
      { role: 'iframe', children: [{ role: 'paragraph', text: 'advert' }] },
    ),
  );
  assert.deepEqual(shape(found), [
    'heading',
    'link',
    ['row', 'cell', 'button'],
    ['alert', 'Saved'],
    ['iframe', ['textbox', '4111']],
  ]);
  assert.equal(found[1]?.url, undefined);
});

test('a label is told once: before a group, around a box, and in a cell that is named by what is in it', () => {
  const found = simplify(
    tree(
      {
        role: 'form',
        children: [
          { role: 'generic', ref: 'e1', text: 'Skills' },
          {
            role: 'group',
            name: 'Skills',
            ref: 'e2',
            children: [{ role: 'button', name: 'Add', ref: 'e3' }],
          },
          {
            role: 'generic',
            ref: 'e4',
            cursor: 'pointer',
            children: [
              { role: 'radio', name: 'Junior', ref: 'e5' },
              { role: 'generic', ref: 'e6', text: 'Junior' },
            ],
          },
        ],
      },
      {
        role: 'row',
        children: [
          {
            role: 'cell',
            name: 'Body Copy',
            children: [
              { role: 'heading', name: 'Body' },
              { role: 'button', name: 'Copy' },
            ],
          },
        ],
      },
    ),
  );
  assert.deepEqual(shape(found), [
    ['form', ['group', 'button'], 'radio'],
    ['row', ['cell', 'heading', 'button']],
  ]);
  assert.equal(elementsOf(found[1]!)[0]?.name, '');
});
