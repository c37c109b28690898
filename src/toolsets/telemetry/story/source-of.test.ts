import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedRecord, seen } from '../../../../test/kit/record.ts';
import { Sight, viewOf } from '../record-view.ts';
import { sourceOf } from './source-of.ts';

const URL = 'http://localhost:3000/app.js';
const SCRIPT = Array.from({ length: 30 }, (_, at) => `step(${at + 1});`).join('\n');

test('an error has the lines of its source, or of the script as it was loaded; others have none', async (t) => {
  const store = (await embeddedRecord(t))();
  const body = await store.putBody(SCRIPT);
  const where = { session: 's1', page: 't1' };
  const script = (data: object, place: object = where) =>
    seen({ stream: 'request', where: place, data: { url: URL, type: 'script', ...data } });
  const kept = { kind: 'text', mimeType: 'text/javascript', ...body };
  store.sink(script({ responseBody: kept }));
  store.sink(script({ responseBody: { withheld: 'switched-off' } }));
  store.sink(script({ url: `${URL}.map`, responseBody: { withheld: 'gone' } }));
  store.sink(seen({ stream: 'exception', where }));
  const source = { url: 'src/pay.ts', line: 2, first: 1, lines: ['one', 'two'] };
  store.sink(seen({ stream: 'exception', where, data: { source } }));
  store.sink(seen({ stream: 'exception', where: { session: 's2', page: 't9' } }));
  const { items } = await store.page({ streams: ['exception', 'request'] });
  const [others, mapped, plain, request] = items;
  const view = viewOf(store, new Sight(['s1'], []));
  assert.deepEqual(await sourceOf(view, mapped!.seq), source);
  const loaded = await sourceOf(view, plain!.seq);
  assert.deepEqual([loaded?.url, loaded?.line, loaded?.first], [URL, 12, 7]);
  assert.equal(loaded?.lines[5], 'step(12);');
  assert.equal(await sourceOf(view, others!.seq), undefined, 'of another session');
  const theirs = viewOf(store, new Sight(['s2'], []));
  assert.equal(await sourceOf(theirs, others!.seq), undefined, 'its script was not seen');
  assert.equal(await sourceOf(view, request!.seq), undefined, 'no error');
});
