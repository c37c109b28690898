import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../../session/service.ts';
import { Guests } from './guests.ts';

function fixture() {
  let opened = 0;
  const open = () => ({ id: `s${++opened}` }) as unknown as Session;
  const guests = new Guests({
    tasks: { commandMs: 1000, maxQueue: 1 },
    open,
    current: () => undefined,
  });
  return guests;
}

test('each caller has one session and its own tasks', () => {
  const guests = fixture();
  const one = guests.of('key 1');
  assert.equal(guests.of('key 1'), one);
  const two = guests.of('key 2');
  assert.notEqual(two.session, one.session);
  assert.notEqual(two.board, one.board);
});

test('counts are of all tasks together, and nothing is taken after the end', () => {
  const guests = fixture();
  assert.equal(guests.counts().queued, 0);
  const { board } = guests.of('key 1');
  guests.close();
  assert.throws(() => board.submit({ task_name: 'a', commands: [] }), { code: 'SHUTTING_DOWN' });
});
