import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ring } from './ring.ts';

test('numbers stay when old entries are dropped', () => {
  const ring = new Ring<string>(3);
  for (const word of ['a', 'b', 'c', 'd', 'e']) ring.add((number) => `${number}${word}`);
  assert.deepEqual(ring.all(), ['3c', '4d', '5e']);
  assert.equal(ring.get(2), undefined);
  assert.equal(ring.get(4), '4d');
  assert.equal(ring.last, 5);
  assert.equal(ring.dropped, 2);
});

test('since gives what came after a number, even one that is dropped', () => {
  const ring = new Ring<number>(2);
  for (let n = 0; n < 4; n++) ring.add((number) => number);
  assert.deepEqual(ring.since(3), [4]);
  assert.deepEqual(ring.since(1), [3, 4]);
  assert.deepEqual(ring.since(4), []);
});

test('add says what had to go, and clear keeps counting', () => {
  const ring = new Ring<number>(1);
  assert.equal(
    ring.add((n) => n),
    1,
  );
  assert.equal(
    ring.add((n) => n),
    2,
  );
  assert.deepEqual(ring.all(), [2]);
  ring.clear();
  assert.deepEqual(ring.all(), []);
  assert.equal(
    ring.add((n) => n),
    3,
  );
});
