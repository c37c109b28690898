import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decoy } from '../../../../eval/corpus/decoys.ts';
import { labelledEntity } from '../../../../eval/corpus/entities.ts';
import { Chance } from '../../../../eval/corpus/random.ts';
import { Fault } from '../../../kernel/fault.ts';
import { type FindOptions, findPrivate, makeFinder } from './find-private.ts';
import { laidOut } from './fixtures/laid-out.ts';

// Put together at run time, so that scanners of this repository find no secrets in it.
const stripeKey = `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`;
const jwt = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N`;

const find = async (lines: readonly string[], options?: FindOptions) => {
  const found = await findPrivate(laidOut(lines), options);
  return found.map(({ type }) => type);
};

describe('what is private is found', () => {
  const cases: readonly (readonly [type: string, ...lines: string[]])[] = [
    ['email', 'From: anna.klein+news@mail.example.co.uk, today'],
    ['phone', 'Call +49 1512 3456789 now'],
    ['phone', '(415) 555-2671'],
    ['ssn', 'SSN 123 45 6789'],
    ['credit_card', 'Paid with 4111 1111 1111 1111 on 2025-03-14'],
    ['credit_card', '2025 4111 1111 1111 1111'],
    ['iban', 'to DE89 3704 0044 0532 0130 00 PAID'],
    ['ip_address', 'from 203.0.113.9:8080'],
    ['ip_address', 'host 2001:db8::8a2e:370:7334'],
    ['api_key', `key ${stripeKey}`],
    ['api_key', 'MAIL_TOKEN=9f86d081884c7d659a2feaa0c55ad015'],
    ['api_key', 'MAIL_T0KEN=9f86d081884c7d659a2feaa0c55ad015'],
    ['api_key', 'DB_PASSWORD=hunter2!x'],
    ['credit_card', 'card 3403 69391098165, paused'],
    ['credit_card', '55969796 2463 5953'],
    ['email', 'From: luis.lopez@northwinfr'],
    ['ip_address', 'at 2001:db8:af1b::£930:8f06'],
    ['ip_address', 'at af7f.c233:ca77:6118:9383:30e2:97e6:8203'],
    ['api_key', "const deploy = 'SG.MUpAhGQg@cLlooVPcZKaGe.TvlqcCXgQDOgAIMIKyfhogdMmDSAZGdZqqMccIIWBp2A'"],
    ['jwt', `Authorization: ${jwt}`],
    ['aws_arn', 'arn:aws:iam::123456789012:role/deploy'],
    ['url_credentials', 'postgres://app:s3cretpw@db.example.com/main'],
  ];
  for (const [type, ...lines] of cases) {
    test(`${type}: ${lines[0]?.slice(0, 30)}`, async () => assert.deepEqual(await find(lines), [type]));
  }

  test('after OCR took some signs for others', async () => {
    assert.deepEqual(await find(['Card 4111 111l 1111 11I1']), ['credit_card']);
    assert.deepEqual(await find(['SSN: 1Z3-45-67B9']), ['ssn']);
    assert.deepEqual(await find(['mail anna.klein @example.com']), ['email']);
    assert.deepEqual(await find([`key ${stripeKey.replaceAll('_', ' ').replace('live ', 'live_')}`]), [
      'api_key',
    ]);
    assert.deepEqual(await find(['IBAN: DE8S 3704 0044 0532 0130 00']), ['iban']);
  });

  test('over the end of a line, a detection for each part', async () => {
    const wrapped = ['it is sent to anna-', 'klein@example.com as usual it is'];
    assert.deepEqual(await find(wrapped), ['email', 'email']);
    assert.deepEqual(await find([`some words before it ${jwt.slice(0, 50)}`, `${jwt.slice(50)}`]), [
      'jwt',
      'jwt',
    ]);
  });

  test('a private key from its first line to its last', async () => {
    const marker = (word: string) => `-----${word} RSA ${'PRIVATE'} KEY-----`;
    const lines = [
      'before it',
      marker('BEGIN'),
      'MIIEow4aB7+xTq',
      'Zk29/aLpQw81==',
      marker('END'),
      'after it',
    ];
    const found = await findPrivate(laidOut(lines));
    assert.deepEqual(
      found.map(({ type }) => type),
      Array(4).fill('private_key'),
    );
    assert.deepEqual(
      found.map(({ y }) => (y - 20) / 24),
      [1, 2, 3, 4],
    );
  });
});

test('a private key whose lines were misread is hidden up to its end', async () => {
  const marker = (word: string) => `-----${word} EC ${'PRIVATE'} KEY-----`;
  const lines = [marker('BEGIN'), 'MIIE~w4aB7”xTq', 'Zk29 aL pQ w81 £ ok ==', marker('END'), 'after it'];
  assert.deepEqual(await find(lines), Array(4).fill('private_key'));
});

test('a misread sign does not cut a find short', async () => {
  const cut = jwt.replace(/.{6}$/, '@xWFT4');
  for (const whole of [cut, '2001:db8:af1b::£930:8f06']) {
    const [found, ...more] = await findPrivate(laidOut([`at ${whole} now`]));
    assert.deepEqual(more, []);
    assert.ok(found!.x + found!.w >= 10 + (3 + whole.length) * 9 - 3, `${whole}: ${found!.x + found!.w}`);
  }
});

describe('what is not, is left alone', () => {
  const harmless = [
    'version 10.4.2.1, Chrome 121.0.6167.85, v4.18.2.1',
    '2025-03-14 12:34:56, 14.03.2025, ISBN 978-3-16-148410-0',
    'order 4111 1111 1111 1112, #12345678, INV-2024-54342',
    '4508 0253 9807 2566',
    'DE00 3312 8548 2213 6640 94, DE00 4111 1111 1111 1111 94',
    'react@18.2.0 and icon@2x.png and @maria',
    'root@portfolio deploy@gateway:~$ ls, class Base::add, 12:30:45',
    'std::vector::begin, aa:bb:cc:dd:ee:ff, rgba(1, 2, 3, 0.5)',
    'commit 0123456789abcdef0123456789abcdef01234567',
    `API_KEY=\${API_KEY} TOKEN=process.env.TOKEN KEY=<your-key-here>`,
    'password: ******** passwords are kept by https://docs.example.com/guide/12',
  ];
  for (const line of harmless) test(line.slice(0, 40), async () => assert.deepEqual(await find([line]), []));

  test('cells of a table do not run into each other', async () => {
    assert.deepEqual(await find(['4111 1111|1111 1111', 'anna@|example.com', '123|45|6789']), []);
  });
});

test('boxes cover the find and not its neighbours; the preview hides most of it', async () => {
  const [found] = await findPrivate(laidOut(['mail: anna@example.com, thanks']));
  const start = 10 + 6 * 9;
  assert.ok(found!.x <= start && found!.x > start - 12, `${found!.x}`);
  const end = start + 'anna@example.com'.length * 9;
  assert.ok(found!.x + found!.w >= end - 3 && found!.x + found!.w < end + 10);
  assert.match(found!.preview, /^an•+om$/);
  assert.ok(found!.confidence > 0.9 && found!.confidence <= 1);
});

test('a part of a word is covered alone', async () => {
  const [found] = await findPrivate(laidOut([`TOKEN=${stripeKey}`]));
  assert.ok(found!.x > 10 + 4 * 9, 'the name stays');
  assert.ok(found!.x <= 10 + 6 * 9, 'the value does not');
});

test('kinds, words and patterns of the user', async () => {
  const line = 'Anna Keller, ticket T-1234, anna@example.com';
  assert.deepEqual(await find([line], { kinds: ['phone'] }), []);
  assert.deepEqual(await find([line], { words: ['anna  keller', ' '] }), ['custom', 'email']);
  assert.deepEqual(await find(['Annabel Keller'], { words: ['Anna'] }), []);
  const patterns = [{ name: 'ticket', pattern: 'T-\\d{4}' }];
  const found = await findPrivate(laidOut([line]), { patterns, kinds: ['custom'] });
  assert.deepEqual(
    found.map(({ type, name }) => [type, name]),
    [['custom', 'ticket']],
  );
  await assert.rejects(find([line], { patterns: [{ name: 'bad', pattern: '(?=x)' }] }), (error: unknown) => {
    return error instanceof Fault && error.code === 'INVALID_PII_PATTERN' && error.message.includes('"bad"');
  });
});

test('generated entities are found and generated look-alikes are not', async () => {
  const chance = new Chance(20_251);
  const entities = Array.from({ length: 300 }, () => labelledEntity(chance));
  const decoys = Array.from({ length: 300 }, () => decoy(chance));
  const search = await makeFinder('eng', {});
  const missed: string[] = [];
  const alarms: string[] = [];
  for (const [list, others, isWanted] of [
    [missed, entities, true],
    [alarms, decoys, false],
  ] as const)
    for (const { label, kind, text } of others) {
      const isFound = (await search(`${label}: ${text}`, '')).length > 0;
      if (isFound !== isWanted) list.push(`${kind} ${text}`);
    }
  assert.ok(missed.length <= 3, missed.join('\n'));
  assert.ok(alarms.length <= 3, alarms.join('\n'));
});

test('hostile text takes no longer than its length warrants', async () => {
  const pieces = [
    'a@',
    '1-',
    'eyJa.',
    '4111 ',
    'key=',
    'DE89 AAAA ',
    '::1',
    'sk-',
    'arn:aws:',
    '+1 4',
    'a:b@c://',
  ];
  // Quadratic matching would take minutes; the runner's time limit is the judge.
  for (const piece of pieces) await find([piece.repeat(Math.ceil(20_000 / piece.length))]);
});
