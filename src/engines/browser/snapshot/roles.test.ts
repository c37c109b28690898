import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageNode, readTree } from './page-node.ts';
import { isContainer, isEditable, isInteractive, isNotice, isWrapper } from './roles.ts';

const node = (raw: object): PageNode => readTree([raw], (ref) => ref)[0]!;

test('what can be pressed is interactive, by its role or by its cursor', () => {
  assert.ok(isInteractive(node({ role: 'button' })));
  assert.ok(isInteractive(node({ role: 'generic', ref: 'e1', cursor: 'pointer' })));
  assert.ok(!isInteractive(node({ role: 'paragraph' })));
});

test('only a wrapper that says nothing is a wrapper', () => {
  assert.ok(isWrapper(node({ role: 'generic', children: [{ role: 'button' }] })));
  assert.ok(isWrapper(node({ role: 'rowgroup' })));
  for (const raw of [
    { role: 'generic', text: 'words' },
    { role: 'generic', name: 'named' },
    { role: 'generic', cursor: 'pointer' },
    { role: 'generic', selected: true },
    { role: 'main' },
  ]) {
    assert.ok(!isWrapper(node(raw)), JSON.stringify(raw));
  }
});

test('a dialog is a container and a notice, a textbox is editable', () => {
  assert.ok(isContainer(node({ role: 'dialog' })) && isNotice(node({ role: 'dialog' })));
  assert.ok(isEditable(node({ role: 'textbox' })) && !isEditable(node({ role: 'button' })));
});
