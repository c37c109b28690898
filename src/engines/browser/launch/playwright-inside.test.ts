import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insideOf } from './playwright-inside.ts';

test('gives what Playwright has behind an object', () => {
  const inside = {};
  const page = { _connection: { toImpl: (given: unknown) => given === page && inside } };
  assert.equal(insideOf(page), inside);
});

test('gives nothing where there is nothing, or where it is refused', () => {
  const refuses = () => {
    throw new Error('not in this process');
  };
  assert.equal(insideOf({}), undefined);
  assert.equal(insideOf({ _connection: {} }), undefined);
  assert.equal(insideOf({ _connection: { toImpl: refuses } }), undefined);
});
