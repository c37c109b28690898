import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EventTime } from './event-time.ts';

const clockAt = (start: number) => {
  let micros = start * 1_000;
  return {
    clock: { micros: () => micros, monotonic: () => micros / 1_000 - start },
    pass(ms: number) {
      micros += ms * 1_000;
    },
  };
};

it("takes the browser's time where the clocks agree, but never one of the future", () => {
  const { clock } = clockAt(1_000_000);
  const time = new EventTime(clock);
  assert.equal(time.wall(999_990.5), 999_990_500);
  assert.equal(time.wall(1_000_000.4), 1_000_000_000);
});

it('shifts the times of a machine whose clock differs', () => {
  const { clock, pass } = clockAt(1_000_000);
  const time = new EventTime(clock);
  assert.equal(time.wall(400_000), 1_000_000_000);
  pass(5_000);
  assert.equal(time.wall(402_000), 1_002_000_000);
});

it('knows network times once an event has told both', () => {
  const { clock, pass } = clockAt(1_000_000);
  const time = new EventTime(clock);
  assert.equal(time.network(12), 1_000_000_000);
  time.learn(10, 999.9);
  pass(1_000);
  assert.equal(time.network(10.05), 999_950_000);
  assert.equal(time.monotonic(1_000_500_000), 500);
});
