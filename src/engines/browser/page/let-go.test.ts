import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LettingGo } from './let-go.ts';

test('handles are let go of a few at a time, all of them in the end, and none after the page is gone', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const letGo = new LettingGo();
  let gone = 0;
  const handle = {
    dispose: async () => {
      gone++;
      throw new Error('the page is gone');
    },
  };
  letGo.add(Array.from({ length: 50 }, () => handle));
  assert.equal(gone, 0, 'not at once');
  t.mock.timers.tick(100);
  assert.equal(gone, 20);
  letGo.add([handle]);
  t.mock.timers.tick(100);
  t.mock.timers.tick(100);
  assert.equal(gone, 51);
  letGo.add(Array.from({ length: 1000 }, () => handle));
  t.mock.timers.tick(100);
  assert.equal(gone, 101, 'more of many');
  letGo.forget();
  t.mock.timers.tick(1_000);
  assert.equal(gone, 101);
});
