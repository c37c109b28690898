import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitBudget } from './fit-budget.ts';
import { outline } from './outline.ts';
import { readTree } from './page-node.ts';

const style = { prefix: '', clip: 80, allRefs: false, depth: undefined, fold: true };
const text = (raw: object, changed = {}) => {
  const tree = readTree([raw], (ref) => ref);
  return fitBudget(outline(tree, { ...style, ...changed }), 10_000, '').text;
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

test('long runs are folded unless that is switched off', () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    role: 'row',
    ref: `e${i + 2}`,
    children: [{ role: 'cell', name: `a rather long cell number ${i}` }],
  }));
  const table = { role: 'table', ref: 'e1', children: rows };
  assert.match(text(table), /\n … 3\d more rows like this, e\d+–e41$/);
  assert.equal(text(table, { fold: false }).split('\n').length, 41);
});
