/** Two clients with different keys: what one has and did is unknown to the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFront } from '../kit/echo-front.ts';
import { fetchText, openSse, rpc } from '../kit/http.ts';
import { initialize, request, toolCall } from '../kit/json-rpc.ts';
import { startServer } from '../kit/start-server.ts';

const MINE = 'mine-mine';
const OTHER = 'other-other';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test('a session is unknown to every key but its own, on every route', async (t) => {
  const { mcp, base } = await startFront(t, { key: MINE, moreKeys: [OTHER] });
  const session = String((await rpc(mcp, initialize(1), { key: MINE })).headers['mcp-session-id']);
  assert.equal((await rpc(mcp, request(2, 'ping'), { key: OTHER, session })).status, 404);
  for (const method of ['GET', 'DELETE']) {
    const headers = { ...bearer(OTHER), 'mcp-session-id': session, accept: 'text/event-stream' };
    assert.equal((await fetchText(mcp, { method, headers })).status, 404, method);
  }
  assert.equal((await rpc(mcp, request(3, 'ping'), { key: MINE, session })).status, 200);

  const stream = await openSse(t, `${base}/sse`, bearer(MINE));
  const { data: url } = await stream.event('endpoint');
  assert.equal((await rpc(url, request(1, 'ping'), { key: OTHER })).status, 404);
  assert.equal((await rpc(url, request(2, 'ping'), { key: MINE })).status, 200);
  await stream.answer(2);
  assert.equal(stream.events.all.length, 2, 'the address and one answer');
});

test('/journal and /health tell a key of its own calls and sessions', async (t) => {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', '--api-keys', `${MINE},${OTHER}`]);
  const [, base = ''] = await server.stderrMatch(/listens at (http:\S+)\/mcp\nAPI key: as given\n/);
  const call = (key: string, words: string) =>
    rpc(`${base}/mcp`, toolCall(1, 'browser_instance', { action: 'info', instanceId: words }), { key });
  await call(MINE, 'of-mine');
  await call(OTHER, 'of-other');
  await call(OTHER, 'of-other-too');
  const journal = async (key: string, query = '') =>
    JSON.parse((await fetchText(`${base}/journal${query}`, { headers: bearer(key) })).text);
  const mine = await journal(MINE);
  assert.deepEqual([mine.entries.length, mine.calls, mine.failed], [1, 1, 1]);
  assert.match(mine.entries[0].args, /of-mine/);
  const others = await journal(OTHER);
  assert.deepEqual([others.entries.length, others.calls], [2, 2]);
  const session = others.entries[0].session;
  for (const query of [`?session=${session}`, '?caller=key%202', '?caller=own%20user'])
    assert.doesNotMatch(JSON.stringify(await journal(MINE, query)), /of-other/, query);
});
