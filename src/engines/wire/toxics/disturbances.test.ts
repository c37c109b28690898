import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { Fault } from '../../../kernel/fault.ts';
import { makeToxic, TOXIC_TYPES, type Toxic, type ToxicType } from './toxic.ts';
import { ToxicChain } from './toxic-chain.ts';

/** A chain on a clock that the test turns, and what came out of it, when. */
function rig(t: TestContext, random: () => number = () => 0.5) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const out: { at: number; bytes: Buffer }[] = [];
  const ends: string[] = [];
  let rooms = 0;
  const taken: (() => void)[] = [];
  const chain = new ToxicChain({
    now: () => now,
    random,
    write: (bytes, done) => {
      out.push({ at: now, bytes });
      taken.push(done);
    },
    end: () => ends.push(`end at ${now}`),
    close: (why) => ends.push(`close at ${now}: ${why}`),
    reset: (why) => ends.push(`reset at ${now}: ${why}`),
    onRoom: () => rooms++,
  });
  const tick = (millis: number) => {
    for (let i = 0; i < millis; i++) {
      now++;
      t.mock.timers.tick(1);
    }
  };
  const texts = () => out.map(({ at, bytes }) => `${at} ${bytes}`);
  const all = () => Buffer.concat(out.map(({ bytes }) => bytes));
  const take = () => {
    for (const done of taken.splice(0)) done();
  };
  return { chain, tick, texts, all, ends, out, take, rooms: () => rooms };
}

let count = 0;
const make = (type: ToxicType, attributes: Record<string, number>): Toxic =>
  makeToxic(`flt_${count++}`, { type, on: { port: 1 }, direction: 'upstream', attributes });

describe('latency', () => {
  it('delays bytes and the end, and keeps the order whatever the jitter', (t) => {
    const values = [1, 0, 0.5];
    const { chain, tick, texts, ends } = rig(t, () => values.shift() ?? 0.5);
    chain.refit([make('latency', { latency: 100, jitter: 50 })]);
    for (const text of ['a', 'b', 'c']) chain.push(Buffer.from(text));
    chain.end();
    tick(149);
    assert.deepEqual(texts(), []);
    tick(1);
    assert.deepEqual(texts(), ['150 a', '150 b', '150 c']);
    assert.deepEqual(ends, ['end at 150']);
  });
});

describe('bandwidth', () => {
  it('lets through the rate, exactly the bytes', (t) => {
    const { chain, tick, all, out, ends } = rig(t);
    chain.refit([make('bandwidth', { rate: 10 })]);
    const bytes = randomBytes(10_000);
    chain.push(bytes.subarray(0, 9_999));
    chain.push(bytes.subarray(9_999));
    chain.end();
    tick(500);
    const half = out.reduce((sum, one) => sum + one.bytes.length, 0);
    assert.ok(half >= 4_800 && half <= 5_000, `${half} of 10,000 after half a second`);
    assert.deepEqual(ends, []);
    tick(502);
    assert.deepEqual(all(), bytes);
    assert.equal(ends.length, 1);
  });
});

describe('slicer', () => {
  it('cuts to pieces that vary, apart in time, exactly the bytes', (t) => {
    let turn = 0;
    const { chain, tick, all, out } = rig(t, () => (turn++ % 11) / 10);
    chain.refit([make('slicer', { average_size: 100, size_variation: 40, delay: 2000 })]);
    const bytes = randomBytes(5000);
    chain.push(bytes);
    tick(10);
    assert.ok(out.length >= 5 && out.length <= 6, `${out.length} pieces in 10 ms`);
    tick(200);
    assert.deepEqual(all(), bytes);
    const sizes = out.slice(0, -1).map((one) => one.bytes.length);
    assert.equal(Math.min(...sizes), 60);
    assert.equal(Math.max(...sizes), 140);
  });
});

describe('slow_close', () => {
  it('delays the end alone', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    chain.refit([make('slow_close', { delay: 30 })]);
    chain.push(Buffer.from('a'));
    chain.end();
    assert.deepEqual(texts(), ['0 a']);
    tick(29);
    assert.deepEqual(ends, []);
    tick(1);
    assert.deepEqual(ends, ['end at 30']);
  });
});

describe('timeout', () => {
  it('holds everything, then closes', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    chain.refit([make('timeout', { timeout: 50 })]);
    chain.push(Buffer.from('a'));
    tick(50);
    assert.deepEqual(texts(), []);
    assert.deepEqual(ends, ['close at 50: timeout']);
  });

  it('0 holds until it is removed, then nothing is missing', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    chain.refit([make('timeout', { timeout: 0 })]);
    chain.push(Buffer.from('a'));
    chain.end();
    tick(5000);
    assert.deepEqual([texts(), ends], [[], []]);
    chain.refit([]);
    assert.deepEqual([texts(), ends], [['5000 a'], ['end at 5000']]);
  });
});

