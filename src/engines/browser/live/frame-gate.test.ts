import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Frame, FrameGate } from './frame-gate.ts';

const frame = (name: string): Frame => ({ bytes: Buffer.from(name), width: 1, height: 1 });

/** Comes when that many were taken. */
function taker(most: number) {
  const taken: { readonly name: string; readonly at: number }[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  return {
    taken,
    done,
    take({ bytes }: Frame) {
      taken.push({ name: String(bytes), at: performance.now() });
      if (taken.length === most) resolve();
      return true;
    },
  };
}

test('the first passes at once, then no more than one in each gap, and the newest', async () => {
  const { taken, done, take } = taker(3);
  const gate = new FrameGate(80, take);
  for (const name of ['a', 'b', 'c', 'd']) gate.offer(frame(name));
  assert.deepEqual(
    taken.map(({ name }) => name),
    ['a'],
  );
  const more = setInterval(() => gate.offer(frame('e')), 10);
  await done;
  clearInterval(more);
  gate.close();
  const [first, second, third] = taken.map(({ at }) => at);
  // Timers may be a moment early.
  assert.ok(second! - first! >= 78 && third! - second! >= 78, JSON.stringify(taken));
});

test('what is not taken is offered again, unless there is a newer one', async () => {
  const offered: string[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const gate: FrameGate = new FrameGate(5, ({ bytes }) => {
    offered.push(String(bytes));
    if (offered.length === 2) gate.offer(frame('b'));
    if (offered.length === 3) resolve();
    return offered.length === 3;
  });
  gate.offer(frame('a'));
  await done;
  assert.deepEqual(offered, ['a', 'a', 'b']);
  gate.close();
});
