import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diff } from './diff.ts';
import { differenceText } from './diff-text.ts';
import { readTree } from './page-node.ts';

const style = { prefix: '', clip: 200, allRefs: false };
const tree = (...raw: object[]) => readTree(raw, (ref) => ref);
const text = (before: object[], after: object[], budget = 6000, changed = {}) =>
  differenceText(diff(tree(...before), tree(...after)), budget, { ...style, ...changed });

test('each kind of change has its sign', () => {
  const before = [
    { role: 'button', name: 'Save', ref: 'e1' },
    { role: 'checkbox', name: 'All', ref: 'e2', checked: true },
    { role: 'textbox', name: 'Mail', ref: 'e3' },
    { role: 'dialog', name: 'Sure?', ref: 'e4', children: [{ role: 'button', name: 'Yes', ref: 'e5' }] },
    { role: 'list', name: 'Todo', ref: 'e6', children: [{ role: 'listitem', ref: 'e7', text: 'card' }] },
    { role: 'list', name: 'Done', ref: 'e8' },
  ];
  const after = [
    { role: 'button', name: 'Saved', ref: 'e1', disabled: true },
    { role: 'checkbox', name: 'All', ref: 'e2' },
    { role: 'textbox', name: 'Mail', ref: 'e3', text: 'a@b', active: true },
    { role: 'list', name: 'Todo', ref: 'e6', children: [{ role: 'listitem', ref: 'e9', text: 'new' }] },
    { role: 'list', name: 'Done', ref: 'e8', children: [{ role: 'listitem', ref: 'e7', text: 'card' }] },
  ];
  assert.equal(
    text(before, after).text,
    [
      '~ button "Saved" [disabled] (was "Save")',
      '~ checkbox "All" (no longer checked)',
      '~ textbox "Mail" = "a@b"',
      'in list "Todo"',
      '+ - new',
      'in list "Done"',
      '↕ - [e7]: card moved here',
      '- dialog "Sure?" (1 inside)',
    ].join('\n'),
  );
});

test('many rows that come or go are folded, refs carry the context', () => {
  const rows = (from: number, word: string) =>
    Array.from({ length: 300 }, (_, i) => ({
      role: 'row',
      ref: `e${from + i}`,
      children: [{ role: 'cell', name: `${word} row with text ${i}` }],
    }));
  const table = (children: object[]) => [{ role: 'table', ref: 'e1', children }];
  const added = text(table([]), table(rows(10, 'new')), 6000, { prefix: 'uk:' }).text;
  assert.match(added, /^\+ row: new row with text 0\n/);
  assert.match(added, /\+ … 2\d\d more rows, uk:e\d+–uk:e309$/);
  const removed = text(table(rows(10, 'old')), table([])).text;
  assert.equal(removed, '- 300 rows');
});

test('a changed cell says in which row', () => {
  const row = (amount: string) => [
    {
      role: 'row',
      ref: 'e1',
      children: [
        { role: 'cell', name: 'Anna', ref: 'e2' },
        { role: 'cell', name: amount, ref: 'e3' },
      ],
    },
  ];
  assert.equal(text(row('4'), row('5')).text, 'in row "Anna 5"\n~ cell "5" [e3] (was "4")');
});

test('the budget holds, and what finds no room is counted', () => {
  const buttons = (word: string) =>
    Array.from({ length: 200 }, (_, i) => ({ role: 'button', name: `${word} ${i}`, ref: `e${i}` }));
  for (const budget of [300, 1000, 3000]) {
    const { text: words, omitted } = text(buttons('Old name'), buttons('New name'), budget);
    assert.ok(words.length <= budget, `${words.length} > ${budget}`);
    assert.equal(words.split('\n').length + omitted, 200);
    assert.ok(words.length > budget / 3, `${words.length} of ${budget}`);
  }
});

test('what was drawn anew maps old refs to new ones', () => {
  const form = (first: number) => [
    {
      role: 'main',
      ref: 'e1',
      children: [
        { role: 'form', ref: `e${first}`, children: [{ role: 'button', name: 'Go', ref: `e${first + 1}` }] },
      ],
    },
  ];
  assert.equal(text(form(2), form(7)).text, '= form: Go drawn anew: e2→e7, e3→e8');
});

test('a new order shows how it begins', () => {
  const items = Array.from({ length: 9 }, (_, i) => ({
    role: 'listitem',
    ref: `e${i + 2}`,
    text: `item ${i}`,
  }));
  const list = (children: object[]) => [{ role: 'list', ref: 'e1', children }];
  assert.equal(
    text(list(items), list(items.toReversed())).text,
    '↕ list [e1]: the order of its 9 children changed; first now:\n - item 8\n - item 7\n - item 6',
  );
});

