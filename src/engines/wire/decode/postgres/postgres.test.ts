import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import { captured, decodeAll, flow, stream } from '../fixtures/flows.ts';
import { postgres } from './postgres.ts';
import { hidePasswords, valueText } from './value.ts';

/** From PostgreSQL 15, with pg and with psql. */
const driver = captured(new URL('captured-client.json', import.meta.url));
const psql = captured(new URL('captured-psql.json', import.meta.url));

decoderSuite(postgres, { 'a driver': driver, psql });

test('a captured session of a driver: statements, parameters, rows, errors, timings', async () => {
  const messages = await decodeAll(driver);
  assert.ok(messages.every((one) => one.protocol === 'postgres' && one.error === undefined));
  const of = (kind: string, sql?: string) =>
    messages.filter((one) => one.kind === kind && (!sql || String(one.detail.sql).includes(sql)));
  const exchange = (number: number | undefined) => messages.filter((one) => one.exchange === number);
  assert.deepEqual(of('startup')[0]?.detail.version, '3.0');
  assert.equal(of('password').length, 2);

  const simple = exchange(of('query', 'order by id')[0]?.exchange);
  assert.deepEqual(
    simple.map((one) => one.kind),
    ['query', 'row-description', 'rows', 'complete', 'ready'],
  );
  assert.deepEqual(simple[2]?.detail.columns, ['id', 'name']);
  assert.deepEqual(simple[2]?.detail.rows, [
    ['1', 'Ada'],
    ['2', null],
  ]);
  assert.equal(simple[3]?.detail.rows, 2);
  assert.equal(simple[3]?.detail.duration, 100);

  const bound = exchange(of('bind', '$1::int')[0]?.exchange);
  assert.deepEqual(bound.map((one) => one.kind).slice(0, 5), [
    'parse',
    'bind',
    'describe',
    'execute',
    'sync',
  ]);
  assert.deepEqual(bound[1]?.detail.parameters, ['42', null, '1']);
  const done = bound.find((one) => one.kind === 'complete');
  assert.match(String(done?.detail.sql), /^select name, \$1::int/);
  assert.deepEqual(done?.detail.parameters, ['42', null, '1']);

  const [first, second] = of('bind', 'from people where id = $1');
  assert.notEqual(first?.exchange, second?.exchange);
  assert.deepEqual(exchange(second?.exchange).find((one) => one.kind === 'rows')?.detail.rows, [
    ['1', 'Ada', '1815-12-10'],
  ]);

  const [division, missing] = of('error-response');
  assert.deepEqual([division?.detail.code, division?.detail.sql], ['22012', 'select 1/0']);
  assert.deepEqual([missing?.detail.code, missing?.detail.position], ['42P01', '15']);
  assert.deepEqual(missing?.detail.parameters, ['1']);
  assert.equal(of('notification')[0]?.summary, 'ch: hello');
  assert.ok(!JSON.stringify(messages).match(/secretpw|another/));
  for (const direction of ['up', 'down'] as const) {
    const sum = messages
      .filter((one) => one.direction === direction)
      .reduce((total, one) => total + one.length, 0);
    assert.equal(sum, stream(driver, direction).length);
  }
});

test('a captured session of psql: refused encryption, COPY both ways, notices', async () => {
  const messages = await decodeAll(psql);
  assert.deepEqual(
    messages.slice(0, 3).map((one) => one.kind),
    ['ssl-request', 'encryption', 'startup'],
  );
  const copies = messages.filter((one) => one.kind === 'copy-data');
  assert.deepEqual(
    copies.map((one) => [one.direction, Buffer.from(one.body ?? []).toString()]),
    [
      ['down', '1\n2\n3\n'],
      ['up', '7\tGrace\t1906-12-09\n'],
    ],
  );
  assert.ok(copies.every((one) => one.exchange !== undefined));
  assert.equal(messages.find((one) => one.kind === 'notice')?.detail.message, 'hi 1');
  assert.ok(messages.every((one) => one.error === undefined));
});

