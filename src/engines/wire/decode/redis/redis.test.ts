import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import { captured, decodeAll, flow } from '../fixtures/flows.ts';
import { redis } from './redis.ts';

/** From Debian's redis-server 7.0. */
const session = captured(new URL('captured.json', import.meta.url));

decoderSuite(redis, { 'a session': session });

test('a captured session: commands and replies belong together, passwords are hidden', async () => {
  const messages = await decodeAll(session);
  assert.ok(messages.every((one) => one.protocol === 'redis' && one.error === undefined));
  assert.ok(!JSON.stringify(messages).includes('sesame'));
  const commands = messages.filter((one) => one.kind === 'command');
  assert.equal(commands.length, 23);
  const answers = (name: string) => {
    const command = commands.find((one) => one.summary.startsWith(name));
    return messages.filter((one) => one.direction === 'down' && one.exchange === command?.exchange);
  };
  assert.deepEqual(
    answers('PING').map((one) => one.kind),
    ['error-reply'],
  );
  assert.equal(commands[0]?.detail.inline, true);
  assert.deepEqual(
    answers('GET greeting').map((one) => one.detail.value),
    ['hello world'],
  );
  assert.deepEqual(
    answers('GET nothing').map((one) => one.detail.value),
    [null],
  );
  assert.deepEqual(
    answers('LRANGE').map((one) => one.detail.value),
    [['b', 'a']],
  );
  assert.deepEqual(
    answers('HGETALL').map((one) => one.detail.value),
    [
      {
        map: [
          ['f', '1'],
          ['g', '2'],
        ],
      },
    ],
  );
  assert.equal(answers('SUBSCRIBE').length, 2);
  assert.deepEqual(
    answers('PUBLISH').map((one) => one.detail.value),
    [1],
  );
  assert.deepEqual(
    answers('EXEC').map((one) => one.detail.value),
    [[2, { set: ['y', 'x'] }]],
  );
  assert.deepEqual(
    answers('ECHO').map((one) => one.summary),
    ['again'],
  );
  assert.deepEqual(
    answers('EVAL').map((one) => one.detail.value),
    [[1, [2, 'three'], 'FINE']],
  );
  assert.equal(messages.filter((one) => one.kind === 'push').length, 1);
});

test('fields of a hash that are named so are hidden, in commands and in replies', async () => {
  const bulk = (...words: string[]) =>
    `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
  const messages = await decodeAll(
    flow(
      ['up', bulk('HSET', 'user:7', 'name', 'Ann', 'password', 'sesame22')],
      ['down', ':2\r\n'],
      ['up', bulk('HGETALL', 'user:7')],
      ['down', bulk('name', 'Ann', 'password', 'sesame22')],
      ['up', bulk('HGETALL', 'user:7')],
      ['down', bulk('name', 'Ann', 'password', 'sesame22').replace('*4', '%2')],
      ['up', bulk('HGET', 'user:7', 'password')],
      ['down', '$8\r\nsesame22\r\n'],
      ['up', bulk('HMGET', 'user:7', 'name', 'password')],
      ['down', bulk('Ann', 'sesame22')],
    ),
  );
  assert.equal(messages.length, 10);
  assert.ok(!JSON.stringify(messages).includes('sesame22'));
  const shown = messages.map(({ summary }) => summary).join('\n');
  assert.equal(shown.match(/Ann/g)?.length, 4, shown);
  assert.ok(messages.every(({ body }) => body === undefined || !Buffer.from(body).includes('sesame22')));
});

test('every RESP3 type', async () => {
  const reply = (value: string) => flow(['up', '*1\r\n$4\r\nPING\r\n'], ['down', value]);
  const cases: [string, unknown][] = [
    ['_\r\n', null],
    ['#t\r\n', true],
    [',1.5\r\n', 1.5],
    [',inf\r\n', 'inf'],
    ['(123456789012345678901234567890\r\n', '123456789012345678901234567890'],
    [':9223372036854775807\r\n', '9223372036854775807'],
    ['$-1\r\n', null],
    ['*-1\r\n', null],
    ['=7\r\ntxt:abc\r\n', { verbatim: 'txt', text: 'abc' }],
    ['$2\r\n\xff\xfe\r\n', { base64: '//4=' }],
    ['$?\r\n;2\r\nab\r\n;1\r\nc\r\n;0\r\n', 'abc'],
    ['*?\r\n:1\r\n:2\r\n.\r\n', [1, 2]],
    ['~1\r\n:1\r\n', { set: [1] }],
  ];
  for (const [bytes, value] of cases) {
    const [, message] = await decodeAll(reply(bytes));
    assert.deepEqual(message?.detail.value, value, bytes);
    assert.equal(message?.length, bytes.length);
  }
  const [, failed] = await decodeAll(reply('!9\r\nERR no no\r\n'));
  assert.deepEqual([failed?.kind, failed?.summary], ['error-reply', 'ERR no no']);
  const [, noted] = await decodeAll(reply('|1\r\n+ttl\r\n:5\r\n+OK\r\n'));
  assert.deepEqual([noted?.detail.attributes, noted?.detail.value], [{ map: [['ttl', 5]] }, 'OK']);
});

test('RESP2 subscribers get messages that answer nothing', async () => {
  const messages = await decodeAll(
    flow(
      ['up', '*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\na\r\n'],
      ['down', '*3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$2\r\nhi\r\n'],
    ),
  );
  assert.deepEqual(
    messages.map((one) => [one.kind, one.exchange]),
    [
      ['command', 1],
      ['reply', 1],
      ['push', undefined],
    ],
  );
});

test('wrong bytes, deep nesting and cut strings are told', async () => {
  const after = (bytes: string) => decodeAll(flow(['up', '*1\r\n$4\r\nPING\r\n'], ['down', bytes]));
  assert.match(
    (await after('hello\r\n'))[1]?.error ?? '',
    /no RESP value begins with "h" \(down, offset 7\)/,
  );
  assert.match((await after('$3\r\nabcd\r\n'))[1]?.error ?? '', /does not end where its length says/);
  assert.match((await after('*1\r\n'.repeat(50)))[1]?.error ?? '', /nested deeper/);
  assert.match((await after('*3\r\n:1\r\n'))[1]?.error ?? '', /after 1 of 3 elements/);
  const [, cut] = await decodeAll(
    flow(['up', '*1\r\n$4\r\nPING\r\n'], ['down', `$100\r\n${'x'.repeat(100)}\r\n`]),
    { bodyLimit: 4 },
  );
  assert.deepEqual(cut?.detail.value, { cut: 'xxxx', length: 100 });
  assert.equal(cut?.bodyLength, 100);
});

test('an empty line or array is told of, and waits for no reply', async () => {
  const messages = await decodeAll(flow(['up', '\r\n*0\r\nPING\r\n'], ['down', '+PONG\r\n']), {
    protocol: 'redis',
  });
  assert.deepEqual(
    messages.map(({ kind, summary, exchange }) => [kind, summary, exchange]),
    [
      ['empty', 'an empty line', undefined],
      ['empty', 'an empty array', undefined],
      ['command', 'PING', 1],
      ['reply', 'PONG', 1],
    ],
  );
});
