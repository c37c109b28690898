import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SessionSnapshot, snapshotDiff } from './diff-sessions.ts';

const snapshot = (changes: Partial<SessionSnapshot> = {}): SessionSnapshot => ({
  name: 'x',
  captured_at: '',
  page_url: null,
  errors: [],
  warnings: [],
  endpoints: {},
  performance: {},
  ...changes,
});
const verdict = (a: Partial<SessionSnapshot>, b: Partial<SessionSnapshot>) =>
  snapshotDiff(snapshot(a), snapshot(b)).summary.verdict;

test('the verdict follows from errors, answers and times', () => {
  assert.equal(verdict({}, {}), 'unchanged');
  assert.equal(verdict({ errors: ['a'] }, {}), 'improved');
  assert.equal(verdict({}, { errors: ['a'] }), 'regressed');
  assert.equal(verdict({ errors: ['a'] }, { errors: ['b'] }), 'mixed');
  assert.equal(verdict({}, { endpoints: { 'GET /': { count: 1, status: 'net::ERR' } } }), 'regressed');
  assert.equal(
    verdict({ performance: { load_time: 100 } }, { performance: { load_time: 151 } }),
    'regressed',
  );
  assert.equal(
    verdict({ performance: { load_time: 100 } }, { performance: { load_time: 149 } }),
    'unchanged',
  );
});

test('an answer that was bad before is no new error', () => {
  const bad = { 'GET /': { count: 1, status: '500' } };
  assert.deepEqual(
    snapshotDiff(snapshot({ endpoints: bad }), snapshot({ endpoints: bad })).diff.network.new_errors,
    [],
  );
});
