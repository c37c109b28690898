import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { request } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { silentLog } from '../kernel/log.ts';
import type { Service } from '../session/service.ts';
import { serviceFactory } from './connection.ts';

function start(t: TestContext, change: Partial<Service> = {}) {
  const service = { ...echoService(), ...change };
  return { service, client: connectLines(t, serviceFactory(service, silentLog)) };
}

test('bad params are -32602 with a sentence', async (t) => {
  const { client } = start(t);
  const rows: [string, Record<string, unknown>, RegExp][] = [
    ['tools/call', {}, /"name" must be a string/],
    ['tools/call', { name: 'echo', arguments: [] }, /"arguments" must be an object/],
    ['resources/read', { uri: 4 }, /"uri" must be a string/],
    ['prompts/get', { name: 'greet', arguments: { who: 1 } }, /"who" must be a string/],
    ['completion/complete', { ref: { type: 'x' } }, /"name" must be a string|"ref.type"/],
    ['tools/list', { cursor: 'x' }, /cursor/],
    ['initialize', { capabilities: { roots: 5 } }, /shape/],
    ['logging/setLevel', { level: 'loud' }, /shape/],
  ];
  for (const [id, [method, params, words]] of rows.entries()) {
    const { error } = await client.ask(request(id, method, params));
    assert.equal(error?.code, -32602, method);
    assert.match(error?.message ?? '', words);
    assert.doesNotMatch(error?.message ?? '', /\n/);
  }
});
