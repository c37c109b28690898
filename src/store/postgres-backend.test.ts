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
  const options = { folder: await scratch(t), clock: systemClock(), log: silentLog, retryMs: 20 };
  const store = openStore({ url: cluster.url, ...options });
  t.after(() => store.close());
  t.after(() => cluster.stop()); // after the store, as they end in this order
  store.sink(seen());
  await store.flush();
  await cluster.pause();
  store.sink(seen());
  await store.flush();
  assert.equal((await store.health()).state, 'stopped');
  await assert.rejects(store.page(), { code: 'STORE_UNAVAILABLE' });
  await assert.rejects(store.documents('notes').put('a', 1), { code: 'STORE_UNAVAILABLE' });
  await cluster.resume();
  while ((await store.health()).state === 'stopped') await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(
    (await store.page()).items.map((item) => item.seq),
    [2, 1],
  );
});

test('what is copied comes back as it was, however large or odd', {
  skip: await lackingPostgres(),
}, async (t) => {
  const cluster = await startPostgres();
  const options = { folder: await scratch(t), clock: systemClock(), log: silentLog };
  const store = openStore({ url: cluster.url, ...options });
  t.after(() => store.close());
  t.after(() => cluster.stop()); // after the store, as they end in this order
  const body = await store.putBody('a body');
  const odd = [
    seen({ data: { message: `Grüße 🚀\t\\"\n\u0000 ${'x'.repeat(600_000)}` }, monotonic: 0.1 + 0.2 }),
    seen({ stream: 'request', data: { status: -7, url: 'http://HOST/Ä?Q', responseBody: body } }),
    seen({ data: { message: 'tested' }, testIds: ['a "b"', 'ü'], where: { page: 'half \ud800 of a pair' } }),
  ];
  for (const one of odd) store.sink(one);
  const { items } = await store.page();
  const told = items
    .toReversed()
    .map(({ time, monotonic, data, testIds }) => ({ time, monotonic, data, testIds }));
  assert.deepEqual(
    told,
    odd.map(({ time, monotonic, data, testIds }) => ({ time, monotonic, data, testIds })),
  );
  assert.equal((await store.page({ url: 'host/ä?q' })).items.length, 1);
  assert.equal((await store.page({ text: 'TESTED', page: 'half \ufffd of a pair' })).items.length, 1);
  assert.equal(String(await store.getBody(body)), 'a body');
});

test('clearing and evicting the same stream do not wait for each other', {
  skip: await lackingPostgres(),
}, async (t) => {
  const cluster = await startPostgres();
  const options = {
    folder: await scratch(t),
    clock: systemClock(),
    log: silentLog,
    retention: { items: 500 },
  };
  const store = openStore({ url: cluster.url, ...options });
  t.after(() => store.close());
  t.after(() => cluster.stop()); // after the store, as they end in this order
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < 2000; i++) store.sink(seen());
    await store.flush();
    await Promise.all([store.sweep(), store.clear(), store.clear()]);
  }
  assert.equal(await store.count(), (await store.page({ limit: 10_000 })).items.length);
});
