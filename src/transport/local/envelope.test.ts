import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/kit/properties.ts';
import { readEnvelopes } from './envelope.ts';

const read = (line: string) => readEnvelopes(Buffer.from(line));

test('a request, a notification and an answer are told apart', () => {
  assert.deepEqual(read('{"jsonrpc":"2.0","id":7,"method":"ping"}\n'), [{ id: 7, method: 'ping' }]);
  assert.deepEqual(read('{"method":"notifications/initialized","jsonrpc":"2.0"}'), [
    { method: 'notifications/initialized' },
  ]);
  assert.deepEqual(read('{"result":{"id":1,"method":"no"},"jsonrpc":"2.0","id":"seven"}'), [{ id: 'seven' }]);
});

test('ids that are none are left out', () => {
  for (const id of ['null', '1.5', '{"id":1}', '[1]', 'true']) {
    assert.deepEqual(read(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`), [{ method: 'ping' }], id);
  }
});

test('a cancellation names its call', () => {
  const line = '{"jsonrpc":"2.0","params":{"requestId":"a","why":"}"},"method":"notifications/cancelled"}';
  assert.deepEqual(read(line), [{ method: 'notifications/cancelled', cancels: 'a' }]);
});

test('a batch has an envelope for each message', () => {
  assert.deepEqual(read('[{"id":1,"method":"ping"},5,{"method":"x"}]'), [
    { id: 1, method: 'ping' },
    {},
    { method: 'x' },
  ]);
});

test('blanks, a byte order mark and escaped names are read', () => {
  assert.deepEqual(read('\ufeff { "\\u0069d" : 1 , "method" : "a\\"b\\\\" , "x" : [ "]" ] } \r\n'), [
    { id: 1, method: 'a"b\\' },
  ]);
});

test('long strings are stepped over, whatever they escape', () => {
  for (const text of [
    'x'.repeat(500),
    'x\\'.repeat(200),
    `${'y'.repeat(99)}"\\`.repeat(20),
    '\\'.repeat(301),
  ]) {
    assert.deepEqual(read(JSON.stringify({ result: { text, more: [text] }, id: 9 })), [{ id: 9 }]);
  }
});

test('what is no message is undefined', () => {
  for (const line of [
    '',
    '{',
    '{"id":1',
    '"x"',
    '{"id" 1}',
    '{"id":tru}',
    '{"a":"b',
    '[{]',
    '{1:2}',
    '{"a"',
  ]) {
    assert.equal(read(line), undefined, line);
  }
});

test('every JSON object is read as JSON.parse reads it', () => {
  const member = fc.jsonValue({ maxDepth: 4 });
  const id = fc.oneof(fc.integer(), fc.string(), member);
  const message = fc.record(
    { params: member, id, result: member, method: fc.string() },
    { requiredKeys: [] },
  );
  const property = fc.property(message, fc.integer({ max: 3, min: 0 }), (value, indent) => {
    const line = JSON.stringify(value, null, indent).replaceAll('\n', ' ');
    const parsed = JSON.parse(line);
    const isId = typeof parsed.id === 'string' || Number.isSafeInteger(parsed.id);
    const [found] = read(line) ?? [];
    assert.deepEqual([found?.id, found?.method], [isId ? parsed.id : undefined, parsed.method]);
  });
  fc.assert(property, { numRuns: 500 });
});

test('any bytes are survived', () => {
  const property = fc.property(
    fc.uint8Array({ maxLength: 60 }),
    fc.constantFrom('', '{', '{"', '[{"id"'),
    (b, head) => {
      readEnvelopes(Buffer.concat([Buffer.from(head), b]));
    },
  );
  fc.assert(property, { numRuns: 2000 });
});
