import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TabNumbers } from './tab-numbers.ts';

test('numbers come in order, and two servers of one record never have the same', async () => {
  let last = 0;
  const reserve = async (count: number) => {
    last += count;
    return last - count + 1;
  };
  const servers = [new TabNumbers(reserve), new TabNumbers(reserve)];
  await Promise.all(servers.map((server) => server.ready()));
  assert.deepEqual(
    servers.map((server) => server.next()),
    ['t1', 't21'],
  );
  const given: string[] = ['t1', 't21'];
  for (let i = 0; i < 100; i++) {
    for (const server of servers) given.push(server.next());
    if (i % 7 === 0) await servers[0]?.ready();
  }
  // More at once than were reserved: the record has not answered yet.
  for (let i = 0; i < 100; i++) given.push(servers[1]?.next() ?? '');
  assert.equal(new Set(given).size, given.length);
  assert.ok(given.every((id) => /^t\d+$/.test(id)));
});

test('without a record they count from 1, also where it cannot be had', async () => {
  const alone = new TabNumbers();
  await alone.ready();
  const failing = new TabNumbers(() => Promise.reject(new Error('no disk')));
  await failing.ready();
  for (const numbers of [alone, failing])
    assert.deepEqual([numbers.next(), numbers.next(), numbers.next()], ['t1', 't2', 't3']);
});
