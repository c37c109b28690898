import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../contract/evidence.ts';
import { systemClock } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';
import { Redactor } from '../kernel/redact.ts';
import { Journal } from './journal.ts';
import { notedAct } from './noted-act.ts';

test('what a person does without a tool is noted like a call, secrets hidden, failures too', async () => {
  const journal = new Journal();
  const seen: Evidence[] = [];
  const parts = {
    journal,
    clock: systemClock(),
    redactor: new Redactor(),
    sink: (one: Evidence) => void seen.push(one),
  };
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const act = { session: 's1', caller: 'key 1', client: 'web app', name: 'keep', args: { of: secret } };
  const answer = { said: 'kept' };
  assert.equal(await notedAct(parts, act, async () => answer), answer);
  const refuse = async () => {
    throw fault('KEYCHAIN_REFUSED', { account: 'a', why: 'it is locked' });
  };
  await assert.rejects(notedAct(parts, act, refuse), /it is locked/);
  const entries = journal.query({ caller: 'key 1' });
  assert.deepEqual(
    entries.map(({ tool, client, outcome, bytes }) => [tool, client, outcome, bytes]),
    [
      ['keep', 'web app', 'KEYCHAIN_REFUSED', 0],
      ['keep', 'web app', 'ok', 4],
    ],
  );
  assert.deepEqual(
    seen.map(({ stream, where }) => [stream, where.session]),
    [
      ['call', 's1'],
      ['call', 's1'],
    ],
  );
  assert.ok(!JSON.stringify([entries, seen]).includes(secret));
});
