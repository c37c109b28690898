/** Nothing that a tapped connection does keeps a command from ending. `npm run eval -- endings` does it 500 times each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endWhileClosing, type WayToEnd, waysToEnd } from '../kit/endings.ts';
import { echoServer } from '../kit/tcp.ts';

for (const way of Object.keys(waysToEnd) as WayToEnd[])
  test(`${way}: a connection that has just closed does not keep it alive`, async (t) => {
    const target = await echoServer(t);
    for (let round = 0; round < 4; round++) {
      const { code, signal, stderr } = await endWhileClosing(t, way, target);
      assert.deepEqual({ code, signal }, { code: 0, signal: null }, stderr);
      assert.doesNotMatch(stderr, /ended all the same|unsettled/);
    }
  });
