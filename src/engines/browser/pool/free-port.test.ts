import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { PortRange } from './free-port.ts';

test('a port that a stranger listens on is passed over, and a range that is used up says so', async (t) => {
  const stranger = createServer().listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  t.after(() => stranger.close());
  const { port } = stranger.address() as { port: number };
  const range = new PortRange(port, port + 3);
  const first = await range.take();
  assert.ok(first > port);
  const second = await range.take();
  assert.notEqual(second, first);
  const taken = [first, second];
  await assert.rejects(async () => {
    for (;;) taken.push(await range.take());
  }, /Every DevTools port for browsers is taken/);
  assert.equal(new Set(taken).size, taken.length);
  range.give(first);
  assert.equal(await range.take(), first);
});
