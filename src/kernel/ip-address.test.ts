import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asV6, parseAddress } from './ip-address.ts';

const hex = (text: string) => {
  const bytes = parseAddress(text);
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

test('addresses in text become bytes; names do not', () => {
  assert.equal(hex('127.0.0.1'), '7f000001');
  assert.equal(hex('::1'), '00000000000000000000000000000001');
  assert.equal(hex('[fe80::1%eth0]'), 'fe800000000000000000000000000001');
  assert.equal(hex('2001:db8:0:0:0:0:0:1'), '20010db8000000000000000000000001');
  assert.equal(hex('::ffff:10.0.0.1'), '0a000001');
  assert.equal(hex('64:ff9b::192.0.2.1'), '0064ff9b0000000000000000c0000201');
  for (const name of [
    'example.com',
    '256.1.1.1',
    '1.2.3',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    'a:b',
    '',
  ]) {
    assert.equal(hex(name), undefined, name);
  }
});

test('an IPv4 address has an IPv6 form', () => {
  assert.deepEqual(
    [...asV6(Uint8Array.of(1, 2, 3, 4))],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4],
  );
});
