import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exception, request } from '../../../../test/kit/evidence-samples.ts';
import { embeddedRecord, seen } from '../../../../test/kit/record.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { comparable, happeningsBetween } from './happenings.ts';
import { diffReport, logDiff } from './log-diff.ts';
import type { Happenings } from './recording.ts';
import { Recordings } from './recordings.ts';

const CALLER = { session: 's1', name: 'own user', cwd: '/' };

const run = (changes: Partial<Happenings> = {}): Happenings => ({
  actions: [],
  errors: [],
  requests: [],
  warnings: 0,
  ...changes,
});

test('the same mistake reads the same in two runs', () => {
  const one = 'Order 17 of 3f2504e0-4f89-11d3-9a0c-0305e82c3301 at http://localhost:3000/x failed';
  const two = 'Order 99 of aaaa04e0-4f89-11d3-9a0c-0305e82c3301 at http://127.0.0.1:4000/x failed';
  assert.equal(comparable(one), comparable(two));
});

test('what breaks is a regression, what is mended is fixed, other things are changes', () => {
  const error = { errors: [{ message: 'e', count: 1 }] };
  const answer = (status: string) => ({ requests: [{ endpoint: 'GET /', statuses: [status] }] });
  assert.equal(logDiff(run(), run(error)).status, 'regression');
  assert.equal(logDiff(run(error), run()).status, 'fixed');
  assert.equal(logDiff(run(answer('200')), run(answer('500'))).status, 'regression');
  assert.equal(logDiff(run(answer('500')), run(answer('200'))).status, 'changed');
  assert.equal(logDiff(run(answer('200')), run()).status, 'changed');
  assert.equal(logDiff(run(), run()).status, 'match');
  assert.match(diffReport(logDiff(run(), run(error))), /New errors\n- e \(1x\)/);
});

test('only what lies between the two moments happened', async (t) => {
  const store = (await embeddedRecord(t))();
  const [before, within, after] = [1, 2, 3].map((n) => Date.now() * 1000 + n * 1_000_000) as [
    number,
    number,
    number,
  ];
  for (const time of [before, within, after]) {
    store.sink(seen({ stream: 'exception', data: exception('at 12 o’clock'), time }));
    store.sink(seen({ stream: 'request', data: request('/users/17', { status: 404 }), time }));
  }
  const seenThen = await happeningsBetween(store, within - 10, within + 10);
  assert.deepEqual(seenThen.errors, [{ message: 'TypeError: at ‹n› o’clock', count: 1 }]);
  assert.deepEqual(seenThen.requests, [{ endpoint: 'GET /users/‹id›', statuses: ['404'] }]);
});

test('recordings are there again after a restart', async (t) => {
  const open = await embeddedRecord(t);
  const first = open();
  const made = new Recordings(first, systemClock(), CALLER, false);
  const { id } = await made.start({
    name: 'Ä b!',
    start_url: 'http://a/',
    tab_id: undefined,
    viewport: null,
  });
  await made.stop(id);
  await first.close();
  const again = new Recordings(open(), systemClock(), CALLER, false);
  assert.deepEqual(
    (await again.list()).map((one) => [one.id, one.status]),
    [[id, 'done']],
  );
  await assert.rejects(again.findEither('nothing'), /No recording or playback nothing/);
});
