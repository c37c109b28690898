import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  action,
  consoleLine,
  exception,
  loadSnapshot,
  request,
  vitals,
} from '../../../../test/kit/evidence-samples.ts';
import { seen } from '../../../../test/kit/record.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { Alarms } from './alarms.ts';
import { isAtLeast } from './alert.ts';

const at = (stream: Evidence['stream'], data: Record<string, unknown>, time = 1_000_000) =>
  seen({ stream, data, time });
const titles = (alarms: Alarms, evidence: Evidence) =>
  alarms.look(evidence).map(({ event, title }) => `${event}: ${title}`);

test('errors, failed requests, policy and poor vitals are worth a word; the rest is not', () => {
  const alarms = new Alarms();
  assert.deepEqual(titles(alarms, at('exception', exception('x'))), ['errors: TypeError: x']);
  assert.deepEqual(titles(alarms, at('console', consoleLine('bad', { level: 'error' }))), ['errors: bad']);
  assert.deepEqual(titles(alarms, at('console', consoleLine('blocked', { category: 'csp' }))), [
    'security: blocked',
  ]);
  assert.deepEqual(titles(alarms, at('console', consoleLine('fine'))), []);
  assert.deepEqual(titles(alarms, at('request', request('/a', { status: 500 }))), [
    'network_errors: GET http://localhost:3000/a 500',
  ]);
  assert.deepEqual(titles(alarms, at('request', request('/a'))), []);
  assert.deepEqual(
    titles(alarms, at('request', request('/a', { failure: 'net::ERR_ABORTED', isCanceled: true }))),
    [],
  );
  assert.deepEqual(
    titles(alarms, at('vitals', vitals('d', { cls: { value: 0.4, rating: 'poor', attribution: {} } }))),
    ['performance: Poor CLS'],
  );
});

test('ten errors within ten seconds are a spike, told once', () => {
  const alarms = new Alarms();
  const told = Array.from({ length: 12 }, (_, i) =>
    titles(alarms, at('exception', exception(`e${i}`), i * 100_000)).slice(1),
  );
  assert.deepEqual(told.flat(), ['anomaly: Error spike']);
});

test('the same thing clicked three times in a second by a person is frustration', () => {
  const alarms = new Alarms();
  const click = (ms: number, changes = {}) =>
    titles(alarms, at('action', action('click', 'pay', changes), ms * 1000));
  assert.deepEqual([click(0), click(200), click(400)].flat(), ['user_frustration: Rage clicks']);
  assert.deepEqual([click(5000), click(7000), click(9000)].flat(), []);
  assert.deepEqual(
    [1, 2, 3].flatMap((i) => click(20_000 + i, { source: 'ai' })),
    [],
  );
});

test('a page that loads half as slowly again has become worse', () => {
  const alarms = new Alarms();
  const load = (ms: number) => titles(alarms, at('performance', loadSnapshot('d', ms)));
  assert.deepEqual([load(400), load(500), load(900)].flat(), ['regression: Page load is slower']);
});

test('severities have an order', () => {
  assert.ok(isAtLeast('error', 'warning') && !isAtLeast('info', 'warning'));
});
