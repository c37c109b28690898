import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../test/kit/properties.ts';
import { TimeHeap } from './time-heap.ts';

test('whatever goes in, in any order, comes out by time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (times) => {
      const heap = new TimeHeap<{ time: number }>((item) => item.time);
      for (const time of times) heap.push({ time });
      assert.equal(heap.size, times.length);
      const out: number[] = [];
      while (heap.size > 0) {
        const first = heap.first();
        assert.equal(heap.pop(), first);
        out.push(first?.time ?? -1);
      }
      assert.deepEqual(
        out,
        times.toSorted((one, two) => one - two),
      );
      assert.equal(heap.pop(), undefined);
    }),
  );
});
