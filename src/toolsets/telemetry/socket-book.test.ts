import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { embeddedRecord, seen } from '../../../test/kit/record.ts';
import type { Evidence } from '../../contract/evidence.ts';
import { SocketBook } from './socket-book.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const message = (connectionId: string) =>
  seen({
    stream: 'websocket',
    where: { page: 't1' },
    data: { event: 'message', connectionId, url: 'ws://a', size: 3 },
  });

test('messages are counted and not kept, whether or not anybody asks', async (t) => {
  const store = (await embeddedRecord(t))();
  let tell = (_evidence: Evidence) => {};
  const book = new SocketBook(store, (listener) => {
    tell = listener;
    return () => {};
  });
  const told = Array.from({ length: 1000 }, () => {
    const one = message('ours');
    tell(one);
    return new WeakRef(one);
  });
  for (let i = 0; i < 20 && told.some((one) => one.deref()); i++) {
    await turn();
    collect();
  }
  assert.equal(told.filter((one) => one.deref()).length, 0);
  await book.load();
  assert.equal(book.list()[0]!.status(0).message_rate.incoming.total, 1000);
});

test('what the record has besides is older, and nothing is counted twice', async (t) => {
  const store = (await embeddedRecord(t))();
  let tell = (_evidence: Evidence) => {};
  const book = new SocketBook(store, (listener) => {
    tell = listener;
    return () => {};
  });
  for (const id of ['theirs', 'ours', 'theirs']) store.sink(message(id));
  tell(message('ours'));
  await book.load();
  tell(message('ours'));
  const totals = book.list().map((line) => [line.id, line.status(0).message_rate.incoming.total]);
  assert.deepEqual(totals, [
    ['ours', 2],
    ['theirs', 2],
  ]);
});
