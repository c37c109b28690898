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

test('while the thread is busy, or starts, little pieces gather in few parcels', async (t) => {
  const { tap, told, open } = makeTap(t);
  const { say } = open('A');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (let n = 0; n < 200; n++) {
    say('up', 'PING\r\n');
    say('down', '+PONG\r\n');
    t.mock.timers.tick(1000);
  }
  t.mock.timers.reset();
  await tap.running();
  assert.deepEqual(tap.dropped, []);
  assert.equal(told.length, 200);
});

/** Far more at once than can be on its way. */
function flood(
  say: (direction: 'up' | 'down', bytes: Uint8Array) => void,
  pieces = 64,
  size = 256 * 1024,
): number {
  for (let n = 0; n < pieces; n++) say('down', Buffer.alloc(size, 'x'));
  return pieces * size;
}

test('of a long body only the length is looked at, and what comes behind it is followed', async (t) => {
  const { tap, told, open } = makeTap(t);
  const { say } = open('A');
  const length = 64 * 256 * 1024 + 3;
  say('up', 'GET /big HTTP/1.1\r\nhost: h\r\n\r\n');
  say('down', `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`);
  flood(say);
  say('down', 'end');
  say('up', 'GET /small HTTP/1.1\r\nhost: h\r\n\r\n');
  say('down', 'HTTP/1.1 204 No Content\r\n\r\n');
  await tap.running();
  assert.deepEqual(
    told.map(({ exchange }) => [exchange.question, exchange.state, exchange.result]),
    [
      ['GET /big', 'done', `200 OK ${length} bytes`],
      ['GET /small', 'done', '204 No Content 0 bytes'],
    ],
  );
  assert.deepEqual(tap.dropped, []);
});

test('where messages begin among what was not looked at, the connection is followed no further', async (t) => {
  const { tap, told, open } = makeTap(t);
  const { say } = open('A');
  say('up', 'GET a\r\n');
  say('down', '$100\r\n');
  flood(say);
  await tap.running();
  assert.equal(told[0]?.exchange.state, 'lost');
  assert.match(told[0]?.exchange.error ?? '', /too fast|Cannot be read/);
});

test('a flood of short pieces is given up, counted and told; others are followed on, and nobody waits', async (t) => {
  const { tap, told, open } = makeTap(t);
  const [loud, calm] = [open('loud'), open('calm')];
  loud.say('up', 'GET a\r\n');
  loud.say('down', '$100000000\r\n');
  flood(loud.say, 50_000, 100);
  calm.say('up', 'PING\r\n');
  calm.say('down', '+PONG\r\n');
  await tap.running();
  assert.deepEqual(
    tap.dropped.map(({ connection, session }) => [connection, session]),
    [['loud', 'session of loud']],
  );
  const outcome = (id: string) => told.findLast(({ exchange }) => exchange.exchangeId === id)?.exchange;
  assert.equal(outcome('calm.1')?.result, 'PONG');
  assert.equal(outcome('loud.1')?.state, 'lost');
});
