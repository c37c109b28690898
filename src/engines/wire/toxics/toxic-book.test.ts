import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fault } from '../../../kernel/fault.ts';
import type { Toxic } from './toxic.ts';
import { type Affected, ToxicBook } from './toxic-book.ts';

function connection(id: string, port: number) {
  const toxics: { upstream: readonly Toxic[]; downstream: readonly Toxic[] } = {
    upstream: [],
    downstream: [],
  };
  const affected: Affected = {
    id,
    port,
    setToxics: (direction, list) => {
      toxics[direction] = list;
    },
  };
  const types = () => [toxics.upstream, toxics.downstream].map((list) => list.map(({ type }) => type).join());
  return { affected, types };
}

describe('the toxic book', () => {
  it('gives a connection the toxics of its rule and its own, by direction, in the order they were added', () => {
    const book = new ToxicBook(() => 0);
    const one = connection('a', 1);
    const other = connection('b', 2);
    book.add({ type: 'latency', on: { port: 1 }, direction: 'upstream' });
    book.add({ type: 'timeout', on: { connection: 'a' }, direction: 'upstream' });
    book.add({ type: 'slow_close', on: { port: 2 }, direction: 'downstream', attributes: { delay: 1 } });
    for (const { affected } of [one, other]) book.fit(affected);
    assert.deepEqual(one.types(), ['latency,timeout', '']);
    assert.deepEqual(other.types(), ['', 'slow_close']);
    assert.equal(book.list().length, 3);
  });

  it('decides once for each connection, and anew when the toxic changes', () => {
    const values = [0.9, 0.1];
    const book = new ToxicBook(() => values.shift() ?? assert.fail('asked too often'));
    const { affected, types } = connection('a', 1);
    const { id } = book.add({ type: 'latency', on: { port: 1 }, direction: 'upstream', toxicity: 0.5 });
    book.fit(affected);
    book.fit(affected);
    assert.deepEqual(types(), ['', '']);
    assert.equal(book.change(id, { attributes: { latency: 5 } }).toxicity, 0.5);
    book.fit(affected);
    assert.deepEqual(types(), ['latency', '']);
  });

  it('forgets the toxics of a rule or a connection that is gone', () => {
    const book = new ToxicBook(() => 0);
    const { id } = book.add({ type: 'latency', on: { port: 1 }, direction: 'upstream' });
    book.add({ type: 'latency', on: { connection: 'a' }, direction: 'upstream' });
    book.dropConnection('b');
    book.dropPort(2);
    assert.equal(book.list().length, 2);
    book.dropPort(1);
    book.dropConnection('a');
    assert.deepEqual(book.list(), []);
    const isUnknown = (error: unknown) => error instanceof Fault && error.code === 'NO_SUCH_WIRE_FAULT';
    assert.throws(() => book.remove(id), isUnknown);
    assert.throws(() => book.change(id, {}), isUnknown);
  });
});
