import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf, labelOf, oneLine } from './line.ts';
import { type PageNode, readTree } from './page-node.ts';

const node = (raw: object): PageNode => readTree([raw], (ref) => ref)[0]!;
const style = { prefix: '', clip: 80, allRefs: false };
const line = (raw: object, changed = {}) => oneLine(node(raw), { ...style, ...changed });

test('an element on one line', () => {
  assert.equal(
    line({ role: 'button', name: 'Save', ref: 'e3', disabled: true }),
    'button "Save" [e3, disabled]',
  );
  assert.equal(line({ role: 'heading', name: 'Top', level: 2, ref: 'e4' }), 'h2 "Top"');
  assert.equal(
    line({ role: 'textbox', name: 'Mail', ref: 'e5', text: 'a@b', placeholder: 'you@' }),
    'textbox "Mail" [e5, placeholder "you@"] = "a@b"',
  );
  assert.equal(line({ role: 'link', name: 'Docs', ref: 'e6', url: '/docs' }), 'link "Docs" [e6] → /docs');
  assert.equal(line({ role: 'link', name: 'Up', ref: 'e7', url: '#top' }), 'link "Up" [e7]');
  assert.equal(line({ role: 'generic', text: 'just words' }), 'just words');
  assert.equal(
    line({ role: 'generic', text: 'press me', ref: 'e8', cursor: 'pointer' }),
    'clickable [e8]: press me',
  );
  assert.equal(
    line({ role: 'listitem', children: [{ role: 'link', name: 'One', ref: 'e9' }] }),
    '- link "One" [e9]',
  );
});

test('refs carry the context, and go on everything when asked for', () => {
  assert.equal(line({ role: 'button', name: 'Go', ref: 'e1' }, { prefix: 'uk:' }), 'button "Go" [uk:e1]');
  assert.equal(line({ role: 'paragraph', text: 'x', ref: 'e2' }), 'paragraph: x');
  assert.equal(line({ role: 'paragraph', text: 'x', ref: 'e2' }, { allRefs: true }), 'paragraph [e2]: x');
});

test('text with markup and links in it stays one line', () => {
  const raw = {
    role: 'paragraph',
    children: [
      'See ',
      { role: 'code', text: 'make' },
      { role: 'link', name: 'here', ref: 'e2', url: '/h' },
      'now',
    ],
  };
  assert.equal(line(raw), 'paragraph: See make (link "here" [e2] → /h) now');
});

test('a row is its cells', () => {
  const cells = [
    { role: 'cell', name: 'Anna' },
    { role: 'cell', children: [{ role: 'button', name: 'Edit', ref: 'e5' }] },
    { role: 'cell', name: 'a | b' },
  ];
  assert.equal(line({ role: 'row', ref: 'e1', children: cells }), 'row: Anna | button "Edit" [e5] | "a | b"');
  assert.equal(line({ role: 'row', children: [{ role: 'columnheader', name: 'Name' }] }), 'header: Name');
  assert.equal(
    line({
      role: 'row',
      children: [{ role: 'cell', children: [{ role: 'list', children: [{ role: 'listitem', text: 'x' }] }] }],
    }),
    undefined,
  );
});

test('a native select tells what is chosen and what there is', () => {
  const options = Array.from({ length: 14 }, (_, i) => ({
    role: 'option',
    name: `o${i}`,
    selected: i === 1,
  }));
  assert.equal(
    line({ role: 'combobox', name: 'Pick', ref: 'e1', children: options }),
    'combobox "Pick" [e1] = "o1" {o0 | o1 | o2 | o3 | o4 | o5 | o6 | o7 | o8 | o9 | o10 | o11 | …+2}',
  );
  const pressable = [
    { role: 'option', name: 'x', ref: 'e3' },
    { role: 'option', name: 'y', ref: 'e4' },
  ];
  assert.match(line({ role: 'listbox', ref: 'e1', children: pressable }) ?? '', /option "x" \[e3\]/);
});

test('a head and a label tell just enough', () => {
  assert.equal(headOf(node({ role: 'table', ref: 'e1', text: 'x' }), style), 'table [e1]');
  assert.equal(
    labelOf(node({ role: 'row', ref: 'e1', selected: true, text: 'Anna 42' }), style, true),
    'row "Anna 42" [e1]',
  );
});
