import assert from 'node:assert/strict';
import test from 'node:test';
import { Lifetime } from './lifetime.ts';

test('the browser is closed after so long without a call, never during one', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  const life = new Lifetime(1000, async () => void closed++);
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = life.during(() => promise);
  t.mock.timers.tick(5000);
  assert.equal(closed, 0);
  resolve();
  return long.then(async () => {
    t.mock.timers.tick(900);
    await life.during(async () => {});
    t.mock.timers.tick(900);
    assert.equal(closed, 0);
    t.mock.timers.tick(200);
    assert.equal(closed, 1);
    await life.during(async () => {});
    life.end();
    t.mock.timers.tick(5000);
    assert.equal(closed, 1);
  });
});

test('0 never closes it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  const life = new Lifetime(0, async () => void closed++);
  await life.during(async () => {});
  t.mock.timers.tick(1e9);
  assert.equal(closed, 0);
});
