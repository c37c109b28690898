import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../../test/kit/echo-front.ts';
import { fetchText } from '../../test/kit/http.ts';
import { Journal } from '../session/journal.ts';
import { statusRoutes } from './status-routes.ts';

test('how it is, in JSON and in numbers, and who called what; with the key only', async (t) => {
  const journal = new Journal();
  for (const tool of ['a', 'b', 'a'])
    journal.add(
      { time: '', session: 's1', client: 'me', args: '', bytes: 0, ms: 1, tool, outcome: 'ok' },
      'key 1',
    );
  const { base } = await startFront(t, {
    key: 'the-right-key',
    routes: statusRoutes({
      health: () => ({ status: 'ok' }),
      metrics: async () => ({ type: 'text/x-numbers', text: 'up 1' }),
      journal,
    }),
  });
  const headers = { authorization: 'Bearer the-right-key' };
  const get = (path: string) => fetchText(base + path, { headers });
  assert.deepEqual(JSON.parse((await get('/health')).text), { status: 'ok' });
  const numbers = await get('/metrics');
  assert.deepEqual([numbers.headers['content-type'], numbers.text], ['text/x-numbers', 'up 1']);
  const { entries, calls } = JSON.parse((await get('/journal?tool=a&limit=1')).text);
  assert.deepEqual([entries.length, entries[0].id, calls], [1, 3, 3]);
  for (const path of ['/health', '/metrics', '/journal'])
    assert.equal((await fetchText(base + path)).status, 401);
});
