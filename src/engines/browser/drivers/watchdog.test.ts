import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch } from './watchdog.ts';

const TIMES = { every: 5, limit: 20 };
const never = () => new Promise<never>(() => {});

test('a missed ping and the word that it is gone are enough', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  watch(
    {
      ping: never,
      isAlive: async () => {
        asked++;
        return false;
      },
      lost: resolve,
    },
    TIMES,
  );
  await promise;
  assert.equal(asked, 1);
});

test('a late answer is as good as a quick one, unless the other side is known to be gone meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answers: (() => void)[] = [];
  let asked = 0;
  watch(
    {
      ping: () => new Promise<void>((answer) => answers.push(answer)),
      // Late, but before the limit; the third ping is never answered.
      isAlive: async () => {
        asked++;
        if (asked > 2) return false;
        answers.at(-1)?.();
        return true;
      },
      lost: resolve,
    },
    { every: 1, limit: 60_000, doubt: 5 },
  );
  await promise;
  assert.deepEqual([asked, answers.length], [3, 3]);
});

test('where nobody can tell, two missed pings are needed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let pings = 0;
  watch(
    {
      ping: () => {
        pings++;
        return never();
      },
      isAlive: async () => undefined,
      lost: resolve,
    },
    TIMES,
  );
  await promise;
  assert.equal(pings, 2);
});

test('an answer makes up for a miss, and who stops watching hears no more', async () => {
  const answers = [never, async () => 1, never, async () => 1];
  const { promise, resolve } = Promise.withResolvers<void>();
  let isLost = false;
  const stop = watch(
    {
      ping: () => {
        const next = answers.shift();
        if (!next) resolve();
        return next ? next() : never();
      },
      isAlive: async () => true,
      lost: () => {
        isLost = true;
      },
    },
    TIMES,
  );
  await promise;
  stop();
  await new Promise((done) => setTimeout(done, 60));
  assert.equal(isLost, false);
});
