import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../../kernel/fault.ts';
import { atPath, parseBodyPath, valuesOf } from './network-bodies.ts';

test('paths are read in all their spellings', () => {
  assert.deepEqual(parseBodyPath('data.items[0].id'), ['data', 'items', 0, 'id']);
  assert.deepEqual(parseBodyPath('$.a'), ['a']);
  assert.deepEqual(parseBodyPath('$[2]'), [2]);
  assert.deepEqual(parseBodyPath(`a['odd name']["x.y"]`), ['a', 'odd name', 'x.y']);
  assert.deepEqual(parseBodyPath('$'), []);
});

test('what is no path is refused', () => {
  for (const path of ['a[', 'a..b', 'a[x]', 'a.']) {
    assert.throws(
      () => parseBodyPath(path),
      (error: Fault) => error.code === 'INVALID_BODY_PATH',
      path,
    );
  }
});

test('a path leads to what is there, and never to what an object inherits', () => {
  const body = { a: [{ b: null }] };
  assert.equal(atPath(body, ['a', 0, 'b']), null);
  assert.equal(atPath(body, ['a', 1, 'b']), undefined);
  assert.equal(atPath(body, ['constructor']), undefined);
  assert.equal(atPath('text', ['length']), undefined);
});

test('a key is found anywhere, outer ones first, a hundred at most', () => {
  assert.deepEqual(valuesOf({ id: 1, list: [{ id: 2, inner: { id: 3 } }] }, 'id'), [1, 2, 3]);
  const many = Array.from({ length: 300 }, (_, id) => ({ id }));
  assert.equal(valuesOf(many, 'id').length, 100);
});
