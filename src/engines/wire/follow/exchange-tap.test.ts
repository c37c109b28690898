import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../../test/kit/wire-rig.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLog } from '../../../kernel/log.ts';
import { ExchangeTap } from './exchange-tap.ts';
import type { Followed } from './follow-messages.ts';

function makeTap(t: TestContext) {
  const told: Followed[] = [];
  const clock = systemClock();
  const tap = new ExchangeTap({ clock, log: silentLog, tell: (followed) => told.push(followed) });
  t.after(() => tap.close());
  const open = (connection: string) => {
    const tapped = tap.open(
      { connection, port: 9, client: 'a:1', target: 'b:2' },
      `session of ${connection}`,
    )!;
    const say = (direction: 'up' | 'down', words: string | Uint8Array) =>
      tapped.data(direction, Buffer.from(words), clock.micros());
    return { say, end: () => tapped.end(clock.micros()) };
  };
  return { tap, told, open };
}

test('exchanges of many connections come from the thread, each with its session', async (t) => {
  const { tap, told, open } = makeTap(t);
  const all = ['A', 'B', 'C'].map(open);
  for (const { say } of all) {
    say('up', 'PING\r\n');
    say('down', '+PONG\r\n');
    say('up', 'GET a\r\n');
  }
  const running = await tap.running();
  assert.deepEqual(
    told.map(({ exchange, session }) => [exchange.exchangeId, exchange.result, session]),
    ['A', 'B', 'C'].map((one) => [`${one}.1`, 'PONG', `session of ${one}`]),
  );
  assert.deepEqual(
    running.map(({ exchange }) => [exchange.exchangeId, exchange.state]),
    ['A', 'B', 'C'].map((one) => [`${one}.2`, 'running']),
  );
  for (const { end } of all) end();
  assert.deepEqual(await tap.running(), []);
  assert.equal(told.filter(({ exchange }) => exchange.state === 'lost').length, 3);
});

test('bytes longer than a parcel arrive whole, without being asked for', async (t) => {
  const { told, open } = makeTap(t);
  const { say } = open('A');
  say('up', 'GET big\r\n');
  say('down', `$1000000\r\n${'x'.repeat(1_000_000)}\r\n`);
  await until('it is told', () => told.length === 1);
  assert.equal(told[0]?.exchange.bytesDown, 1_000_012);
});

test('a flood is given up, counted and told; others are followed on, and nobody waits', async (t) => {
  const { tap, told, open } = makeTap(t);
  const [flood, calm] = [open('flood'), open('calm')];
  flood.say('up', 'GET a\r\n');
  flood.say('down', '$100000000\r\n');
  for (let n = 0; n < 64; n++) flood.say('down', Buffer.alloc(256 * 1024, 'x'));
  calm.say('up', 'PING\r\n');
  calm.say('down', '+PONG\r\n');
  await tap.running();
  assert.deepEqual(
    tap.dropped.map(({ connection, session }) => [connection, session]),
    [['flood', 'session of flood']],
  );
  const outcome = (id: string) => told.find(({ exchange }) => exchange.exchangeId === id)?.exchange;
  assert.equal(outcome('calm.1')?.result, 'PONG');
  assert.equal(outcome('flood.1')?.state, 'lost');
});
