import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault } from '../../kernel/fault.ts';
import { plainFailure } from './plain.ts';

test('a sentence with code and remedy, and its parts for programs', () => {
  const { content, isError, _meta } = plainFailure(fault('NO_HISTORY', { direction: 'back' }));
  const text = 'NO_HISTORY: There is no page to go back to. Navigate by URL.';
  assert.deepEqual([content, isError], [[{ type: 'text', text }], true]);
  assert.deepEqual(_meta?.['sensorium/fault'], {
    code: 'NO_HISTORY',
    message: 'There is no page to go back to.',
    hint: 'Navigate by URL.',
    data: { direction: 'back' },
  });
});
