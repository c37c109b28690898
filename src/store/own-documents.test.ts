import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord } from '../../test/kit/record.ts';
import { documentsOf } from './own-documents.ts';

test('what a key keeps is unknown to every other, in whatever folder', async (t) => {
  const store = (await embeddedRecord(t))();
  const mine = documentsOf(store, { name: 'key 1', cwd: '/a' });
  await mine.ofKey('things').put('one', 1);
  await mine.ofFolder('things').put('one', 'here');
  const elsewhere = documentsOf(store, { name: 'key 1', cwd: '/b' });
  assert.deepEqual(
    [await elsewhere.ofKey('things').get('one'), await elsewhere.ofFolder('things').get('one')],
    [1, undefined],
  );
  const others = documentsOf(store, { name: 'key 2', cwd: '/a' });
  assert.deepEqual([await others.ofKey('things').list(), await others.ofFolder('things').list()], [[], []]);
});
