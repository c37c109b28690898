import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRef, RefBook, refPrefix } from './ref-book.ts';

test('a number is given out once, and its page is known', () => {
  const book = new RefBook();
  const [one, other] = [{ page: 1 }, { page: 2 }];
  const refs = [one, one, other, one, other, other].map((owner) => [book.next(owner), owner] as const);
  assert.deepEqual(
    refs.map(([ref]) => ref),
    ['e1', 'e2', 'e3', 'e4', 'e5', 'e6'],
  );
  for (const [ref, owner] of refs) assert.equal(book.owner(ref), owner, ref);
  assert.equal(book.owner('e7'), undefined);
  assert.ok(book.wasGiven('e6') && !book.wasGiven('e7') && !book.wasGiven('e0') && !book.wasGiven('button'));
});

test('a ref carries the name of its context; a selector is no ref', () => {
  assert.deepEqual(parseRef('uk:e2'), { context: 'uk', ref: 'e2' });
  assert.deepEqual(parseRef(' logged_in.2:f1e20 '), { context: 'logged_in.2', ref: 'f1e20' });
  assert.deepEqual(parseRef('e2'), { context: undefined, ref: 'e2' });
  for (const selector of ['#e2', 'button', 'a:hover', 'e2 > a', "getByText('e2')", 'uk:', 'uk:e']) {
    assert.equal(parseRef(selector), undefined, selector);
  }
  assert.equal(`${refPrefix('uk')}e2`, 'uk:e2');
  assert.equal(refPrefix(undefined), '');
});
