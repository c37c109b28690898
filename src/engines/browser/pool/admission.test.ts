import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Admission, type AdmissionOptions } from './admission.ts';

const make = (options: Partial<AdmissionOptions> = {}) =>
  new Admission({
    most: 2,
    mostMemory: 0,
    mostWaiting: 2,
    waitMs: 5_000,
    memory: async () => ({ used: 0, count: 0, each: 100 }),
    ...options,
  });

const code = (expected: string) => (thrown: unknown) => (thrown as { code: string }).code === expected;

test('lets in up to the limit, also when all come at once, and the rest in their order', async () => {
  const admission = make();
  const order: number[] = [];
  const entered = [1, 2, 3, 4].map((n) =>
    admission.enter().then((give) => {
      order.push(n);
      return give;
    }),
  );
  const [first, second] = await Promise.all(entered.slice(0, 2));
  assert.deepEqual([admission.taken, admission.waiting], [2, 2]);
  first!();
  first!(); // twice is once
  await entered[2];
  assert.equal(admission.taken, 2);
  second!();
  await entered[3];
  assert.deepEqual(order, [1, 2, 3, 4]);
});

test('refuses when too many wait, and says how many', async () => {
  const admission = make({ most: 1, mostWaiting: 1 });
  const give = await admission.enter();
  const waiting = admission.enter();
  await assert.rejects(admission.enter(), (thrown: { code: string; message: string }) => {
    assert.equal(thrown.code, 'QUEUE_FULL');
    assert.match(thrown.message, /^1 calls wait/);
    return true;
  });
  give();
  (await waiting)();
  await assert.rejects(async () => {
    const none = make({ most: 1, mostWaiting: 0 });
    await none.enter();
    await none.enter();
  }, code('LIMIT_REACHED'));
});

test('nobody waits longer than the limit, and who gives up leaves the queue', async () => {
  const admission = make({ most: 1, waitMs: 20 });
  await admission.enter();
  await assert.rejects(admission.enter(), code('LIMIT_REACHED'));
  const stop = new AbortController();
  const waiting = make({ most: 1 });
  await waiting.enter();
  const entering = waiting.enter(stop.signal);
  stop.abort(new Error('gone'));
  await assert.rejects(entering, /gone/);
  assert.equal(waiting.waiting, 0);
});

test('memory limits too: what is in use, what is starting and what one more will need', async () => {
  const memory = { used: 150, count: 1, each: 150 };
  const admission = make({ most: 10, mostMemory: 400, memory: async () => memory, mostWaiting: 5 });
  const first = await admission.enter(); // the one that is measured
  const second = await admission.enter(); // 150 + 1 × 150
  const third = admission.enter(); // 150 + 2 × 150 is too much
  assert.equal(
    await Promise.race([third.then(() => 'in'), new Promise((r) => setTimeout(r, 30, 'waits'))]),
    'waits',
  );
  memory.used = 0;
  memory.count = 0;
  first();
  (await third)();
  second();
  assert.equal(admission.taken, 0);
});
