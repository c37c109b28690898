import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/kit/properties.ts';
import { messagesOf, outcomeOf } from './call.ts';
import { readWireMessage } from './wire-message.ts';

const framed = (...messages: (string | number[])[]) =>
  Buffer.concat(
    messages.map((message) => {
      const bytes = Buffer.from(message as string);
      const head = Buffer.alloc(5);
      head.writeUInt32BE(bytes.length, 1);
      return Buffer.concat([head, bytes]);
    }),
  );

test('a message without its schema: numbers, texts, messages within, repeated fields', () => {
  // 1: 150, 2: "hi", 3: {1: 7}, 4: 1.5 (64 bits), 5: 0.5 (32 bits), 6: 1 and 2
  const bytes = [
    8, 150, 1, 18, 2, 104, 105, 26, 2, 8, 7, 33, 0, 0, 0, 0, 0, 0, 248, 63, 45, 0, 0, 0, 63, 48, 1, 48, 2,
  ];
  assert.deepEqual(readWireMessage(Uint8Array.from(bytes)), {
    1: 150,
    2: 'hi',
    3: { 1: 7 },
    4: 1.5,
    5: 0.5,
    6: [1, 2],
  });
  assert.equal(readWireMessage(Uint8Array.of(8)), undefined);
  assert.equal(readWireMessage(Uint8Array.of(0, 0)), undefined);
});

test('any bytes are read, or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      JSON.stringify(readWireMessage(bytes));
      messagesOf(bytes, bytes.length);
    }),
  );
});

test('the messages of a body, cut or whole', () => {
  const body = framed([8, 1], [8, 2]);
  assert.deepEqual(messagesOf(body, body.length), { shown: ['{"1":1}', '{"1":2}'], count: 2 });
  assert.deepEqual(messagesOf(body.subarray(0, 10), body.length), {
    shown: ['{"1":1}'],
    count: undefined,
  });
  assert.deepEqual(messagesOf(undefined, 0), { shown: [], count: 0 });
  assert.deepEqual(messagesOf(Uint8Array.of(1, 0, 0, 0, 1, 9), 6).shown, ['(1 bytes, compressed)']);
});

test('how a call ended', () => {
  const trailers: [string, string][] = [
    ['grpc-status', '5'],
    ['grpc-message', 'no%20such%20cart'],
  ];
  assert.deepEqual(outcomeOf([], trailers), { status: 5, code: 'NOT_FOUND', message: 'no such cart' });
  assert.deepEqual(outcomeOf([['grpc-status', '0']]), { status: 0, code: 'OK' });
  assert.deepEqual(outcomeOf([]), {});
});
