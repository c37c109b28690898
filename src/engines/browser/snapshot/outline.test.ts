import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitBudget } from './fit-budget.ts';
import { type OutlineStyle, outline } from './outline.ts';
import { readTree } from './page-node.ts';

const style = { prefix: '', clip: 80, allRefs: false, depth: undefined, budget: 10_000 };
const text = (raw: object, changed: Partial<OutlineStyle> = {}) => {
  const tree = readTree([raw], (ref) => ref);
  const all = { ...style, ...changed };
  return fitBudget(outline(tree, all), all.budget, '').text;
};

const nested = {
  role: 'main',
  ref: 'e1',
  children: [
    'Welcome',
    {
      role: 'list',
      ref: 'e2',
      children: [
        { role: 'listitem', text: 'one' },
        { role: 'listitem', children: [{ role: 'list', children: [{ role: 'listitem', text: 'two' }] }] },
      ],
    },
  ],
};

test('what is inside stands one blank further in; a single child shares its parent’s line', () => {
  assert.equal(text(nested), 'main [e1]\n Welcome\n list [e2]\n  - one\n  - list\n   - two');
});

test('depth ends with a count of what is below', () => {
  assert.equal(text(nested, { depth: 1 }), 'main [e1]\n Welcome\n list [e2] … 4 inside');
  assert.equal(text(nested, { depth: 0 }), 'main [e1] … 5 inside');
});

test('long runs are folded only when not all fits', () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    role: 'row',
    ref: `e${i + 2}`,
    children: [{ role: 'cell', name: `a rather long cell number ${i}` }],
  }));
  const table = { role: 'table', ref: 'e1', children: rows };
  assert.match(text(table, { budget: 1000 }), /\n … 3\d more rows like this, e\d+–e41$/);
  assert.equal(text(table, { budget: 2000 }).split('\n').length, 41);
});

test('the longest run is folded first: a short table beside it stays whole', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      role: 'row',
      ref: `e${from + i}`,
      children: [{ role: 'cell', name: `${'a rather long cell '.repeat(3)} ${from + i}` }],
    }));
  const tables = [
    { role: 'table', ref: 'e1', children: rows(100, 12) },
    { role: 'table', ref: 'e2', children: rows(200, 80) },
  ];
  const shown = text({ role: 'main', ref: 'e9', children: tables }, { budget: 3000 });
  assert.match(shown, /cell 111\n table \[e2\]/);
  assert.match(shown, /… 7\d more rows like this, e\d+–e279$/);
});

test('rows that are unlike the others are never folded', () => {
  const row = (i: number, ...inside: object[]) => ({
    role: 'row',
    ref: `e${i}`,
    children: [
      { role: 'cell', name: `cell of row number ${i}` },
      ...inside.map((one) => ({ role: 'cell', children: [one] })),
    ],
  });
  const rows = Array.from({ length: 60 }, (_, i) => row(i));
  rows[0] = { role: 'row', ref: 'e0', children: [{ role: 'columnheader', name: 'Head' }] };
  rows[30] = row(30, { role: 'textbox', name: 'Amount', ref: 'e130' });
  rows[31] = row(
    31,
    { role: 'button', name: 'OK', ref: 'e131' },
    { role: 'button', name: 'Cancel', ref: 'e132' },
  );
  rows[50] = Object.assign(row(50), { selected: true });
  const shown = text({ role: 'table', ref: 'e99', children: rows }, { budget: 900 });
  assert.match(shown, /^table \[e99\]\n header: Head\n row: cell of row number 1\n/);
  assert.match(
    shown,
    /… \d+ more rows like this, e\d+–e29\n row: cell of row number 30 \| textbox "Amount" \[e130\]\n/,
  );
  assert.match(
    shown,
    /\| button "OK" \[e131\] \| button "Cancel" \[e132\]\n … 18 more rows like this, e32–e49\n/,
  );
  assert.match(shown, /row \[selected\]: cell of row number 50\n … 9 more rows like this, e51–e59$/);
});

test('what nobody sees comes last and gives way first, main content has most of the room', () => {
  const links = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      role: 'link',
      name: `Link ${from + i}`,
      ref: `e${from + i}`,
    }));
  const hidden = {
    role: 'generic',
    ref: 'e1',
    marks: ['off-screen'],
    children: Array.from({ length: 380 }, (_, i) => ({ role: 'button', ref: `e${1000 + i}` })),
  };
  const fields = Array.from({ length: 30 }, (_, i) => ({
    role: 'textbox',
    name: `Field ${i}`,
    ref: `e${500 + i}`,
  }));
  const page = readTree(
    [
      hidden,
      { role: 'navigation', ref: 'e2', children: links(100, 60) },
      { role: 'main', ref: 'e3', children: fields },
    ],
    (ref) => ref,
  );
  const { text: shown } = fitBudget(outline(page, { ...style, budget: 2200 }), 2200, '');
  assert.match(shown, /^navigation \[e2\]\n link "Link 100"/);
  for (let i = 0; i < 30; i++) assert.match(shown, new RegExp(`textbox "Field ${i}"`));
  assert.match(shown, /\ntext \[off-screen\](\n button \[e\d+\])*\n? … \d+/);
  assert.ok(shown.indexOf('off-screen') > shown.indexOf('Field 29'), shown);
});

test('text that was cut says where it goes on', () => {
  const long = 'word '.repeat(100).trim();
  assert.match(
    text({ role: 'paragraph', ref: 'e5', text: long }, { prefix: 'uk:' }),
    /…\+420 \(unfold uk:e5\+79\)$/,
  );
  assert.match(text({ role: 'button', ref: 'e6', name: long }), /…\+420" \[e6\] \(unfold e6\+0\)$/);
});
