import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '../../../test/requirements/verifies.ts';
import { Fault, fault } from '../../kernel/fault.ts';
import { gasolineFailure } from './gasoline.ts';

const parts = (failed: Fault) => gasolineFailure(failed, 'observe').structuredContent!;

test('the text is the code and what to do, then the same parts as JSON', () => {
  const result = gasolineFailure(fault('PILOT_DISABLED', { isLocked: false }), 'interact');
  const [block] = result.content;
  assert.ok(block?.type === 'text' && result.isError);
  const [line, json] = block.text.split('\n');
  assert.match(line!, /^Error: pilot_disabled — Switch it on with configure/);
  assert.deepEqual(JSON.parse(json!), result.structuredContent);
});

test('wrong arguments are told apart', () => {
  const wrong = (param: string, isMissing: boolean) =>
    parts(fault('INVALID_ARGUMENTS', { tool: 'observe', problems: ['p'], param, isMissing })).error;
  assert.equal(wrong('what', true), 'missing_param');
  assert.equal(wrong('what', false), 'unknown_mode');
  assert.equal(wrong('limit', false), 'invalid_param');
});

verifies(
  ['gasoline: fault 40.3 rate limit'],
  'what time mends can be tried again, after the time it needs',
  () => {
    const limited = parts(fault('RATE_LIMITED', { limit: 500, retryAfterMs: 4321 }));
    assert.deepEqual(
      [limited.error, limited.retryable, limited.retry_after_ms],
      ['rate_limited', true, 4321],
    );
    const wrong = parts(fault('INVALID_CURSOR', { cursor: 'x' }));
    assert.deepEqual([wrong.retryable, 'retry_after_ms' in wrong], [false, false]);
  },
);

test('the call that would help is there where one would, and only there', () => {
  assert.deepEqual(parts(fault('NO_SUCH_COMMAND', { id: 'x' })).recovery_tool_call, {
    tool: 'observe',
    arguments: { what: 'pending_commands' },
  });
  assert.equal(parts(fault('PILOT_DISABLED', { isLocked: true })).recovery_tool_call, undefined);
});

test('a command keeps its name, and every kind of fault has a code', () => {
  const named = new Fault('ELEMENT_NOT_FOUND', { target: 'x', action: 'click', correlation_id: 'click_1' });
  assert.deepEqual([parts(named).action, parts(named).correlation_id], ['click', 'click_1']);
  assert.equal(parts(fault('NAVIGATION_FAILED', { url: 'u', why: 'w' })).error, 'extension_error');
  assert.equal(parts(fault('INTERNAL')).error, 'internal_error');
});
