import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainJson } from './packed-batch.ts';

test('what JSON can say is said as it is', () => {
  assert.equal(plainJson({ a: [1, { b: null }] }), '{"a":[1,{"b":null}]}');
});

test('circles and big numbers are put in words', () => {
  const circle: Record<string, unknown> = { name: 'loop', big: 12n };
  circle.self = circle;
  circle.twice = [{ x: 1 }, { x: 1 }];
  assert.deepEqual(JSON.parse(plainJson(circle)), {
    name: 'loop',
    big: '12',
    self: '[circular]',
    twice: [{ x: 1 }, { x: 1 }],
  });
});

test('the same object twice, but in no circle, stays', () => {
  const shared = { x: 1n };
  assert.deepEqual(JSON.parse(plainJson({ a: shared, b: [shared] })), { a: { x: '1' }, b: [{ x: '1' }] });
});

test('what throws when asked does not throw here', () => {
  const data = {
    toJSON() {
      throw new Error('no');
    },
  };
  assert.deepEqual(JSON.parse(plainJson(data)), { unreadable: 'Error: no' });
});
