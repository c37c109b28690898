import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/kit/properties.ts';
import { fitBudget } from './fit-budget.ts';
import { outline } from './outline.ts';
import { countElements, readTree } from './page-node.ts';

const style = { prefix: 'uk:', clip: 80, allRefs: false, depth: undefined, budget: 4000 };

const { node } = fc.letrec<{ node: object; leaf: object }>((tie) => ({
  leaf: fc.record({
    role: fc.constantFrom('button', 'heading', 'alert', 'paragraph', 'listitem'),
    name: fc.string({ maxLength: 30 }),
    ref: fc.nat({ max: 99_999 }).map((n) => `e${n}`),
    level: fc.constantFrom(1, 2, 3),
  }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.record({
      role: fc.constantFrom('list', 'main', 'group', 'table'),
      ref: fc.nat({ max: 99_999 }).map((n) => `e${n}`),
      children: fc.array(tie('node'), { minLength: 2, maxLength: 8 }),
    }),
  ),
}));

test('never over the budget, and everything is either shown or counted', () => {
  fc.assert(
    fc.property(
      fc.array(node, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 200, max: 4000 }),
      (raw, budget) => {
        const tree = readTree(raw, (ref) => ref);
        const { text, omitted } = fitBudget(outline(tree, style), budget, style.prefix);
        assert.ok(text.length <= budget, `${text.length} > ${budget}\n${text}`);
        assert.ok(omitted <= countElements(tree));
        const marked = [...text.matchAll(/… (\d+) (?:left out|inside)/g)].reduce(
          (sum, m) => sum + Number(m[1]),
          0,
        );
        assert.equal(marked, omitted);
      },
    ),
    { numRuns: 300 },
  );
});

test('small parts are shown whole, large ones share the rest and say how to get more', () => {
  const list = (ref: string, count: number) => ({
    role: 'list',
    ref,
    children: Array.from({ length: count }, (_, i) => ({
      role: 'listitem',
      ref: `${ref}${i}`,
      children: [{ role: 'link', name: `${ref} entry ${i}`, ref: `${ref}9${i}` }],
    })),
  });
  const tree = readTree([list('e1', 2), list('e2', 60), list('e3', 60)], (ref) => ref);
  const { text, omitted } = fitBudget(outline(tree, { ...style, prefix: '' }), 700, '');
  assert.match(text, /e1 entry 0.*\n.*e1 entry 1/);
  assert.match(text, /e2 entry 0/);
  assert.match(text, /e3 entry 0/);
  assert.match(text, /… \d+ left out \(unfold e2\d+\)/);
  assert.ok(omitted > 50);
});

test('headings of a long page are kept before its text', () => {
  const raw = Array.from({ length: 200 }, (_, i) =>
    i % 20 === 0
      ? { role: 'heading', level: 2, name: `Chapter ${i}` }
      : { role: 'paragraph', ref: `e${i}`, text: `Text ${i} `.repeat(9) },
  );
  const { text } = fitBudget(
    outline(
      readTree(raw, (ref) => ref),
      { ...style, prefix: '' },
    ),
    2000,
    '',
  );
  for (let i = 0; i < 200; i += 20) assert.match(text, new RegExp(`h2 "Chapter ${i}"`));
  assert.match(text, /^h2 "Chapter 0"\nparagraph: Text 1 /);
});
