import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detect } from './detect.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const found = (up: string, down = '', isOver = false) => detect(bytes(up), bytes(down), isOver);

test('protocols are known by the first bytes of the client', () => {
  assert.equal(found('GET / HTTP/1.1\r\n'), 'http1');
  assert.equal(found('M-SEARCH * HTTP/1.1\r\n'), 'http1');
  assert.equal(found('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), 'http2');
  assert.equal(found('\x16\x03\x01\x02\x00\x01'), 'tls');
  assert.equal(found('\x00\x00\x00\x08\x04\xd2\x16\x2f'), 'postgres');
  assert.equal(found('\x00\x00\x00\x20\x00\x03\x00\x00'), 'postgres');
  assert.equal(found('*1\r\n$4\r\n'), 'redis');
  assert.equal(found('PING\r\n', '+PONG'), 'redis');
  assert.equal(found('PING\r\n', 'HELLO'), 'data');
  assert.equal(found('EHLO me\r\n'), 'data');
  assert.equal(found('\x80\x01'), 'data');
  assert.equal(found('\x00\x00\x00\x08\x00\x00\x00\x01'), 'data');
});

test('it waits while the bytes could be several things, and settles at the end', () => {
  for (const up of [
    'G',
    'GET /',
    'PRI * HTTP/2.0\r\n',
    '\x16\x03',
    '\x00\x00\x00',
    '*',
    '*12\r',
    'PING\r\n',
  ]) {
    assert.equal(found(up), undefined, JSON.stringify(up));
    assert.equal(found(up, '', true), 'data', JSON.stringify(up));
  }
  assert.equal(found('', 'SSH-2.0-x\r\n'), undefined);
  assert.equal(found('', 'SSH-2.0-x\r\n', true), 'data');
  assert.equal(found('', 'HTTP/1.1 400 Bad Request\r\n', true), 'http1');
  assert.equal(found('x'.repeat(16_384)), 'data');
});

test('an answer does not change with more bytes', () => {
  const beginnings = [
    'GET / HTTP/1.1\r\n\r\n',
    '*2\r\n$3\r\nGET\r\n',
    'EHLO x\r\nMAIL',
    '\x16\x03\x01\x02\x00\x01\x00',
    'GET\x01 / HTTP/1.1\r\n',
  ];
  for (const whole of beginnings) {
    const settled = found(whole);
    for (let length = 1; length < whole.length; length++) {
      const early = found(whole.slice(0, length));
      assert.ok(
        early === undefined || early === settled,
        `${JSON.stringify(whole.slice(0, length))}: ${early}`,
      );
    }
  }
});
