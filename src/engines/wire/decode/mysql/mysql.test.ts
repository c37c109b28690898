import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAllBytesTold, decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import { FlowFollower } from '../../follow/flow-follower.ts';
import type { Chunk } from '../chunk.ts';
import { captured, decodeAll, flow } from '../fixtures/flows.ts';
import type { Exchange } from '../follow.ts';
import { mysql } from './mysql.ts';

/** From Debian's MariaDB 10.11: by mysql2, by its own command line (a file is loaded), and with a wrong password. */
const client = captured(new URL('captured-client.json', import.meta.url));
const cli = captured(new URL('captured-cli.json', import.meta.url));
const refused = captured(new URL('captured-refused.json', import.meta.url));

decoderSuite(mysql, { client, cli });

function exchangesOf(chunks: readonly Chunk[]): Exchange[] {
  const told: Exchange[] = [];
  const ends = { connection: 'C', port: 9, client: 'a:1', target: 'b:2' };
  const follower = new FlowFollower(ends, (exchange) => told.push(exchange));
  for (const chunk of chunks) follower.feed(chunk);
  follower.end();
  return told;
}

test('captured sessions are read to their end, without passwords', async () => {
  for (const chunks of [client, cli, refused]) {
    const messages = await decodeAll(chunks);
    assert.ok(messages.every((one) => one.protocol === 'mysql' && one.error === undefined));
    assert.ok(!JSON.stringify(messages).includes('sesame'));
    assertAllBytesTold(chunks, messages);
  }
});

test('values of prepared statements, in both directions and of all types', async () => {
  const messages = await decodeAll(client);
  const executions = messages.filter((one) => one.kind === 'execute');
  assert.deepEqual(
    executions.map((one) => one.detail.parameters),
    [['1'], ['2'], ['text', '42', null]],
  );
  const [first, second] = executions.map(
    ({ exchange }) => messages.find((one) => one.kind === 'rows' && one.exchange === exchange)?.detail.rows,
  );
  assert.deepEqual(first, [['1', 'Ada', '1815-12-10', '1.65', '2026-01-02 03:04:05.000006', '0x00ff']]);
  assert.deepEqual(second, [['2', null, null, null, null, null]]);
});

test('exchanges: errors, several results, transactions, a new login', () => {
  const told = exchangesOf(client);
  assert.deepEqual(
    told
      .slice(-10)
      .map(({ question, state, result, errorCode }) => [question.slice(0, 20), state, result ?? errorCode]),
    [
      ['select ?, ?, ?', 'done', '1 row: ?=text ?=42 ?=NULL'],
      ['select 1/0; select 2', 'done', '1 row: 1/0=NULL; 1 row: two=2; OK, 1 changed'],
      ['select * from missin', 'failed', '1146'],
      ['insert into people (', 'failed', '1062'],
      ['START TRANSACTION', 'done', 'OK'],
      ['delete from people w', 'done', 'OK, 1 changed'],
      ['ROLLBACK', 'done', 'OK'],
      ['set password = passw', 'done', 'OK'],
      ['ping', 'done', 'OK'],
      ['change user to app', 'done', undefined],
    ],
  );
  const within = told.filter(({ transactionId }) => transactionId === 'Ct1');
  assert.deepEqual(
    within.map(({ transaction }) => transaction),
    ['open', 'open', 'idle'],
  );
});

test('exchanges: a file that is loaded, a result of many runs of rows', () => {
  const told = exchangesOf(cli);
  const loaded = told.find(({ kind }) => kind === 'copy');
  assert.match(loaded?.question ?? '', /^load data local infile/);
  assert.equal(loaded?.state, 'done');
  const many = told.find(({ rows }) => rows === 700);
  assert.match(many?.result ?? '', /^700 rows: n=1 md5/);
});

test('who is refused has a login that failed', () => {
  assert.deepEqual(
    exchangesOf(refused).map(({ kind, state, errorCode }) => [kind, state, errorCode]),
    [['login', 'failed', '1045']],
  );
});

test('other servers that speak first are not taken for it', async () => {
  for (const banner of [
    '220 mail.example.com ESMTP\r\n',
    'SSH-2.0-OpenSSH_9.2\r\n',
    '* OK IMAP4rev1\r\n',
    '\n\0\0',
  ]) {
    const messages = await decodeAll(flow(['down', banner], ['up', 'HELO a\r\n']));
    assert.ok(
      messages.every(({ protocol }) => protocol !== 'mysql'),
      banner,
    );
  }
});

test('what follows a request for TLS is TLS', async () => {
  const [greeting] = client as [Chunk];
  const request = Buffer.alloc(36);
  request.set([32, 0, 0, 1]);
  request.writeUInt32LE((1 << 9) | (1 << 11), 4);
  const [{ bytes }] = client as [Chunk];
  const offered = Buffer.from(bytes);
  // This server offers no TLS; one that does says so in its capabilities.
  const capabilities = offered.indexOf(0, 5) + 1 + 4 + 9;
  offered[capabilities + 1] = offered[capabilities + 1]! | 0x08;
  const messages = await decodeAll([
    { ...greeting, bytes: offered },
    ...flow(['up', Uint8Array.from(request)], ['up', '\x16\x03\x01\x00\x05hello']),
  ]);
  assert.deepEqual(
    messages
      .slice(0, 3)
      .map(({ protocol, kind }) => [protocol, kind].join(' '))
      .slice(0, 2),
    ['mysql greeting', 'mysql ssl-request'],
  );
  assert.ok(messages.slice(2).every(({ protocol }) => protocol === 'tls' || protocol === 'data'));
});
