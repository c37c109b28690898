import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { test } from 'node:test';
import { PortRange } from './port-range.ts';

test('a port that a stranger listens on is passed over, and a range that is used up says so', async (t) => {
  const servers: Server[] = [];
  t.after(() => servers.forEach((server) => void server.close()));
  const listen = (range: PortRange) => {
    const server = createServer();
    servers.push(server);
    return range.listen(server);
  };
  const stranger = createServer().listen(0, '127.0.0.1');
  servers.push(stranger);
  await once(stranger, 'listening');
  const { port } = stranger.address() as { port: number };
  const range = new PortRange(port, port + 3);
  const taken = [await listen(range), await listen(range)];
  assert.ok(taken[0]! > port);
  await assert.rejects(async () => {
    for (;;) taken.push(await listen(range));
  }, /Every DevTools port for browsers is taken/);
  assert.equal(new Set(taken).size, taken.length);
  await new Promise((resolve) => servers[1]!.close(resolve));
  assert.equal(await listen(range), taken[0]);
});
