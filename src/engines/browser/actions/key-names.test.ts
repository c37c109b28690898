import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyName } from './key-names.ts';

test('keys may be written as people write them', () => {
  const written = [
    'Ctrl+A',
    'enter',
    'cmd+shift+up',
    'Control + c',
    'ESC',
    'a',
    'A',
    '+',
    'Ctrl++',
    ' ',
    'f5',
  ];
  const names = [
    'Control+A',
    'Enter',
    'Meta+Shift+ArrowUp',
    'Control+c',
    'Escape',
    'a',
    'A',
    '+',
    'Control++',
    ' ',
    'F5',
  ];
  assert.deepEqual(written.map(keyName), names);
  assert.equal(keyName('Nonsense'), 'Nonsense');
});
