import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyPattern, pathPattern } from './name-pattern.ts';

test('paths without what changes from one to the next', () => {
  assert.equal(pathPattern('/users/7/orders?page=2&q=a&page=3'), '/users/:id/orders?page&q');
  assert.equal(pathPattern('/a/3f2504e0-4f89-11d3-9a0c-0305e82c3301'), '/a/:id');
  assert.equal(pathPattern('/v1/assets/app-main.js'), '/v1/assets/app-main.js');
});

test('keys without what changes from one to the next', () => {
  assert.equal(keyPattern('cart:7:items'), 'cart:?:items');
  assert.equal(keyPattern('session:3f2504e0-4f89-11d3-9a0c-0305e82c3301'), 'session:?');
  assert.equal(keyPattern('greeting'), 'greeting');
});