test('a table that was sorted shows its first rows, not its header', () => {
  const cell = (role: string, text: string) => ({ role, text });
  const header = {
    role: 'row',
    ref: 'e2',
    children: [cell('columnheader', 'Name'), cell('columnheader', 'Price')],
  };
  const rows = Array.from({ length: 5 }, (_, i) => ({
    role: 'row',
    ref: `e${i + 3}`,
    children: [cell('cell', `Thing ${i}`), cell('cell', String(i))],
  }));
  const table = (children: object[]) => [{ role: 'table', ref: 'e1', children: [header, ...children] }];
  assert.match(
    text(table(rows), table(rows.toReversed())).text,
    /first now:\n row: Thing 4 \| 4\n row: Thing 3 \| 3\n row: Thing 2 \| 2$/,
  );
});

test('another choice in a select is its new value', () => {
  const select = (chosen: number) => [
    {
      role: 'combobox',
      name: 'Land',
      ref: 'e1',
      children: ['Chile', 'Peru'].map((name, i) => ({ role: 'option', name, selected: i === chosen })),
    },
  ];
  assert.equal(text(select(0), select(1)).text, '~ combobox "Land" = "Peru" (was "Chile")');
});

test('what happened to several alike is told of the first, and of many that went the one with a name', () => {
  const locks = (word: string) =>
    [1, 2, 3, 4].map((i) => ({ role: 'button', name: `${word} lock`, ref: `e${i}` }));
  const question = ['Sure?', '', 'a', 'b', 'c'].map((name, i) => ({
    role: name ? 'heading' : 'button',
    name,
    ref: `e${10 + i}`,
  }));
  assert.equal(
    text([...locks('open'), ...question], locks('closed')).text,
    [
      '~ button "closed lock" [e1] (was "open lock")',
      '~ … 3 more alike',
      '- h "Sure?" and 4 others beside it',
    ].join('\n'),
  );
});

test('where something came is told if that says something', () => {
  const paragraph = (children: object[]) => [{ role: 'paragraph', ref: 'e1', children }];
  const toolbar = (children: object[]) => [{ role: 'toolbar', ref: 'e1', children }];
  const save = [{ role: 'button', name: 'Save', ref: 'e2' }];
  assert.equal(text(paragraph([]), paragraph(save)).text, '+ button "Save"');
  assert.equal(text(toolbar([]), toolbar(save)).text, 'in toolbar\n+ button "Save"');
});

test('a name that stands on the page already is told with a ref', () => {
  const close = (ref: string) => ({ role: 'button', name: 'Close', ref });
  assert.equal(text([close('e1')], [close('e1'), close('e2')]).text, '+ button "Close" [e2]');
});

test('of a row that is gone its words are told', () => {
  const row = {
    role: 'row',
    ref: 'e2',
    children: [
      { role: 'cell', name: 'Anna', ref: 'e3' },
      { role: 'cell', name: '4', ref: 'e4' },
    ],
  };
  const table = (children: object[]) => [{ role: 'table', ref: 'e1', children }];
  assert.equal(text(table([row]), table([])).text, '- row: Anna 4');
});

test('that another one is chosen says that this one is not any more; words that are said aloud are told once', () => {
  const tab = (name: string, ref: string, selected: boolean) => ({
    role: 'tab',
    name,
    ref,
    ...(selected && { selected }),
  });
  const status = (text: string) => ({ role: 'paragraph', ref: 'e5', text });
  const before = [tab('One', 'e1', true), tab('Two', 'e2', false), status('1 to 20 of 200')];
  const after = [tab('One', 'e1', false), tab('Two', 'e2', true), status('21 to 40 of 200')];
  const { text: told, omitted } = text(before, [
    ...after,
    { role: 'status', ref: 'e6', text: '21 to 40 of 200. Page 2' },
  ]);
  assert.equal(told, '~ tab "Two" [selected]\n+ status: 21 to 40 of 200. Page 2');
  assert.equal(omitted, 0);
  // Of boxes each is by itself.
  const box = (checked: boolean) => ({
    role: 'checkbox',
    name: 'All',
    ref: 'e7',
    ...(checked && { checked }),
  });
  assert.equal(text([box(true)], [box(false)]).text, '~ checkbox "All" (no longer checked)');
});
