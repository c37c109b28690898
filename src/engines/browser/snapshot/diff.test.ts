import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diff } from './diff.ts';
import { readTree } from './page-node.ts';

const tree = (...raw: object[]) => readTree(raw, (ref) => ref);
const item = (ref: string, text: string) => ({ role: 'listitem', ref, text });
const list = (ref: string, ...children: object[]) => ({ role: 'list', ref, children });
const kinds = (before: object[], after: object[]) =>
  diff(tree(...before), tree(...after)).changes.map((change) => change.kind);

test('the same page has no changes, focus is told apart', () => {
  const before = [list('e1', item('e2', 'a')), { role: 'textbox', name: 'Mail', ref: 'e3' }];
  const after = [list('e1', item('e2', 'a')), { role: 'textbox', name: 'Mail', ref: 'e3', active: true }];
  assert.deepEqual(kinds(before, before), []);
  const found = diff(tree(...before), tree(...after));
  assert.deepEqual([found.changes.length, found.focus?.ref, found.novelty], [0, 'e3', 0]);
});

test('name, text, state and content without refs are alterations of the element that holds them', () => {
  for (const [was, now] of [
    [
      { role: 'button', name: 'Save', ref: 'e1' },
      { role: 'button', name: 'Saved', ref: 'e1' },
    ],
    [
      { role: 'checkbox', ref: 'e1' },
      { role: 'checkbox', ref: 'e1', checked: true },
    ],
    [
      { role: 'status', ref: 'e1' },
      { role: 'status', ref: 'e1', text: 'Done' },
    ],
    [
      { role: 'status', ref: 'e1', children: [{ role: 'strong', text: '1' }] },
      { role: 'status', ref: 'e1', children: [{ role: 'strong', text: '2' }] },
    ],
    [
      { role: 'link', ref: 'e1', url: '/a' },
      { role: 'link', ref: 'e1', url: '/b' },
    ],
  ] as [object, object][]) {
    assert.deepEqual(kinds([was], [now]), ['altered'], JSON.stringify(now));
  }
});

test('neighbours that come or go are told together, with the topmost element only', () => {
  const { changes, novelty } = diff(
    tree(
      list('e1', item('e2', 'a'), {
        role: 'listitem',
        ref: 'e3',
        children: [{ role: 'button', name: 'x', ref: 'e4' }],
      }),
    ),
    tree(list('e1', item('e2', 'a'), item('e5', 'b'), item('e6', 'c'))),
  );
  assert.deepEqual(
    changes.map((change) =>
      'nodes' in change ? [change.kind, change.nodes.map((node) => node.ref)] : [change.kind],
    ),
    [
      ['added', ['e5', 'e6']],
      ['removed', ['e3']],
    ],
  );
  assert.equal(novelty, 0.5);
});

test('an element dragged to another list is moved; a new wrapper around it moves nothing', () => {
  const card = item('e9', 'card');
  const [moved] = diff(tree(list('e1', card), list('e2')), tree(list('e1'), list('e2', card))).changes;
  assert.ok(moved?.kind === 'moved' && moved.nodes[0]?.ref === 'e9' && moved.under?.ref === 'e2');
  const wrapped = { role: 'generic', ref: 'e3', children: ['new words', card] };
  const { changes } = diff(tree(list('e1', card)), tree(list('e1', wrapped)));
  assert.deepEqual(
    changes.map((change) => change.kind),
    ['added'],
  );
  assert.ok(changes[0]?.kind === 'added');
  assert.deepEqual(changes[0].nodes[0]?.children, ['new words']);
});

test('many that move together are told together', () => {
  const cards = Array.from({ length: 30 }, (_, i) => item(`e${i + 10}`, `card ${i}`));
  const { changes } = diff(tree(list('e1', ...cards), list('e2')), tree(list('e1'), list('e2', ...cards)));
  assert.ok(changes.length === 1 && changes[0]?.kind === 'moved' && changes[0].nodes.length === 30);
});

test('a new order is one change', () => {
  const items = Array.from({ length: 100 }, (_, i) => item(`e${i + 10}`, `x${i}`));
  assert.deepEqual(kinds([list('e1', ...items)], [list('e1', ...items.toReversed())]), ['reordered']);
  assert.deepEqual(
    kinds([list('e1', ...items)], [list('e1', ...items.slice(1))]),
    ['removed'],
    'a gap is no new order',
  );
});

test('what is drawn anew and reads the same is told as such, with old and new refs', () => {
  const row = (ref: number, name: string) => ({
    role: 'row',
    ref: `e${ref}`,
    children: [{ role: 'button', name, ref: `e${ref + 1}` }],
  });
  const { changes } = diff(
    tree({ role: 'table', ref: 'e1', children: [row(10, 'A'), row(20, 'B')] }),
    tree({ role: 'table', ref: 'e1', children: [row(30, 'A'), row(40, 'C')] }),
  );
  assert.deepEqual(
    changes.map((change) => change.kind),
    ['renewed', 'added', 'removed'],
  );
  assert.ok(changes[0]?.kind === 'renewed');
  assert.deepEqual(changes[0].refs, [
    ['e10', 'e30'],
    ['e11', 'e31'],
  ]);
});

test('what has no ref and stands at the top is told apart by its words', () => {
  const status = (text: string) => ({ role: 'paragraph', text });
  const box = (text: string, ...children: object[]) => ({
    role: 'region',
    name: 'Box',
    children: [text, ...children],
  });
  const button = { role: 'button', name: 'Go', ref: 'e1' };
  assert.deepEqual(kinds([status('0'), button], [status('1'), button]), ['altered']);
  assert.deepEqual(kinds([status('0'), button], [status('0'), button, status('0')]), ['added']);
  assert.deepEqual(kinds([status('0'), status('1'), button], [button, status('1')]), ['removed']);
  assert.deepEqual(kinds([box('a', button)], [box('a', button)]), []);
  assert.deepEqual(kinds([{ role: 'status' }, button], [button, { role: 'list' }]), []);
  // An element with a ref inside is told once.
  const { changes } = diff(tree(), tree(box('a', button)));
  const told = changes.flatMap((change) => ('nodes' in change ? change.nodes : []));
  assert.deepEqual(
    told.map(({ role, children }) => [role, children.length]),
    [
      ['region', 1],
      ['button', 0],
    ],
  );
});

test('that a pointer can reach something now is no news, nor that it can be dragged', () => {
  const bar = (copy: object, more = {}) => [
    { role: 'toolbar', ref: 'e1', children: [{ role: 'button', name: 'Save', ref: 'e2', ...more }, copy] },
  ];
  const hidden = { role: 'button', name: 'Copy' };
  const shown = { ...hidden, ref: 'e3' };
  assert.deepEqual(kinds(bar(hidden), bar(shown)), []);
  assert.deepEqual(kinds(bar(shown), bar(hidden)), []);
  assert.deepEqual(kinds(bar(hidden), bar({ ...shown, name: 'Copied' })), ['altered', 'added']);
  assert.deepEqual(kinds(bar(shown), bar(shown, { marks: ['draggable'] })), []);
});
