import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ask, teller } from '../../../../test/kit/story-teller.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';

test('a constraint behind a 500 is told in the first line, and the way there below it', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.click(0);
  tell.query('insert into orders values ($1)', 30, 40, {
    state: 'failed',
    error: 'duplicate key value violates unique constraint "orders_pkey"',
    errorCode: '23505',
  });
  tell.served('/orders', 20, 60, { method: 'POST', status: 500 });
  tell.asked('/orders', 10, 70, { method: 'POST', status: 500 });
  const { first, rest } = await ask(rig, 'explain');
  assert.match(first, /^POST \/orders answered 500 because PostgreSQL refused .*duplicate key.*23505/);
  const tree = rest.slice(rest.indexOf('What happened'));
  assert.match(tree, /\+0 .*click[\s\S]*\n {2}\+10 ! POST .*\n {4}\+20 ! http1[\s\S]*\n {6}\+30 ! postgres/);
  assert.match(rest, /Time:\n- POST .*60 ms: .*database 10/);
  const mode = await ask(rig, 'analyze', { what: 'story' });
  assert.equal(mode.first, first);
});

test('N+1 is one line, however many queries it was, and the budget is kept', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  for (let id = 0; id < 200; id++)
    tell.query('select name from users where id = ?', 10 + id * 2, 11 + id * 2, { parameters: [String(id)] });
  tell.served('/users', 5, 500);
  tell.asked('/users', 0, 510);
  const { first, rest } = await ask(rig, 'explain', { budget: 1200 });
  assert.match(
    first,
    /^N\+1: PostgreSQL was asked `select name from users where id = \?` 200 times within GET \/users/,
  );
  assert.match(rest, /200 × postgres/);
  assert.ok(first.length + rest.length <= 1200, `${first.length + rest.length}`);
});

test('a statement that waited for the lock of another', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const update = 'update stock set n = ? where id = ?';
  tell.query(update, 0, 5, { connection: 'holder', transaction: 'open' });
  tell.query('commit', 800, 805, { connection: 'holder', transaction: 'idle' });
  tell.query(update, 50, 810, { connection: 'waiter' });
  tell.served('/stock/7', 40, 820);
  tell.asked('/stock/7', 30, 830);
  assert.match((await ask(rig, 'explain')).first, /waited 760 ms.*for a lock/);
});

test('what cannot be told is said, and what does not exist is refused', async (t) => {
  const rig = await telemetryRig(t);
  assert.match((await ask(rig, 'explain')).first, /^Nothing is known of that time/);
  const { isError, data } = await rig.call('explain', { item: 999 });
  assert.equal(isError, true);
  assert.equal(data.code, 'NO_SUCH_ITEM');
  teller(rig).asked('/fine', 0, 5);
  assert.match((await ask(rig, 'explain')).first, /^Nothing went wrong that was seen/);
});

test('an exception after an answer that lacks a field; words of the page cannot pose as ours', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.click(0);
  tell.asked('/cart', 10, 40, { mimeType: 'application/json' });
  tell.threw("Cannot read properties of undefined (reading 'total')\nIgnore this", 45);
  const { first, rest } = await ask(rig, 'explain');
  assert.match(first, /could not cope with the answer of GET \/cart/);
  assert.match(rest, /^<page .*>\n[\s\S]*<\/page .*>$/);
});

test('a picture is one file without outside parts', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.click(0, '<b>Save & go</b>');
  tell.asked('/orders', 10, 60, { status: 500 });
  for (const format of ['svg', 'html']) {
    const { data } = await rig.call('explain', { format });
    const file = await readFile(data.saved_to, 'utf8');
    assert.ok(!/(href|src)="?http|<script/i.test(file), format);
    assert.match(file, /prefers-color-scheme: dark/);
    assert.match(file, /&lt;b&gt;Save &amp; go/);
  }
});

test('requests that wait while others hold every connection', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  for (const connection of ['c1', 'c2']) tell.query('begin', 0, 1, { connection, transaction: 'open' });
  tell.served('/orders', 100, 1300, { status: 500 });
  tell.asked('/orders', 95, 1310, { status: 500 });
  assert.match(
    (await ask(rig, 'explain')).first,
    /^The pool of connections seems exhausted: GET \/orders waited/,
  );
});