test('accepted encryption hands over to TLS; a password in clear is never shown', async () => {
  const messages = await decodeAll(
    flow(
      ['up', '\x00\x00\x00\x08\x04\xd2\x16\x2f'],
      ['down', 'S'],
      ['up', '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00'],
      ['down', '\x15\x03\x03\x00\x02\x02\x28'],
    ),
  );
  assert.deepEqual(
    messages.map((one) => `${one.protocol} ${one.kind}`),
    ['postgres ssl-request', 'postgres encryption', 'tls client-hello', 'tls alert'],
  );
  const clear = await decodeAll(
    flow(
      ['up', '\x00\x00\x00\x10\x00\x03\x00\x00user\x00a\x00\x00'],
      ['down', 'R\x00\x00\x00\x08\x00\x00\x00\x03'],
      ['up', 'p\x00\x00\x00\x0bhunter\x00'],
    ),
  );
  assert.deepEqual(
    clear.map((one) => one.kind),
    ['startup', 'authentication', 'password'],
  );
  assert.ok(!JSON.stringify(clear).includes('hunter') && clear[2]?.body === undefined);
  assert.equal(clear[2]?.detail.method, 'cleartext');
});

test('columns of a named statement are remembered, binary results decoded', async () => {
  const z = '\x00';
  const message = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return type + length.toString('latin1') + body;
  };
  const column = `n${z}${z.repeat(6)}${z.repeat(3)}\x17\x00\x04\xff\xff\xff\xff\x00\x00`;
  const startup = `\x00\x00\x00\x10\x00\x03\x00\x00user\x00a\x00\x00`;
  const bindBinary = message('B', `${z}s${z}\x00\x00\x00\x00\x00\x01\x00\x01`);
  const run = bindBinary + message('E', `${z}\x00\x00\x00\x00`) + message('S', '');
  const row = message('D', '\x00\x01\x00\x00\x00\x04\x00\x00\x01\x00');
  const messages = await decodeAll(
    flow(
      ['up', startup],
      ['up', message('P', `s${z}select n${z}\x00\x00`) + message('D', `Ss${z}`) + message('S', '')],
      [
        'down',
        message('1', '') + message('t', '\x00\x00') + message('T', `\x00\x01${column}`) + message('Z', 'I'),
      ],
      ['up', run],
      ['down', message('2', '') + row + message('C', `SELECT 1${z}`) + message('Z', 'I')],
    ),
  );
  const rows = messages.find((one) => one.kind === 'rows');
  assert.deepEqual([rows?.detail.columns, rows?.detail.rows], [['n'], [['256']]]);
  assert.ok(messages.every((one) => one.error === undefined));
});

test('values of common types, and passwords in SQL', () => {
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  assert.equal(valueText(bytes('01'), true, 16), 't');
  assert.equal(valueText(bytes('ffffffffffffffff'), true, 20), '-1');
  assert.equal(valueText(bytes('3ff8000000000000'), true, 701), '1.5');
  assert.equal(
    valueText(bytes('00112233445566778899aabbccddeeff'), true, 2950),
    '00112233-4455-6677-8899-aabbccddeeff',
  );
  assert.equal(valueText(bytes('c328'), false, 25), '\\xc328');
  assert.equal(
    hidePasswords("create user a password 'it''s' valid"),
    "create user a password '[hidden]' valid",
  );
  assert.equal(hidePasswords('alter role a PASSWORD $x$p$x$;'), "alter role a PASSWORD '[hidden]';");
  assert.equal(hidePasswords('select password from users'), 'select password from users');
});

test('a message that is none ends the reading there', async () => {
  const messages = await decodeAll(
    flow(['up', '\x00\x00\x00\x10\x00\x03\x00\x00user\x00a\x00\x00'], ['down', '!\x00\x00\x00\x04']),
  );
  assert.match(messages[1]?.error ?? '', /no PostgreSQL message has type "!" \(down, offset 5\)/);
});
