import assert from 'node:assert/strict';
import test from 'node:test';
import { Turns } from './turns.ts';

const never = new AbortController().signal;

test('calls on one page wait for each other', async () => {
  const turns = new Turns('t1');
  const log: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = (name: string, wait?: Promise<void>) => async () => {
    log.push(`${name} in`);
    await wait;
    log.push(`${name} out`);
  };
  const first = turns.take(never, work('a', promise));
  const second = turns.take(never, work('b'));
  await Promise.resolve();
  assert.deepEqual(log, ['a in']);
  resolve();
  await Promise.all([first, second]);
  assert.deepEqual(log.slice(1), ['a out', 'b in', 'b out']);
});

test('a failed call lets the next one in; one that was given up is not begun', async () => {
  const turns = new Turns('t1');
  const gone = new AbortController();
  const failing = turns.take(never, async () => {
    throw new Error('no');
  });
  let isBegun = false;
  const given = turns.take(gone.signal, async () => {
    isBegun = true;
  });
  gone.abort();
  await assert.rejects(failing, /no/);
  await assert.rejects(given, /cancelled/);
  assert.equal(isBegun, false);
  assert.equal(await turns.take(never, async () => 3), 3);
});

test('while a person has the page calls wait, those that only look too, and do not wait for ever', async () => {
  const turns = new Turns('t1', 300);
  turns.hold();
  assert.ok(turns.isHeld);
  const waits = [turns.take(never, async () => 1), turns.take(never, async () => 2)];
  const looks = turns.free(never).then(() => 3);
  assert.equal(turns.waiting, 2);
  turns.release();
  assert.deepEqual(await Promise.all([...waits, looks]), [1, 2, 3]);
  assert.equal(turns.waiting, 0);

  turns.hold();
  const start = performance.now();
  const refused = [turns.take(never, async () => 1), turns.take(never, async () => 2)];
  for (const one of await Promise.allSettled(refused))
    assert.equal(one.status === 'rejected' && one.reason.code, 'HUMAN_IN_CONTROL');
  // All of them together, and not one after the other.
  assert.ok(performance.now() - start < 590);
  assert.equal(turns.waiting, 0);
});
