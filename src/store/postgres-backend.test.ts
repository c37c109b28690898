import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../test/kit/free-port.ts';
import { lackingPostgres, startPostgres } from '../../test/kit/postgres.ts';
import { seen } from '../../test/kit/record.ts';
import { scratch } from '../../test/kit/scratch.ts';
import { systemClock } from '../kernel/clock.ts';
import { silentLog } from '../kernel/log.ts';
import { postgresBackend } from './postgres-backend.ts';
import { openStore } from './store.ts';

test('without the package the fault says what to install', async () => {
  const missing = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }));
  await assert.rejects(
    postgresBackend('postgres://me:secret@db/x', missing),
    (error: Error & { code?: string }) => {
      assert.equal(error.code, 'STORE_UNAVAILABLE');
      assert.match(error.message, /postgres:\/\/me@db\/x .*npm install pg/);
      return true;
    },
  );
});

test('a server that is not there is a fault; the sink stays calm', async (t) => {
  const url = `postgres://me:secret@127.0.0.1:${await freePort()}/x`;
  const store = openStore({ url, folder: await scratch(t), clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  await assert.rejects(store.page(), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'STORE_UNAVAILABLE');
    assert.match(error.message, /ECONNREFUSED/);
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
  store.sink(seen());
  await store.flush();
  assert.equal((await store.health()).state, 'stopped');
});

test('a URL that is none is a fault', async (t) => {
  const store = openStore({
    url: 'postgres://',
    folder: await scratch(t),
    clock: systemClock(),
    log: silentLog,
  });
  t.after(() => store.close());
  await assert.rejects(store.page(), { code: 'STORE_UNAVAILABLE' });
});

test('a server that goes away and comes back costs no item', { skip: await lackingPostgres() }, async (t) => {
  const cluster = await startPostgres();
  t.after(() => cluster.stop());
  const options = { folder: await scratch(t), clock: systemClock(), log: silentLog, retryMs: 20 };
  const store = openStore({ url: cluster.url, ...options });
  t.after(() => store.close());
  store.sink(seen());
  await store.flush();
  await cluster.pause();
  store.sink(seen());
  await store.flush();
  assert.equal((await store.health()).state, 'stopped');
  await assert.rejects(store.page(), { code: 'STORE_UNAVAILABLE' });
  await cluster.resume();
  while ((await store.health()).state === 'stopped') await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(
    (await store.page()).items.map((item) => item.seq),
    [2, 1],
  );
});
