/** Message texts of every wrong kind, and right ones between them. */

import { modern } from './modern.ts';
import { fc } from './properties.ts';

const METHODS = [
  'ping',
  'initialize',
  'initialized',
  'tools/list',
  'tools/call',
  'resources/read',
  'resources/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'tasks/get',
  'notifications/initialized',
  'constructor',
  '__proto__',
  '',
];

/** Few ids, so that many messages share one. */
const id = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, 'a', '', 0, -1) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1.5, true, {}, [], 1e300) },
);
const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>(null, {}, [], '', 0));
const params = fc.oneof(
  junk,
  fc.record(
    {
      name: fc.oneof(fc.constantFrom<unknown>('echo', 'steps', 'fail', 'crash', 'nope', '__proto__'), junk),
      arguments: fc.oneof(fc.record({ words: fc.string(), count: fc.constant(1) }), junk),
      uri: fc.oneof(fc.constantFrom<unknown>('echo://words', 'x:'), junk),
      ref: fc.oneof(fc.constant<unknown>({ type: 'ref/prompt', name: 'greet' }), junk),
      argument: fc.oneof(fc.constant<unknown>({ name: 'who', value: '' }), junk),
      level: fc.oneof(fc.constant<unknown>('error'), junk),
      cursor: junk,
      protocolVersion: fc.oneof(fc.constantFrom<unknown>('2025-06-18', '2026-07-28'), junk),
      capabilities: junk,
      clientInfo: junk,
      _meta: fc.oneof(fc.record({ progressToken: fc.oneof(fc.integer(), junk) }), junk),
    },
    { requiredKeys: [] },
  ),
);

const near = fc
  .record(
    {
      jsonrpc: fc.oneof(
        { weight: 9, arbitrary: fc.constant<unknown>('2.0') },
        { weight: 1, arbitrary: junk },
      ),
      id,
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom<unknown>(...METHODS) },
        { weight: 1, arbitrary: junk },
      ),
      params,
      extra: junk,
    },
    { requiredKeys: ['jsonrpc'] },
  )
  .map((fields): unknown => fields);

const stateless = fc
  .tuple(fc.constantFrom(1, 2, 'a'), fc.constantFrom(...METHODS), params, junk)
  .map(([key, method, given, version]): unknown => {
    const meta = version === null ? { 'io.modelcontextprotocol/protocolVersion': version } : {};
    return modern(key, method, typeof given === 'object' && !Array.isArray(given) ? { ...given } : {}, meta);
  });

/** Cancels one of the ids that the others use. */
export const oddCancel = fc
  .constantFrom<unknown>(1, 2, 'a', '', null, {}, undefined)
  .map((requestId) =>
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
  );

const reply = fc.record(
  { jsonrpc: fc.constant('2.0'), id, result: junk, error: junk },
  { requiredKeys: ['jsonrpc'] },
);
const value = fc.oneof(
  { weight: 6, arbitrary: near },
  { weight: 2, arbitrary: stateless },
  { weight: 1, arbitrary: reply.map((fields): unknown => fields) },
  { weight: 1, arbitrary: junk },
);
const message = fc.oneof(
  { weight: 8, arbitrary: value },
  { weight: 1, arbitrary: fc.array(value, { maxLength: 6 }) },
);

const truncated = fc
  .tuple(message, fc.nat())
  .map(([whole, cut]) => JSON.stringify(whole).slice(0, cut % (JSON.stringify(whole).length + 1)));
const deep = fc
  .tuple(fc.integer({ min: 10, max: 50_000 }), fc.boolean(), fc.boolean())
  .map(([depth, isArray, isClosed]) => {
    const nest = isArray ? '['.repeat(depth) : '{"a":'.repeat(depth);
    const rest = isClosed ? `1${(isArray ? ']' : '}').repeat(depth)}` : '';
    return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"x":${nest}${rest}}}}`;
  });

/** One body or line; never with a newline in it. */
export const oddMessage = fc.oneof(
  { weight: 12, arbitrary: message.map((whole) => JSON.stringify(whole)) },
  { weight: 3, arbitrary: truncated },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.string().map((text) => text.replaceAll('\n', ' ')) },
  {
    weight: 1,
    arbitrary: fc.constant(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'y'.repeat(20_000)}"}}`),
  },
);

/** Many of them, long lists as likely as short ones. */
export const oddMessages = fc.array(oddMessage, { maxLength: 25, size: 'max' });
