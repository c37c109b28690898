import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cursorOf, sequenceOf } from './item-row.ts';

test('a cursor is a time and a sequence number, and only the number counts', () => {
  const cursor = cursorOf(1_790_000_000_123_456, 42);
  assert.equal(cursor, '2026-09-21T14:13:20.123456Z:42');
  assert.equal(sequenceOf(cursor), 42);
});

test('other ways to write the time, or none, are understood', () => {
  assert.equal(sequenceOf('2026-02-07T10:15:30Z:7'), 7);
  assert.equal(sequenceOf('2026-02-07T10:15:30.123456789+02:00:7'), 7);
  assert.equal(sequenceOf(':7'), 7);
});

for (const nonsense of [
  '',
  '7',
  'yesterday:7',
  '2026-02-07T10:15:30Z',
  '2026-02-07T10:15:30Z:',
  ':-1',
  ':1e3',
]) {
  test(`"${nonsense}" is no cursor`, () => {
    assert.throws(() => sequenceOf(nonsense), { code: 'INVALID_CURSOR' });
  });
}
