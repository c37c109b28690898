import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandWords } from './command.ts';

const record = { correlation_id: 'c', action: 'click', queued: false, final: true, created_at: '' };

test('how a command stands, in one line', () => {
  assert.equal(commandWords({ ...record, status: 'complete', timing_ms: 12 }), 'click complete (12 ms)');
  assert.equal(
    commandWords({ ...record, status: 'pending', queue_position: 2 }),
    'click is number 2 in the queue',
  );
  assert.equal(commandWords({ ...record, status: 'pending' }), 'click is being done');
  const error = { code: 'INTERNAL', message: 'No.', hint: '' } as const;
  assert.equal(commandWords({ ...record, status: 'expired', error }), 'FAILED — click expired: No.');
});
