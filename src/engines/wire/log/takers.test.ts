import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Destination, LogOwner } from './destination.ts';
import { logSubject } from './line.ts';
import { Takers } from './takers.ts';

const log = (owner?: LogOwner) => ({ owner }) as Destination;
const of = (session?: string) => logSubject('c', { noteRange: () => {}, settled: () => {} }, session);

test('a record goes to the logs that may have it; equal sets are the same list', () => {
  const anns = new Set(['a']);
  const [all, ann, eve] = [
    log({ name: 'the product' }),
    log({ name: 'ann', sees: (session) => session === undefined || anns.has(session) }),
    log({ name: 'eve', sees: (session) => session === undefined || session === 'e' }),
  ];
  const takers = new Takers();
  takers.choose([all, ann, eve]);
  assert.deepEqual(takers.of(of('a')), [all, ann]);
  assert.deepEqual(takers.of(of('e')), [all, eve]);
  assert.deepEqual(takers.of(of('b')), [all]);
  assert.equal(takers.of(of()), takers.of(undefined), 'of the command line: everybody');
  anns.add('b');
  takers.askAgain();
  assert.equal(takers.of(of('b')), takers.of(of('a')));
  takers.choose([all]);
  assert.equal(takers.of(of('a')), takers.of(of('e')));
});
