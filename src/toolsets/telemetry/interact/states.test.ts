import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord } from '../../../../test/kit/record.ts';
import { stateDocuments, statesOf, unknownState } from './states.ts';

test('states belong to their project and are found by name', async (t) => {
  const store = (await embeddedRecord(t))();
  const mine = { cwd: '/a' };
  await stateDocuments(store, mine).put('one', { name: 'one', saved_at: '1' });
  await stateDocuments(store, mine).put('two', { name: 'two', saved_at: '2' });
  assert.deepEqual(
    (await statesOf(store, mine)).map(({ name }) => name),
    ['two', 'one'],
  );
  assert.deepEqual(await statesOf(store, { cwd: '/b' }), []);
  assert.match((await unknownState(store, mine, 'three')).hint, /Saved are: two, one/);
});
