/** What is kept of links where many could be the cause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange, linked, query } from '../../../test/kit/linked.ts';
import { type NewRecord, onEveryRecord } from '../../../test/kit/record.ts';

await onEveryRecord((newRecord: NewRecord) => {
  test('where very many could be the cause, none of them is kept', async (t) => {
    const during = (count: number) => [
      ...Array.from({ length: count }, (_, at) => exchange(`/page/${at}`, 3000, at, 100)),
      query('select 1', 20, 30),
    ];
    assert.equal((await linked((await newRecord(t))(), during(8))).length, 8);
    assert.deepEqual(await linked((await newRecord(t))(), during(12)), []);
  });
});
