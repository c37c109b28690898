import assert from 'node:assert/strict';
import { test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';
import { LegacySessions } from './legacy-sessions.ts';

test('over the limit the oldest idle session goes; busy ones stay', async (t) => {
  const service = echoService();
  const factory = serviceFactory(service, silentLog);
  const open = () => factory({ transport: 'http', cwd: '/' });
  const options = { open, idleMs: 60_000, pingMs: 60_000, log: silentLog, maxSessions: 2 };
  const sessions = new LegacySessions(options);
  t.after(() => sessions.close());
  const first = await sessions.start('key 1');
  const second = await sessions.start('key 1');
  assert.ok(first && second);
  first.lastUsed = Date.now() + 1000;
  const third = await sessions.start('key 1');
  assert.ok(third);
  assert.equal(sessions.find(second.id, 'key 1'), undefined);
  assert.equal(sessions.find(first.id, 'key 1'), first);
  const busy = { get: () => true };
  for (const { transport } of [first, third]) Object.defineProperty(transport, 'isBusy', busy);
  assert.equal(await sessions.start('key 1'), undefined);
  assert.equal(service.live.size, 2);
  await sessions.close();
  assert.equal(service.live.size, 0);
});
