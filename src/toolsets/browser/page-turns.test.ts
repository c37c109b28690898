import assert from 'node:assert/strict';
import test from 'node:test';
import { PageTurns } from './page-turns.ts';

const never = new AbortController().signal;

test('calls on one page wait for each other, on different pages they do not', async () => {
  const turns = new PageTurns();
  const log: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = (name: string, wait?: Promise<void>) => async () => {
    log.push(`${name} in`);
    await wait;
    log.push(`${name} out`);
  };
  const first = turns.take('t1', never, work('a', promise));
  const second = turns.take('t1', never, work('b'));
  await turns.take('t2', never, work('c'));
  assert.deepEqual(log, ['a in', 'c in', 'c out']);
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(log.slice(3), ['a out', 'b in', 'b out']);
  await Promise.resolve();
  assert.equal(turns.size, 0);
});

test('a failed call lets the next one in; one that was given up is not begun', async () => {
  const turns = new PageTurns();
  const gone = new AbortController();
  const failing = turns.take('t1', never, async () => {
    throw new Error('no');
  });
  let isBegun = false;
  const given = turns.take('t1', gone.signal, async () => {
    isBegun = true;
  });
  gone.abort();
  await assert.rejects(failing, /no/);
  await assert.rejects(given, /cancelled/);
  assert.equal(isBegun, false);
  assert.equal(await turns.take('t1', never, async () => 3), 3);
});
