import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findByRef, readTree } from './page-node.ts';
import { parsePart } from './ref-book.ts';
import { textFrom, unfoldFrom, viewOf } from './view.ts';

const part = (given: string) => parsePart(given)!;

const rows = Array.from({ length: 500 }, (_, i) => ({
  role: 'row',
  ref: `e${10 + i}`,
  children: [
    { role: 'cell', name: `Person ${i}` },
    { role: 'cell', children: [{ role: 'button', name: 'Edit', ref: `e${1000 + i}` }] },
  ],
}));
const tree = readTree(
  [
    {
      role: 'main',
      ref: 'e1',
      children: [
        { role: 'heading', level: 1, name: 'People' },
        { role: 'table', ref: 'e2', children: rows },
        { role: 'paragraph', ref: 'e3', text: 'x'.repeat(900) },
      ],
    },
  ],
  (ref) => ref,
);

test('unfolding page by page shows every row once', () => {
  const seen: string[] = [];
  let next: string | undefined = 'e10';
  let pages = 0;
  while (next) {
    const view: { text: string; omitted: number } | undefined = unfoldFrom(
      tree,
      part(next),
      { budget: 2000 },
      '',
    );
    assert.ok(view && view.text.length <= 2000);
    seen.push(...[...view.text.matchAll(/row: (Person \d+)/g)].map((m) => m[1]!));
    next = /… \d+ more rows?, (\S+)/.exec(view.text)?.[1];
    assert.equal(next === undefined, view.omitted === 0);
    assert.ok(++pages < 60);
  }
  assert.deepEqual(
    seen,
    rows.map((_, i) => `Person ${i}`),
  );
  assert.equal(unfoldFrom(tree, part('e99999'), {}, ''), undefined);
});

test('text is clipped on a page and whole in a part', () => {
  assert.match(viewOf(tree, {}, '', false).text, /x{240}…\+660/);
  const whole = viewOf([findByRef(tree, 'e3')!], {}, '', true);
  assert.match(whole.text, /x{900}$/);
});

test('a long text is read page by page, each page naming the next', () => {
  const long = Array.from({ length: 4000 }, (_, i) => `w${i}`).join(' ');
  const node = readTree([{ role: 'paragraph', ref: 'e5', text: long }], (ref) => ref)[0]!;
  let next = /\(unfold (\S+)\)/.exec(viewOf([node], {}, 'uk:', false).text)?.[1];
  let read = long.slice(0, part(next!).from);
  for (let pages = 0; next; pages++) {
    assert.deepEqual({ ...part(next), from: 0 }, { context: 'uk', ref: 'e5', last: undefined, from: 0 });
    const { text } = textFrom(node, part(next).from!, { budget: 3000 }, 'uk:');
    assert.ok(text.length <= 3000 && pages < 20);
    read += JSON.parse(/^".*?"/.exec(text)![0]);
    next = /\(unfold (\S+)\)$/.exec(text)?.[1];
  }
  assert.equal(read, long);
});

test('a range as the outline prints it is unfolded from its first to its last; a table is unfolded as a whole', () => {
  const [, range] = /more rows like this, (\S+)/.exec(viewOf(tree, {}, 'uk:', false).text)!;
  const { text } = unfoldFrom(tree, part(range!), { budget: 100_000 }, 'uk:')!;
  assert.equal(
    text.split('\n').length,
    Number(/… (\d+) more rows/.exec(viewOf(tree, {}, '', false).text)![1]),
  );
  assert.match(text, /Person 499 \| button "Edit" \[uk:e1499\]$/);
  assert.match(
    unfoldFrom(tree, part('e20-e22'), {}, '')!.text,
    /^row: Person 10 .*\n.*\nrow: Person 12 [^\n]*$/,
  );
  const table = unfoldFrom(tree, part('e2'), { budget: 100_000 }, '')!;
  assert.match(table.text, /^table \[e2\]\n row: Person 0 [^…]* row: Person 499 .*\nparagraph/);
});

test('the budget holds and elements are counted', () => {
  const view = viewOf(tree, { budget: 300 }, '', false);
  assert.ok(view.text.length <= 300, view.text);
  assert.equal(view.elements, 2004);
  const interactive = viewOf(tree, { interactive: true, allRefs: true }, 'uk:', false);
  assert.match(interactive.text, /row \[uk:e10\]: Person 0 \| button "Edit" \[uk:e1000\]/);
});

test('unfolding an element that is too large for the budget shows as much of it as fits, and goes on', () => {
  const large = (ref: string) => ({
    role: 'list',
    ref,
    children: Array.from({ length: 40 }, (_, i) => ({
      role: 'listitem',
      text: `${ref} words ${i} ${'y'.repeat(i)}`,
    })),
  });
  const lists = readTree(
    [{ role: 'main', ref: 'e1', children: [large('e2'), 'between', large('e3')] }],
    (ref) => ref,
  );
  const view = unfoldFrom(lists, part('e2'), { budget: 500 }, '')!;
  assert.match(view.text, /^list \[e2\]\n - e2 words 0/);
  assert.ok(view.text.length <= 500 && view.omitted > 0, view.text);
  assert.match(unfoldFrom(lists, part('e2'), { budget: 9000 }, '')!.text, /\nbetween\nlist \[e3\]/);
});
