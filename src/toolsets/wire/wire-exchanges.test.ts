import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../../../test/kit/evidence-samples.ts';
import { seen } from '../../../test/kit/record.ts';
import { wireKit, words } from '../../../test/kit/wire-kit.ts';
import { isFault } from '../../../test/kit/wire-rig.ts';
import type { Exchange } from './exchange-search.ts';
import { wireExchanges } from './wire-exchanges.ts';

const NOW = Date.now() * 1000;

/** A kit whose record holds these. */
async function withExchanges(t: Parameters<typeof wireKit>[0], ...all: Partial<Exchange>[]) {
  const kit = await wireKit(t);
  for (const [at, changes] of all.entries()) {
    const data = exchange(`f1.${at + 1}`, { startTime: NOW + at * 1000, ...changes });
    const time = data.startTime + data.ms * 1000;
    kit.store.sink(seen({ source: 'wire', stream: 'exchange', time, where: { connection: 'f1' }, data }));
  }
  return kit;
}

test('by statement: counted, added up, the most time first', async (t) => {
  const many = Array.from({ length: 213 }, (): Partial<Exchange> => ({ ms: 2 }));
  const kit = await withExchanges(t, { ms: 300, statement: 'select pg_sleep(?)', rows: 0 }, ...many, {
    ms: 5,
    protocol: 'redis',
    port: 10,
    statement: 'GET cart:?',
    state: 'failed',
  });
  const reply = await kit.call(wireExchanges);
  assert.deepEqual(
    (reply.data!.statements as { count: number; statement: string; total_ms: number }[]).map(
      ({ count, statement, total_ms }) => [count, statement, total_ms],
    ),
    [
      [213, 'select name from users where id = ?', 426],
      [1, 'select pg_sleep(?)', 300],
      [1, 'GET cart:?', 5],
    ],
  );
  const [head = '', , first = ''] = words(reply).split('\n');
  assert.match(head, /^215 exchanges on 1 connection, 1 failed; 731 ms together, from \S+Z to \S+Z\.$/);
  assert.match(
    first,
    /^213× postgres :9 select name from users where id = \? \| 426 ms together, 2 each, slowest 2, 213 rows/,
  );
});

test('filters: port, protocol, state, text, duration, time', async (t) => {
  const kit = await withExchanges(
    t,
    { ms: 1, question: 'select 1', parameters: ['Ada', null] },
    {
      ms: 50,
      question: 'GET cart:7',
      protocol: 'redis',
      port: 10,
      state: 'failed',
      error: 'WRONGTYPE of key',
    },
    { ms: 9, question: 'select "Übergang"', startTime: NOW + 60_000_000 },
  );
  const ids = async (args: object) => {
    const { data } = await kit.call(wireExchanges, { by: 'time', ...args });
    return (data!.exchanges as { id: string }[]).map(({ id }) => id);
  };
  assert.deepEqual(await ids({}), ['f1.3', 'f1.2', 'f1.1']);
  assert.deepEqual(await ids({ by: 'slowest' }), ['f1.2', 'f1.3', 'f1.1']);
  assert.deepEqual(await ids({ port: 10 }), ['f1.2']);
  assert.deepEqual(await ids({ protocol: 'postgres' }), ['f1.3', 'f1.1']);
  assert.deepEqual(await ids({ state: 'failed' }), ['f1.2']);
  assert.deepEqual(await ids({ text: 'ada' }), ['f1.1']);
  assert.deepEqual(await ids({ text: 'wrongtype' }), ['f1.2']);
  assert.deepEqual(await ids({ text: '"übergang"' }), ['f1.3']);
  // A field's name is no text of it.
  assert.deepEqual(await ids({ text: 'exchangeId' }), []);
  assert.deepEqual(await ids({ min_ms: 9 }), ['f1.3', 'f1.2']);
  assert.deepEqual(await ids({ since: new Date((NOW + 30_000_000) / 1000).toISOString() }), ['f1.3']);
  assert.deepEqual(await ids({ until: new Date((NOW + 30_000_000) / 1000).toISOString() }), ['f1.2', 'f1.1']);
  assert.deepEqual(await ids({ id: 'f2' }), []);
});

test('what was told while it ran counts once, and what nobody saw the end of is lost', async (t) => {
  const kit = await withExchanges(
    t,
    { exchangeId: 'f1.8', state: 'running', ms: 1200, startTime: NOW },
    { exchangeId: 'f1.9', state: 'running', ms: 1300, startTime: NOW },
    { exchangeId: 'f1.8', state: 'done', ms: 5000, startTime: NOW },
  );
  const { data } = await kit.call(wireExchanges, { by: 'slowest' });
  assert.deepEqual(
    (data!.exchanges as { id: string; state: string }[]).map(({ id, state }) => [id, state]),
    [
      ['f1.8', 'done'],
      ['f1.9', 'lost'],
    ],
  );
});

test('one in full, and how to get at its bytes', async (t) => {
  const kit = await withExchanges(t, { question: `select ${'x'.repeat(1000)}`, firstMessage: 17 });
  const reply = await kit.call(wireExchanges, { id: 'f1.1' });
  assert.equal((reply.data!.exchange as Exchange).question.length, 1007);
  assert.match(words(reply), /wire_flow id "f1" offset 17/);
  await assert.rejects(kit.call(wireExchanges, { id: 'f1.99' }), isFault('NO_SUCH_EXCHANGE'));
});

test('a long list keeps to its budget, and says how to go on', async (t) => {
  const kit = await withExchanges(t, ...Array.from({ length: 90 }, () => ({})));
  const reply = await kit.call(wireExchanges, { by: 'time', budget: 3000, limit: 80 });
  assert.ok(words(reply).length <= 3000);
  assert.match(words(reply), /\d+ more: until "\S+Z"\./);
  const shown = (reply.data!.exchanges as unknown[]).length;
  assert.equal(reply.data!.exchanges_left_out, 90 - shown);
});
