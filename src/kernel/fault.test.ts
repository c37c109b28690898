import assert from 'node:assert/strict';
import test from 'node:test';
import { asFault, Fault, fault, faults } from './fault.ts';

test('a fault says what happened and what to do next', () => {
  const made = fault('PORT_IN_USE', { port: 9000 });
  assert.equal(made.message, 'Port 9000 already in use.');
  assert.match(made.hint, /another port/);
  assert.equal(made.kind, 'world');
  assert.deepEqual(made.data, { port: 9000 });
});

test('anything else that is thrown becomes INTERNAL and keeps its cause to itself', () => {
  const cause = new Error('secret detail');
  const made = asFault(cause);
  assert.equal(made.code, 'INTERNAL');
  assert.equal(made.cause, cause);
  assert.doesNotMatch(`${made.message} ${made.hint}`, /secret detail/);
  const own = fault('CANCELLED', { tool: 'x' });
  assert.equal(asFault(own), own);
});

test('codes are upper case, and every sentence and hint ends like a sentence', () => {
  for (const [code, row] of Object.entries(faults)) {
    assert.match(code, /^[A-Z][A-Z_]+$/);
    // Any field is a list of one word: it prints, joins and counts, so that every row can be rendered.
    const data = new Proxy({}, { get: () => ['x'] });
    const made = new Fault(code as 'INTERNAL', data);
    assert.match(made.message, /[.!?]$/, code);
    assert.match(made.hint, /[.!?]$/, code);
    assert.ok(row.kind);
  }
});
