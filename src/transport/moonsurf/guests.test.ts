import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Session } from '../../session/service.ts';
import { Guests } from './guests.ts';

function fixture(needsKey: boolean) {
  let opened = 0;
  const open = () => ({ id: `s${++opened}` }) as unknown as Session;
  const guests = new Guests({
    needsKey,
    tasks: { commandMs: 1000, maxQueue: 1 },
    open,
    current: () => undefined,
  });
  const of = (key: string | undefined, query = '') =>
    guests.of(
      { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } } as unknown as IncomingMessage,
      new URL(`http://localhost/tasks${query}`),
    );
  return { guests, of };
}

test('each key has one session and its own tasks, in the header or in the query', () => {
  const { of } = fixture(true);
  const one = of('first');
  assert.equal(of('first'), one);
  assert.equal(of(undefined, '?token=first'), one);
  const two = of('second');
  assert.notEqual(two.session, one.session);
  assert.notEqual(two.board, one.board);
});

test('where no key is asked for, a made-up one makes nobody somebody else', () => {
  const { of } = fixture(false);
  assert.equal(of('made-up'), of(undefined));
});

test('counts are of all tasks together, and nothing is taken after the end', () => {
  const { guests, of } = fixture(true);
  assert.equal(guests.counts().queued, 0);
  const { board } = of('first');
  guests.close();
  assert.throws(() => board.submit({ task_name: 'a', commands: [] }), { code: 'SHUTTING_DOWN' });
});
