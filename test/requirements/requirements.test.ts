import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows } from './all.ts';
import { compare } from './gate.ts';
import type { Row } from './row.ts';

const ofSeed = (seed: Row['seed'], pattern = /./) =>
  rows.filter((row) => row.seed === seed && pattern.test(row.id)).length;

test('every scenario and requirement of the seeds has its row', () => {
  assert.equal(ofSeed('viewpoint'), 33);
  assert.equal(ofSeed('rawprox', /^rawprox: REQ_MCP_0\d\d$/), 39);
  assert.equal(ofSeed('rawprox'), 39);
  assert.equal(ofSeed('gasoline', /: (observe|analyze|generate|configure|interact) /), 97);
  assert.equal(ofSeed('gasoline', /: guarantee \d/), 6);
  assert.equal(ofSeed('gasoline', /: CORE_MCP_PROD_00\d$/), 8);
  const faults = rows.flatMap(({ id }) => /^gasoline: fault (\d\d)/.exec(id)?.[1] ?? []);
  assert.equal(new Set(faults).size, 40);
  assert.equal(ofSeed('gasoline'), 97 + 6 + 8 + faults.length);
  assert.equal(ofSeed('fotos'), 46);
  assert.equal(ofSeed('moonsurf'), 33);
});

test('ids are unique and begin with their seed', () => {
  assert.equal(new Set(rows.map((row) => row.id)).size, rows.length);
  for (const row of rows) assert.ok(row.id.startsWith(`${row.seed}: `), row.id);
});

const row = (id: string): Row => ({ id, seed: 'fotos', behaviour: 'x' });

test('the gate passes when every row is verified', () => {
  const verdict = compare([row('a')], [{ id: 'a', outcome: 'pass' }]);
  assert.deepEqual(verdict, { summary: 'requirements: 1 of 1 rows verified', problems: [] });
});

test('the gate names a row without a passing test', () => {
  assert.deepEqual(compare([row('a')], []).problems, ['row without a passing test: a']);
  const mixed = compare(
    [row('a')],
    [
      { id: 'a', outcome: 'pass' },
      { id: 'a', outcome: 'fail' },
    ],
  );
  assert.deepEqual(mixed.problems, ['row without a passing test: a']);
});

test('the gate refuses an unknown id', () => {
  const verdict = compare([], [{ id: 'z', outcome: 'fail' }]);
  assert.deepEqual(verdict.problems, ['unknown row cited: z']);
});

test('a row whose tests cannot run on this machine is said, not failed', () => {
  const verdict = compare([row('a')], [{ id: 'a', outcome: 'skip' }]);
  assert.deepEqual(verdict.problems, []);
  assert.match(verdict.summary, /1 not testable on this machine/);
});