describe('reset_peer', () => {
  it('passes bytes until the reset, and none comes when it is removed before', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    const toxic = make('reset_peer', { timeout: 20 });
    chain.refit([toxic]);
    chain.push(Buffer.from('a'));
    tick(19);
    chain.refit([]);
    tick(10);
    assert.deepEqual([texts(), ends], [['0 a'], []]);
    chain.refit([make('reset_peer', { timeout: 0 })]);
    tick(1);
    assert.deepEqual(ends, ['reset at 30: reset_peer']);
  });
});

describe('limit_data', () => {
  it('closes after exactly so many bytes, once', (t) => {
    const { chain, texts, ends } = rig(t);
    chain.refit([make('limit_data', { bytes: 5 })]);
    for (const text of ['abc', 'def', 'ghi']) chain.push(Buffer.from(text));
    assert.deepEqual(texts(), ['0 abc', '0 de']);
    assert.deepEqual(ends, ['close at 0: limit_data']);
  });
});

describe('the chain', () => {
  it('keeps what a toxic holds and has counted while others come and go', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    const limit = make('limit_data', { bytes: 4 });
    const latency = make('latency', { latency: 10 });
    chain.refit([limit]);
    chain.push(Buffer.from('ab'));
    chain.refit([latency, limit]);
    chain.push(Buffer.from('cd'));
    tick(5);
    chain.refit([make('slow_close', { delay: 1 }), latency, limit]);
    tick(5);
    assert.deepEqual(texts(), ['0 ab', '10 cd']);
    assert.deepEqual(ends, ['close at 10: limit_data']);
  });

  it('passes on what a removed toxic held before anything new', (t) => {
    const { chain, texts, tick } = rig(t);
    chain.refit([make('latency', { latency: 100 }), make('latency', { latency: 50 })]);
    chain.push(Buffer.from('a'));
    tick(100);
    chain.push(Buffer.from('b'));
    chain.refit([]);
    assert.ok(chain.isEmpty);
    chain.push(Buffer.from('c'));
    assert.deepEqual(texts(), ['100 a', '100 b', '100 c']);
  });

  it('says when it is full and when there is room', (t) => {
    const { chain, take, rooms } = rig(t);
    chain.refit([make('slow_close', { delay: 1 })]);
    assert.equal(chain.push(Buffer.alloc(4 * 1024 * 1024)), true);
    assert.equal(chain.push(Buffer.alloc(1)), false);
    assert.equal(rooms(), 0);
    take();
    assert.equal(rooms(), 1);
  });

  it('stops all clocks when the connection is over', (t) => {
    const { chain, tick, texts, ends } = rig(t);
    chain.refit([
      make('latency', { latency: 5 }),
      make('timeout', { timeout: 5 }),
      make('reset_peer', { timeout: 5 }),
    ]);
    chain.push(Buffer.from('a'));
    chain.stop();
    tick(20);
    assert.deepEqual([texts(), ends], [[], []]);
  });
});

describe('makeToxic', () => {
  it('completes what was left out, and keeps what a change does not name', () => {
    const one = makeToxic('x', {
      type: 'latency',
      on: { port: 1 },
      direction: 'downstream',
      attributes: { latency: 5 },
    });
    assert.deepEqual([one.toxicity, one.attributes], [1, { latency: 5, jitter: 0 }]);
    const { type, on, direction } = one;
    const two = makeToxic('x', { type, on, direction, toxicity: 0.5, attributes: { jitter: 2 } }, one);
    assert.deepEqual([two.toxicity, two.attributes], [0.5, { latency: 5, jitter: 2 }]);
  });

  it('refuses what cannot be', () => {
    const base = { on: { port: 1 }, direction: 'upstream' } as const;
    const bad = [
      { type: 'latency', toxicity: 1.5 },
      { type: 'latency', attributes: { latency: -1 } },
      { type: 'latency', attributes: { delay: 1 } },
      { type: 'bandwidth' },
      { type: 'bandwidth', attributes: { rate: 0 } },
      { type: 'slicer', attributes: { average_size: 5, size_variation: 5 } },
      { type: 'limit_data', attributes: { bytes: Number.NaN } },
      { type: 'earthquake' as ToxicType },
    ] as const;
    for (const wanted of bad) {
      assert.throws(
        () => makeToxic('x', { ...base, ...wanted }),
        (error) => error instanceof Fault && error.code === 'INVALID_WIRE_FAULT',
        JSON.stringify(wanted),
      );
    }
    assert.equal(TOXIC_TYPES.length, 7);
  });
});
