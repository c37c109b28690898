import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../test/kit/record.ts';
import type { Evidence } from '../contract/evidence.ts';
import { makeLog } from '../kernel/log.ts';
import { EvidenceHub } from './evidence-hub.ts';

function makeHub() {
  let now = 1_000_000;
  const recorded: Evidence[] = [];
  const logged: string[] = [];
  const clock = { micros: () => now, monotonic: () => now / 1000 };
  const log = makeLog('debug', (line) => logged.push(line));
  const hub = new EvidenceHub(clock, log, (item) => recorded.push(item));
  const at = (time: number) => {
    now = time;
    hub.sink(seen({ time }));
  };
  const go = (time: number) => {
    now = time;
  };
  return { hub, recorded, logged, at, go };
}

test('what is seen while tests run carries their ids, in every stream', () => {
  const { hub, recorded, at, go } = makeHub();
  at(1_000_000);
  hub.tests.start('one', 'One');
  at(1_000_010);
  hub.tests.start('two', 'Two');
  hub.sink(seen({ time: 1_000_020, stream: 'flow', source: 'wire' }));
  go(1_000_030);
  assert.equal(hub.tests.end('one'), true);
  assert.equal(hub.tests.end('one'), false);
  at(1_000_040);
  assert.deepEqual(
    recorded.map(({ testIds }) => testIds),
    [undefined, ['one'], ['one', 'two'], ['two']],
  );
  assert.deepEqual(
    hub.tests.list().map(({ id }) => id),
    ['two'],
  );
});

test('what is told late carries the tests of the moment it was seen', () => {
  const { hub, recorded, go } = makeHub();
  hub.tests.start('one', 'One');
  go(2_000_000);
  hub.tests.end('one');
  hub.sink(seen({ time: 1_500_000 }));
  hub.sink(seen({ time: 2_500_000 }));
  assert.deepEqual(
    recorded.map(({ testIds }) => testIds),
    [['one'], undefined],
  );
});

test('watchers hear it until they stop, and one that fails harms nobody', () => {
  const { hub, recorded, logged, at } = makeHub();
  const heard: Evidence[] = [];
  hub.watch(() => {
    throw new Error('odd');
  });
  const stop = hub.watch((item) => heard.push(item));
  at(1);
  stop();
  at(2);
  assert.deepEqual([recorded.length, heard.length, logged.length], [2, 1, 2]);
});
