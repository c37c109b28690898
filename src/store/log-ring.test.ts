import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../kernel/clock.ts';
import { makeLog } from '../kernel/log.ts';
import { Redactor } from '../kernel/redact.ts';
import { LogRing } from './log-ring.ts';

function makeRing() {
  const written: string[] = [];
  const ring = new LogRing(systemClock(), new Redactor());
  return { ring, written, log: ring.around(makeLog('warning', (line) => written.push(line))) };
}

test('what is said is written by its level and kept whatever its level, redacted', () => {
  const { ring, written, log } = makeRing();
  log.debug('quiet');
  log.with({ tool: 'observe' }).error('loud', { cause: new Error('odd'), password: 'hunter2hunter2' });
  assert.equal(written.length, 1);
  const [first, second] = ring.lines();
  assert.deepEqual([first?.seq, first?.level, first?.message], [1, 'debug', 'quiet']);
  assert.deepEqual(second?.data, { tool: 'observe', cause: 'odd', password: '[REDACTED:secret-field]' });
});

test('only the newest lines are kept, and their numbers go on', () => {
  const { ring, log } = makeRing();
  for (let i = 1; i <= 1700; i++) log.info(`line ${i}`);
  const lines = ring.lines();
  assert.deepEqual([lines.length, lines[0]?.seq, lines.at(-1)?.message], [500, 1201, 'line 1700']);
});

test('what has no JSON is kept in words', () => {
  const { ring, log } = makeRing();
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  log.info('odd', { loop });
  assert.equal(ring.lines()[0]?.data.loop, '[object Object]');
});
