import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord } from '../../../../test/kit/record.ts';
import { documentsOf } from '../../../store/own-documents.ts';
import { PersonRecordings } from './person-recordings.ts';

test('a person sees and plays recordings of those whom they stand for, and of nobody else', async (t) => {
  const store = (await embeddedRecord(t))();
  const recording = (id: string, start: number) => ({
    id,
    name: id,
    status: 'done',
    start,
    start_url: 'http://shop.test/',
    tab_id: 't1',
    viewport: null,
    actions: [],
    errors: [],
    requests: [],
    warnings: 0,
  });
  const of = (name: string) => documentsOf(store, { name, cwd: '/' });
  await of('ann').ofKey('recordings').put('one', recording('one', 1));
  await of('ann').ofKey('recordings').put('two', recording('two', 2));
  await of('eve').ofKey('recordings').put('three', recording('three', 3));
  const results = [{ status: 'ok' }, { status: 'failed' }];
  const playback = { id: 'play', recording_id: 'one', start: 5, end: 6, results };
  await of('ann').ofKey('playbacks').put('play', playback);
  const calls: unknown[][] = [];
  const person = new PersonRecordings({
    store: async () => store,
    redact: (words) => words,
    call: async (...call) => {
      calls.push(call);
      return { said: '1 of 2 steps done\n{"status":"partial"}', isRefused: false };
    },
  });
  const rows = await person.list(['ann', 'bob']);
  assert.deepEqual(
    rows.map(({ id, played }) => [id, played]),
    [
      ['two', undefined],
      ['one', { time: 5, done: 1, steps: 2 }],
    ],
  );
  const played = await person.act(['bob', 'ann'], { kind: 'play', recording: 'one' });
  assert.deepEqual(played, { said: '1 of 2 steps done', isRefused: false });
  assert.deepEqual(calls, [['ann', 'configure', { action: 'playback', recording_id: 'one' }]]);
  assert.equal((await person.act(['ann'], { kind: 'play', recording: 'three' })).isRefused, true);
});
