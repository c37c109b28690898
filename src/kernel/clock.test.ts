import assert from 'node:assert/strict';
import test from 'node:test';
import { isoMicros, systemClock } from './clock.ts';
import { base62, newId } from './ids.ts';
import { makeLog } from './log.ts';
import { nearest } from './nearest.ts';

test('the clock is near the wall clock and never goes back', () => {
  const clock = systemClock();
  let last = clock.micros();
  assert.ok(Math.abs(last / 1000 - Date.now()) < 5000);
  for (let i = 0; i < 10_000; i++) {
    const now = clock.micros();
    assert.ok(now >= last);
    last = now;
  }
});

test('times have six digits of fraction', () => {
  assert.equal(isoMicros(0), '1970-01-01T00:00:00.000000Z');
  assert.equal(isoMicros(1_700_000_000_000_007), '2023-11-14T22:13:20.000007Z');
  assert.equal(isoMicros(1_700_000_000_123_456), '2023-11-14T22:13:20.123456Z');
});

test('base 62 keeps the last digits', () => {
  assert.equal(base62(0, 4), '0000');
  assert.equal(base62(61, 2), '0z');
  assert.equal(base62(62, 2), '10');
  assert.equal(base62(62 ** 2, 2), '00');
});

test('ids differ and carry their prefix', () => {
  assert.match(newId('s'), /^s_[\w-]{12}$/);
  assert.notEqual(newId('s'), newId('s'));
});

test('the nearest name is found across spellings, and none when nothing is near', () => {
  assert.equal(nearest('localPort', ['local_port', 'target_port']), 'local_port');
  assert.equal(nearest('--prot', ['--port', '--host']), '--port');
  assert.equal(nearest('zzzzzz', ['port', 'host']), undefined);
});

test('log lines are JSON with fields of the child log, errors included, below the level nothing', () => {
  const lines: string[] = [];
  const log = makeLog('info', (line) => lines.push(line)).with({ session: 's1' });
  log.debug('hidden');
  log.error('broke', { cause: new Error('why') });
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0]!);
  assert.equal(line.level, 'error');
  assert.equal(line.session, 's1');
  assert.equal(line.cause.message, 'why');
});
