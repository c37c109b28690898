import assert from 'node:assert/strict';
import test from 'node:test';
import { longestTurn } from '../../test/kit/longest-turn.ts';
import { fc } from '../../test/kit/properties.ts';
import { isCardNumber, isIban, isSocialSecurityNumber } from './recognizers-check.ts';
import { Redactor } from './redact.ts';

// Put together at run time, so that scanners of this repository find no secrets in it.
const awsKey = `AK${'IA'}ABCDEFGHIJKLMNOP`;
const token = `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N`;
const githubToken = `gh${'p_'}${'a1B2'.repeat(9)}`;
const privateKey = `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEow==\n-----END RSA ${'PRIVATE'} KEY-----`;

const cases: [name: string, text: string, shown: string][] = [
  ['aws-key', `id ${awsKey} end`, 'id [REDACTED:aws-key] end'],
  ['bearer-token', 'Authorization: Bearer abcdefghij123', 'Authorization: Bearer [REDACTED:bearer-token]'],
  ['basic-auth', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [REDACTED:basic-auth]'],
  ['jwt', `x ${token} y`, 'x [REDACTED:jwt] y'],
  ['github-pat', `use ${githubToken}`, 'use [REDACTED:github-pat]'],
  ['private-key', `a\n${privateKey}\nb`, 'a\n[REDACTED:private-key]\nb'],
  ['credit-card', 'card 4111 1111 1111 1111.', 'card [REDACTED:credit-card].'],
  ['iban', 'to DE89 3704 0044 0532 0130 00 please', 'to [REDACTED:iban] please'],
  ['ssn', 'ssn 078-05-1120 ok', 'ssn [REDACTED:ssn] ok'],
  ['api-key', '{"api_key": "abcdef123"}', '{"api_key": "[REDACTED:api-key]"}'],
  ['api-key', String.raw`"{\"api_key\":\"abcdef123\"}"`, String.raw`"{\"api_key\":\"[REDACTED:api-key]\"}"`],
  ['password', 'user=a&password=hunter2&b=1', 'user=a&password=[REDACTED:password]&b=1'],
  ['session-cookie', 'session=abcdefghijklmnop12', 'session=[REDACTED:session-cookie]'],
];

for (const [name, given, shown] of cases) {
  test(`${name} is hidden and counted`, () => {
    const redactor = new Redactor();
    assert.equal(redactor.text(given), shown);
    assert.equal(redactor.counts()[name], 1);
  });
}

test('the letters of an escape before a secret do not hide it', () => {
  const secrets = [
    awsKey,
    token,
    githubToken,
    '4111111111111111',
    '4111 1111 1111 1111',
    '078-05-1120',
    'DE89370400440532013000',
    'Bearer abcdefghij123',
    'Basic dXNlcjpwYXNz',
    'api_key=abcdef123',
    'password=hunter2',
    'session=abcdefghijklmnop12',
  ];
  for (const secret of secrets)
    for (const before of [String.raw`\n`, String.raw`\\t`, String.raw`\u0026`, '%20'])
      assert.match(new Redactor().text(`"a${before}${secret}"`), /REDACTED/, before + secret);
});

test('what follows an IBAN and looks like more of it stays, the IBAN does not', () => {
  const shown = new Redactor().text('to DE89 3704 0044 0532 0130 00 PAID today');
  assert.equal(shown, 'to [REDACTED:iban] PAID today');
});

test('what only looks like a secret stays', () => {
  const harmless = [
    'order 4111 1111 1111 1112', // fails Luhn
    'time 1763186400123456 us', // 16 digits, no card network
    'DE00 3704 0044 0532 0130 00', // fails mod 97
    '000-12-3456 and 666-12-3456 and 123-00-4567',
    'version 1234-56-78901',
    'the session ended; token budget: 20',
    'password: string; Password: required; password=********',
    'commit 0123456789abcdef0123456789abcdef01234567',
  ];
  const redactor = new Redactor();
  for (const text of harmless) assert.equal(redactor.text(text), text);
  assert.deepEqual(redactor.counts(), {});
});

test('strings in structured data, keys and secret fields are covered', () => {
  const redactor = new Redactor();
  const value = {
    list: [`k ${awsKey}`],
    password: 'hunter2',
    count: 3,
    none: null,
    [awsKey]: 1,
    nested: { apiKey: 'x1' },
  };
  assert.deepEqual(redactor.value(value), {
    list: ['k [REDACTED:aws-key]'],
    password: '[REDACTED:secret-field]',
    count: 3,
    none: null,
    '[REDACTED:aws-key]': 1,
    nested: { apiKey: '[REDACTED:secret-field]' },
  });
});

test('a name counts for each of several values, and where another field tells it', () => {
  const redactor = new Redactor();
  const field = '[REDACTED:secret-field]';
  const plain = { passwords: [], 'content-type': ['text/html', 'utf-8'], secret: [{ path: 'x' }] };
  assert.deepEqual(
    redactor.value({ authorization: ['Token tulip', 'tulip-two'], X: { key: 'X-Password', value: 'rose' } }),
    { authorization: [field, field], X: { key: 'X-Password', value: field } },
  );
  assert.equal(redactor.value(plain), plain);
});

test('custom patterns are applied after the built-in ones', () => {
  const custom = {
    name: 'ticket',
    spans: (text: string) => [...text.matchAll(/T-1/g)].map(({ index }) => [index, index + 3] as const),
  };
  const redactor = new Redactor({ custom: [custom] });
  assert.equal(redactor.text('T-1 and T-1'), '[REDACTED:ticket] and [REDACTED:ticket]');
  assert.deepEqual(redactor.counts(), { ticket: 2 });
});

test('redacting twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.constantFrom(...cases), (noise, [, secret]) => {
      const redactor = new Redactor();
      const once = redactor.text(`${noise} ${secret} ${noise}`);
      assert.equal(redactor.text(once), once);
    }),
  );
});

