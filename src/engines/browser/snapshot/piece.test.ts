import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.ts';
import { readTree } from './page-node.ts';
import { measure } from './piece.ts';

test('the measure of a piece is that of its text', () => {
  assert.deepEqual(measure('abc', []), { lines: 1, chars: 4 });
  const raw = {
    role: 'list',
    ref: 'e1',
    children: [{ role: 'list', children: [{ role: 'listitem', text: 'x' }] }],
  };
  const [piece] = outline(
    readTree([raw], (ref) => ref),
    { prefix: '', clip: 80, allRefs: false, depth: undefined, budget: 4000 },
  );
  const text = 'list [e1]\n list\n  - x\n';
  assert.deepEqual([piece?.lines, piece?.chars], [3, text.length]);
});
