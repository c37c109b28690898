import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPool } from '../../../test/kit/pool.ts';
import { PersonInstances } from './person-instances.ts';

test('browsers of one’s own agents are seen and ended, and none of others', async (t) => {
  const { pool } = await startPool(t);
  const calls: (readonly [string, string, unknown])[] = [];
  const person = new PersonInstances({
    pool: () => pool,
    sessionsOf: (caller) => [{ id: `${caller}-session`, client: `${caller} client` }],
    call: async (...called) => {
      calls.push(called);
      return { said: 'ok', isRefused: false };
    },
    mainOf: (callers) => callers[0]!,
    redact: (words) => words.replace('hush', '•••'),
  });
  const opened = await pool.open({ name: 'hush till' }, { session: 'mine-session', name: 'mine' });
  assert.deepEqual(
    person.list(['mine']).map(({ id, name, agent, isShared }) => ({ id, name, agent, isShared })),
    [{ id: opened.id, name: '••• till', agent: 'mine client', isShared: false }],
  );
  assert.deepEqual(person.list(['theirs']), []);
  assert.equal((await person.act(['theirs'], { kind: 'end-browser', id: opened.id })).isRefused, true);
  assert.equal(person.list(['mine']).length, 1);
  assert.equal((await person.act(['mine'], { kind: 'end-browser', id: opened.id })).isRefused, false);
  assert.deepEqual(person.list(['mine']), []);
  await person.act(['mine'], { kind: 'start-browser', name: '', url: 'about:blank', headless: true });
  assert.deepEqual(calls, [
    ['mine', 'browser_instance', { action: 'new', shared: true, headless: true, url: 'about:blank' }],
  ]);
});
