import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord } from '../../../../test/kit/record.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import { stateDocuments, statesOf, unknownState } from './states.ts';

test('states belong to their project and are found by name', async (t) => {
  const store = (await embeddedRecord(t))();
  const of = (name: string, cwd: string) => ({ documents: documentsOf(store, { name, cwd }) });
  const mine = of('key 1', '/a');
  await stateDocuments(mine).put('one', { name: 'one', saved_at: '1' });
  await stateDocuments(mine).put('two', { name: 'two', saved_at: '2' });
  assert.deepEqual(
    (await statesOf(mine)).map(({ name }) => name),
    ['two', 'one'],
  );
  assert.deepEqual(await statesOf(of('key 1', '/b')), []);
  assert.deepEqual(await statesOf(of('key 2', '/a')), []);
  assert.match((await unknownState(mine, 'three')).hint, /Saved are: two, one/);
});
