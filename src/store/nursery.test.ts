import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { boundNursery } from './nursery.ts';

const nursery = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/** Things that live for a while: what makes V8 give new objects more room. */
function work(afterEach: () => void): void {
  const alive: object[][] = [];
  for (let i = 0; i < 400; i++) {
    alive.push(Array.from({ length: 5_000 }, (_, n) => ({ n, words: `item ${i} ${n}` })));
    if (alive.length > 20) alive.shift();
    afterEach();
  }
}

test('the nursery stays small, whatever lives for a while', () => {
  work(boundNursery);
  assert.ok(nursery() <= 64 * 2 ** 20, `${nursery()} bytes`);
});

test('a nursery that V8 has shrunk may grow again', () => {
  work(boundNursery);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 10 && nursery() > 4 * 2 ** 20; i++) collect();
  const shrunk = nursery();
  work(boundNursery);
  assert.ok(nursery() > shrunk || shrunk > 4 * 2 ** 20, `${nursery()} bytes after ${shrunk}`);
});