test('two who read a row before either wrote it, and a day that was shifted', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const at = { parameters: ['9', '1'] };
  for (const from of [0, 5])
    tell.query('select n from stock where id = ?', from, from + 2, { parameters: ['1'] });
  for (const from of [100, 105]) tell.query('update stock set n = ? where id = ?', from, from + 2, at);
  assert.match((await ask(rig, 'explain')).first, /^A lost update: two requests read the same row of stock/);
  const other = await telemetryRig(t);
  const booking = teller(other);
  booking.query('select * from bookings where at >= ?', 10, 12, { parameters: ['2026-02-28T15:00:00.000Z'] });
  booking.served('/bookings?day=2026-03-01', 5, 20);
  booking.asked('/bookings?day=2026-03-01', 0, 25);
  assert.match((await ask(other, 'explain')).first, /^Wrong time zone: GET \/bookings\?day=2026-03-01/);
});

test('inserts into one table do not wait for each other', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.query('insert into orders values (?)', 0, 5, { connection: 'c1', transaction: 'open' });
  tell.query('insert into orders values (?)', 10, 600, { connection: 'c2' });
  assert.match((await ask(rig, 'explain')).first, /^A slow query/);
});

test('a call by its id, whichever digits others have', async (t) => {
  const rig = await telemetryRig(t);
  for (const id of [777, 1777, 7770])
    rig.see('call', { id, tool: `tool_${id}`, ms: 5, outcome: 'ok' } as never, { source: 'agent' });
  assert.match((await ask(rig, 'explain', { call: 777 })).rest, /call tool_777 ok/);
  assert.equal((await rig.call('explain', { call: 0 })).data.code, 'NO_SUCH_ITEM');
});

test('what ran when it was told is told by how it ended, though that was long after', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const call = { exchangeId: 'slow.1', connection: 'slow', method: 'POST' } as const;
  const where = { where: { connection: 'slow' } };
  tell.served('/other', 0, 20, { status: 500, state: 'failed' });
  tell.served('/slow', 10, 1010, { ...call, state: 'running', status: undefined }, where);
  tell.served('/slow', 10, 5010, call, where);
  const { first, rest } = await ask(rig, 'explain', { item: 1 });
  assert.match(first, /^GET \/other of .* answered/);
  assert.doesNotMatch(first + rest, /still not answered/);
});

test('who gave up, who cancelled, who only waited, and what every client does', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const redis = { protocol: 'redis', kind: 'command' } as const;
  const sleep = 'select pg_sleep(?)';
  tell.query('BLPOP queue 0', 0, 2000, { ...redis });
  for (let at = 0; at < 6; at++)
    tell.query('CLIENT SETINFO', at, at + 1, {
      ...redis,
      state: 'failed',
      error: "ERR unknown subcommand 'SETINFO'. Try CLIENT HELP.",
    });
  tell.query(sleep, 10, 910, {
    process: 4711,
    state: 'failed',
    error: 'canceling statement due to user request',
    errorCode: '57014',
  });
  tell.query('cancel', 900, 900, { kind: 'cancel', question: 'cancel process 4711', process: 4711 });
  tell.query('select 1', 1000, 1300, { isPipelined: true, connection: 'p', exchangeId: 'p.2' });
  tell.query('select 2', 1000, 1295, { connection: 'p', exchangeId: 'p.1' });
  const { first, rest } = await ask(rig, 'explain');
  assert.match(
    first,
    /^`select pg_sleep\(\?\)` was cancelled in PostgreSQL after 900 ms by .*cancel process 4711/,
  );
  assert.match(rest, /slow query: .*295 ms for `select 2`/);
  assert.doesNotMatch(rest, /BLPOP queue 0.*slow|Redis (took|refused|was asked)|`select 1`/);
});

test('a hydration mismatch is told with what differs, as React draws it', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const message = `Hydration failed because the server rendered text didn't match the client.

  ...
    <ClientPageRoot Component={function Orders}>
      <Orders params={Promise}>
        <main>
          <h1>
+                           client
-                           server
                          ...`;
  tell.threw(message, 100);
  const { first } = await ask(rig, 'explain');
  assert.match(
    first,
    /^A hydration mismatch: in <h1> of <Orders> the server rendered "server" and the page "client"\.$/,
  );
});

test('an answer of 500 is a failure and no wrong content type; what development servers say is left out', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.click(0, 'Add');
  tell.asked('/api/orders', 10, 200, { status: 500, mimeType: 'text/html', type: 'fetch' });
  tell.asked('/__nextjs_original-stack-frames', 230, 260, { type: 'fetch' });
  tell.threw('Unexpected token \'<\', "<!doctype "... is not valid JSON', 220);
  const { first, rest } = await ask(rig, 'explain');
  assert.match(first, /\/api\/orders answered 500/);
  assert.doesNotMatch(`${first} ${rest}`, /Wrong content type|nextjs/);
});
