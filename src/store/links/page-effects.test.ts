/** What followed in a page, where neither the browser nor the order of the record says it outright. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action } from '../../../test/kit/evidence-samples.ts';
import { asked, at, linked, PAGE } from '../../../test/kit/linked.ts';
import { type NewRecord, onEveryRecord } from '../../../test/kit/record.ts';

await onEveryRecord((newRecord: NewRecord) => {
  test('a picture that came after a click, though the browser does not say what for; none of the load itself', async (t) => {
    const picture = (path: string, from: number) =>
      asked(path, from, from + 5, { type: 'image', initiator: { type: 'other' } });
    const all = [
      asked('/', 0, 50, { isNavigation: true, type: 'document', initiator: { type: 'other' } }),
      picture('/logo.png', 60),
      at('action', 4000, 4000, action('click', 'more'), PAGE),
      picture('/more.png', 4100),
      picture('/long-after.png', 7000),
    ];
    assert.deepEqual(await linked((await newRecord(t))(), all), ['2→3 action likely']);
  });

  test('what was said of an answer is known by its values, though the answer was told of later', async (t) => {
    const store = (await newRecord(t))();
    const body = {
      kind: 'text',
      ...(await store.putBody(JSON.stringify({ id: 77_123, title: 'Blue velvet lampshade' }))),
    };
    const all = [
      at('console', 30, 30, { level: 'error', message: 'item 77123 is odd', type: 'error' }, PAGE),
      asked('/item', 0, 29, { responseBody: body, initiator: { type: 'script' } }),
    ];
    assert.deepEqual(await linked(store, all), ['1→0 answer likely']);
  });
});
