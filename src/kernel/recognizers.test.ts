import assert from 'node:assert/strict';
import test from 'node:test';
import { parseV4, parseV6 } from './ip-address.ts';
import { RECOGNIZERS, sureKeys } from './recognizers.ts';
import { ibanLength, isGenerated } from './recognizers-check.ts';

test('names are unique, patterns are global, scores are shares', () => {
  assert.equal(new Set(RECOGNIZERS.map(({ name }) => name)).size, RECOGNIZERS.length);
  for (const { name, pattern, score } of RECOGNIZERS) {
    assert.ok(pattern.global, name);
    assert.ok(score > 0 && score <= 1, name);
  }
});

test('a key of every vendor is recognized', () => {
  const { pattern } = RECOGNIZERS.find(({ name }) => name === 'vendor-key')!;
  for (const { prefix, body, least } of sureKeys) {
    const rest = (body === 'hex' ? '0a1b2c3d' : 'a1B2c3D4').repeat(9).slice(0, least);
    assert.ok(`x ${prefix}${rest}`.match(pattern), prefix);
    assert.equal(`x ${prefix}${rest.slice(0, 6)} y`.match(pattern), null, `${prefix} too short`);
  }
});

test('addresses are told from what looks like one', () => {
  for (const good of ['::', '::1', 'fe80::1', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1'])
    assert.ok(parseV6(good), good);
  for (const bad of ['1:2:3', '1::2::3', 'g::1', '12345::', '1:2:3:4:5:6:7:8:9'])
    assert.ok(!parseV6(bad), bad);
  assert.ok(parseV4('255.0.10.1'));
  for (const bad of ['256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.x']) assert.ok(!parseV4(bad), bad);
});

test('an IBAN ends where its country says', () => {
  assert.equal(ibanLength('DE89 3704 0044 0532 0130 00 PAID'), 27);
  assert.equal(ibanLength('DE89 3704 0044 0532 0130 01 PAID'), 0);
  assert.equal(ibanLength('DE00 7387 5667 7938 2149 74'), 0, 'no check digits');
  assert.equal(ibanLength('ZZ89 3704 0044 0532 0130 00'), 0);
});

test('generated values are told from words and placeholders', () => {
  for (const good of ['9f86d081884c7d659a2feaa0c55ad015', 'x7Gh2kLm9QpZ4vBn'])
    assert.ok(isGenerated(good), good);
  const bad = [
    'changeme',
    'your-key-here-123',
    'https://a.example/1',
    '1.2.3',
    '12345678901234567890',
    'aaaaaaaaaaaaaa1',
  ];
  for (const value of bad) assert.ok(!isGenerated(value), value);
});
