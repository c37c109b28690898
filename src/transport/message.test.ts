import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJSONRPCNotification, isJSONRPCRequest, isJSONRPCResponse } from '@modelcontextprotocol/server';
import { fc } from '../../test/kit/properties.ts';
import { encodeMessage, parseJson, readMessage, readMessages } from './message.ts';

const call = (more: object) => ({ jsonrpc: '2.0', id: 1, method: 'ping', ...more });

test('a non-request is -32600, with its id where one can be read', () => {
  const rows: [unknown, number | string | null][] = [
    [5, null],
    [null, null],
    ['text', null],
    [[], null],
    [{ foo: 1 }, null],
    [{ id: 7, method: 'ping' }, 7],
    [{ jsonrpc: '1.0', id: 'a', method: 'ping' }, 'a'],
    [call({ id: null }), null],
    [call({ id: 1.5 }), null],
    [call({ id: {} }), null],
    [call({ id: 1e20 }), null],
    [call({ method: 3 }), 1],
    [{ jsonrpc: '2.0', id: 1 }, 1],
  ];
  for (const [value, id] of rows) {
    const inbound = readMessage(value);
    assert.equal(inbound.kind, 'invalid', JSON.stringify(value));
    assert.equal('answer' in inbound && inbound.answer.error.code, -32600);
    assert.equal('answer' in inbound && inbound.answer.id, id, JSON.stringify(value));
  }
});

test('params of a wrong shape are -32602 on a request and dropped on a notification', () => {
  for (const params of [
    [],
    'x',
    4,
    { _meta: 3 },
    { _meta: { progressToken: {} } },
    { _meta: { progressToken: 1.5 } },
  ]) {
    const inbound = readMessage(call({ params }));
    assert.equal('answer' in inbound && inbound.answer.error.code, -32602, JSON.stringify(params));
    assert.equal(readMessage({ jsonrpc: '2.0', method: 'x', params }).kind, 'ignored');
  }
});

test('what old clients leave out is filled in', () => {
  const bare = readMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params: null });
  assert.deepEqual('message' in bare && bare.message, {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 'unknown', version: 'unknown' },
    },
  });
  const odd = readMessage({ jsonrpc: '2.0', id: 2, method: 'notifications/initialized' });
  assert.deepEqual('message' in odd && odd.message, { jsonrpc: '2.0', id: 2, method: 'initialized' });
});

test('an error that answers nothing is never answered', () => {
  assert.equal(readMessage({ jsonrpc: '2.0', id: null, error: { code: -1, message: 'x' } }).kind, 'ignored');
  assert.equal(readMessage({ jsonrpc: '2.0', id: 1, error: 'x' }).kind, 'ignored');
  assert.equal(readMessage({ jsonrpc: '2.0', id: 1, result: 'x' }).kind, 'ignored');
  assert.equal(readMessage({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'x' } }).kind, 'response');
});

test('a batch is read one by one, is not empty and has a limit', () => {
  assert.deepEqual(
    readMessages([call({}), 5, { jsonrpc: '2.0', method: 'n' }]).messages.map(({ kind }) => kind),
    ['request', 'invalid', 'notification'],
  );
  assert.equal(readMessages([]).messages[0]?.kind, 'invalid');
  assert.equal(readMessages(Array(101).fill(call({}))).messages.length, 1);
});

test('server/discover without its envelope is told what is missing', () => {
  for (const params of [undefined, {}, { _meta: null }, { _meta: {} }]) {
    const read = readMessage(call({ method: 'server/discover', params }));
    assert.ok(read.kind === 'invalid');
    assert.equal(read.answer.error.code, -32602);
    assert.match(read.answer.error.message, /"_meta" must have ".*\/protocolVersion" and/);
  }
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  assert.equal(readMessage(call({ method: 'server/discover', params: { _meta: meta } })).kind, 'request');
});

test('a parse error says where in one line', () => {
  const parsed = parseJson('{"a":\n');
  assert.ok('answer' in parsed);
  assert.equal(parsed.answer.error.code, -32700);
  assert.match(parsed.answer.error.message, /^Parse error: [^\n]+$/);
});

test('a parse error does not repeat what was sent', () => {
  for (const sent of [
    'secret',
    'secret-and-much-more-behind-it',
    '{"a": secret, "b": "and much more behind it"}',
  ]) {
    const parsed = parseJson(sent);
    assert.ok('answer' in parsed);
    assert.equal(parsed.answer.error.message, "Parse error: Unexpected token 's'");
  }
});

test('a result that JSON cannot hold becomes an error for its request', () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  const json = encodeMessage({ jsonrpc: '2.0', id: 4, result: loop });
  assert.deepEqual(JSON.parse(json).id, 4);
  assert.equal(JSON.parse(json).error.code, -32603);
});

test('whatever is let through, the SDK takes', () => {
  const field = fc.constantFrom(
    'jsonrpc',
    'id',
    'method',
    'params',
    'result',
    'error',
    '_meta',
    'progressToken',
  );
  const value = fc.oneof(
    fc.constantFrom<unknown>('2.0', 1, 'ping', null, {}, 'initialize', { code: 1, message: 'm' }, 1.5),
    fc.record({ _meta: fc.jsonValue(), result: fc.jsonValue() }, { requiredKeys: [] }),
    fc.jsonValue(),
  );
  const message = fc.dictionary(field, value).map((fields) => ({ jsonrpc: '2.0', ...fields }));
  fc.assert(
    fc.property(message, (input) => {
      const inbound = readMessage(input);
      if (inbound.kind === 'request') assert.ok(isJSONRPCRequest(inbound.message));
      if (inbound.kind === 'notification') assert.ok(isJSONRPCNotification(inbound.message));
      if (inbound.kind === 'response') assert.ok(isJSONRPCResponse(inbound.message));
    }),
    { numRuns: 3000 },
  );
});
