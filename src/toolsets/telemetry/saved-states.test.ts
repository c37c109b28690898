import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord } from '../../../test/kit/record.ts';
import type { Fault } from '../../kernel/fault.ts';
import { findState, listStates, stateDocuments } from './saved-states.ts';

test('states belong to their project and are found by name', async (t) => {
  const store = (await embeddedRecord(t))();
  const mine = { cwd: '/a' };
  await stateDocuments(store, mine).put('one', { name: 'one', saved_at: '1' });
  await stateDocuments(store, mine).put('two', { name: 'two', saved_at: '2' });
  assert.deepEqual(
    (await listStates(store, mine)).map(({ name }) => name),
    ['two', 'one'],
  );
  assert.deepEqual(await listStates(store, { cwd: '/b' }), []);
  assert.equal((await findState(store, mine, 'one')).name, 'one');
  await assert.rejects(findState(store, mine, 'three'), (error: Fault) =>
    /Saved are: two, one/.test(error.hint),
  );
});
