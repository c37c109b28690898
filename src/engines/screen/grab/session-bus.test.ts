import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { busAddresses, openSessionBus } from './portal.ts';

/** Something that listens where the bus should, and what a client finds there. */
async function standIn(t: TestContext, meet: (socket: Socket) => void) {
  const path = join(await scratch(t), 'stand-in');
  const server = createServer(meet).listen(path);
  t.after(() => server.close());
  await once(server, 'listening');
  return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` };
}

test('addresses of the bus', () => {
  const given = 'tcp:host=x;unix:path=/a%20b,guid=1;unix:abstract=/c';
  assert.deepEqual(busAddresses({ DBUS_SESSION_BUS_ADDRESS: given }), [{ path: '/a b' }, { path: '\0/c' }]);
  assert.deepEqual(busAddresses({ XDG_RUNTIME_DIR: '/run/user/7' }), [{ path: '/run/user/7/bus' }]);
  assert.deepEqual(busAddresses({}), []);
});

test('a bus that never answers is given up', async (t) => {
  const met = Promise.withResolvers<Socket>();
  const env = await standIn(t, met.resolve);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const opening = openSessionBus(env, undefined);
  opening.catch(() => {});
  const socket = await met.promise;
  const left = once(socket.resume(), 'close');
  await once(socket, 'data'); // our first words: from now on we wait for the answer
  t.mock.timers.tick(25_000);
  await assert.rejects(opening, /No reply within 25000ms/);
  await left;
});

test('who opens it can stop while it does not answer', async (t) => {
  const controller = new AbortController();
  const env = await standIn(t, (socket) => {
    socket.resume().once('data', () => controller.abort(new Error('enough')));
  });
  await assert.rejects(openSessionBus(env, controller.signal));
});
