import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { encodeCall, takeMessage } from './message.ts';
import { busPaths } from './session-bus.ts';
import { parseSignature, variant } from './signature.ts';

test('values keep the order and gaps of the protocol', () => {
  // A byte, then a word that begins at the next multiple of four.
  assert.equal(encode('yu', [1, 2]).toString('hex'), '0100000002000000');
  assert.equal(encode('s', ['hi']).toString('hex'), '02000000686900');
  // The items of a dictionary begin at a multiple of eight; the length does not count the gap before them.
  const dictionary = encode('a{sv}', [[['k', variant('b', true)]]]);
  assert.equal(dictionary.toString('hex'), '1000000000000000010000006b00016200000000010000' + '00');
});

test('what was written is read again', () => {
  const signature = 'sa{sv}auya(si)';
  const entries: [string, unknown][] = [
    ['text', variant('s', 'ä€')],
    ['flag', variant('b', false)],
    ['list', variant('as', ['a', 'b'])],
  ];
  const values = ['', entries, [1, 2, 3], 7, [['x', -1]]];
  const back = decode(signature, encode(signature, values), false);
  assert.deepEqual(back, ['', new Map(entries), [1, 2, 3], 7, [['x', -1]]]);
});

test('numbers of every width, from a big-endian sender too', () => {
  const bytes = Buffer.from('0102ffff0000000300000000000000040000000000000005c000000000000000', 'hex');
  const values = decode('ynixtd', Buffer.concat([bytes.subarray(0, 4), bytes.subarray(4)]), true);
  assert.deepEqual(values, [1, -1, 3, 4n, 5n, -2]);
});

test('a message is taken when it is whole', () => {
  const bytes = encodeCall(9, {
    destination: 'org.a.B',
    path: '/a/b',
    iface: 'org.a.B',
    member: 'Do',
    signature: 'su',
    body: ['words', 5],
  });
  for (let length = 0; length < bytes.length; length++) {
    assert.equal(takeMessage(bytes.subarray(0, length)), undefined, `${length} bytes`);
  }
  const taken = takeMessage(Buffer.concat([bytes, Buffer.from('l')]));
  assert.equal(taken?.length, bytes.length);
  const { serial, path, member, body } = taken!.message;
  assert.deepEqual([serial, path, member, body], [9, '/a/b', 'Do', ['words', 5]]);
});

test('odd signatures are refused', () => {
  for (const odd of ['z', '(i', 'a', 'a{s'])
    assert.throws(() => parseSignature(odd), /not a D-Bus signature/, odd);
});

test('addresses of the bus', () => {
  assert.deepEqual(
    busPaths({ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=x;unix:path=/a%20b,guid=1;unix:abstract=/c' }),
    ['/a b', '\0/c'],
  );
  assert.deepEqual(busPaths({ XDG_RUNTIME_DIR: '/run/user/7' }), ['/run/user/7/bus']);
  assert.deepEqual(busPaths({}), []);
});