test('a long text is searched part by part, and lets others in', async () => {
  const redactor = new Redactor();
  const words = `${'nothing to see here, '.repeat(150_000)}password=hunter2 and ${'{"a":1} '.repeat(300_000)}`;
  const turn = await longestTurn(async () => {
    const shown = String(await redactor.bytes(Buffer.from(words)));
    assert.equal(shown, words.replace('hunter2', '[REDACTED:password]'));
  });
  assert.ok(turn < 50, `${turn} ms`);
  const dense = `pw=hunter2 ${'and so on '.repeat(8)}`.repeat(40_000);
  let clean = '';
  const turnOfDense = await longestTurn(async () => {
    clean = await redactor.longText(dense);
  });
  assert.equal(clean, dense.replaceAll('hunter2', '[REDACTED:password]'));
  assert.ok(turnOfDense < 50, `${turnOfDense} ms`);
  const lines = `${JSON.stringify({ password: 'hunter2', n: 1 })}\n`.repeat(30_000);
  const shown = String(await redactor.bytes(Buffer.from(lines)));
  assert.equal(shown, lines.replaceAll('hunter2', '[REDACTED:secret-field]'));
});

test('a text that is nothing but beginnings of secrets is hidden rather than searched for long', () => {
  const shown = new Redactor().text('pw=hunter2 '.repeat(300_000));
  assert.ok(!shown.includes('hunter2'));
  assert.match(shown, /^(pw=\[REDACTED:password\] )+\[REDACTED:crowded\]/);
});

test('large data and the patterns of a user let others in, and find what a slow look finds', async () => {
  const ticket = /T-\d{3}\n\d/g;
  const custom = {
    name: 'ticket',
    spans: (text: string) =>
      [...text.matchAll(ticket)].map(({ 0: found, index }) => [index, index + found.length] as const),
  };
  const redactor = new Redactor({ custom: [custom] });
  const words = `${'nothing to see '.repeat(20)}T-123\n4 `.repeat(15_000);
  const rows = Array.from({ length: 40_000 }, (_, n) => ({
    n,
    password: 'hunter2',
    note: `row ${n} of many`,
  }));
  const data = { rows, words, pair: ['x-api-key', 'hunter2'], value: words, name: 'note' };
  let shown: typeof data | undefined;
  const turn = await longestTurn(async () => {
    shown = await redactor.longValue(data);
  });
  assert.deepEqual(shown, redactor.value(data));
  assert.equal(shown!.words, words.replaceAll(ticket, '[REDACTED:ticket]'));
  assert.equal(shown!.rows.at(-1)!.password, '[REDACTED:secret-field]');
  assert.deepEqual(shown!.pair, ['x-api-key', '[REDACTED:secret-field]']);
  assert.ok(turn < 50, `${turn} ms`);
});

test('a question is no secret, the one of a lost password is', () => {
  const asked = {
    question: "select $1::int part /*traceparent='00-5007da0a03f168e3049d0487df3c96a1-c33296428c0d4799-01'*/",
  };
  const redactor = new Redactor();
  assert.deepEqual(redactor.value(asked), asked);
  assert.deepEqual(redactor.value({ securityQuestion: 'name of my first cat' }), {
    securityQuestion: '[REDACTED:secret-field]',
  });
});

test('checks of card numbers, IBANs and SSNs', () => {
  for (const good of ['5555555555554444', '378282246310005', '6011111111111117', '4222222222222'])
    assert.ok(isCardNumber(good), good);
  for (const bad of ['0000000000000000', '5555555555554445', '1234567812345670'])
    assert.ok(!isCardNumber(bad), bad);
  for (const good of ['GB82WEST12345698765432', 'FR1420041010050500013M02606']) assert.ok(isIban(good), good);
  assert.ok(!isIban('GB82WEST12345698765433'));
  assert.ok(isSocialSecurityNumber('123-45-6789'));
  assert.ok(!isSocialSecurityNumber('900-45-6789'));
});
