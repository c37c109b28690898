import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { echoService } from '../../test/kit/echo-service.ts';
import { initialize, request, toolCall } from '../../test/kit/json-rpc.ts';
import { connectLines } from '../../test/kit/line-client.ts';
import { modern } from '../../test/kit/modern.ts';
import { makeLog, silentLog } from '../kernel/log.ts';
import type { Service } from '../session/service.ts';
import { serviceFactory } from './connection.ts';

function start(t: TestContext, change: Partial<Service> = {}) {
  const service = { ...echoService(), ...change };
  return { service, client: connectLines(t, serviceFactory(service, silentLog)) };
}

test('the asked version is echoed, a missing one is the oldest, an unknown one gets the newest', async (t) => {
  const rows: [string | undefined, string][] = [
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    [undefined, '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ];
  for (const [asked, answered] of rows) {
    const { client } = start(t);
    const hello = await client.ask(asked ? initialize(1, asked) : request(1, 'initialize', {}));
    assert.equal(hello.result.protocolVersion, answered);
  }
});

test('the handshake shows the identity and only what is offered', async (t) => {
  const { client, service } = start(t);
  const { result } = await client.ask(initialize(1));
  assert.deepEqual(result.capabilities, {
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    logging: {},
  });
  assert.equal(result.instructions, 'Say something.');
  assert.equal(result.serverInfo.description, 'Says what it is told.');
  assert.equal(result.serverInfo.icons[0].sizes[0], 'any');
  assert.deepEqual(service.introduced, ['kit 1.0.0']);
  const bare = start(t, { offers: { resources: false, prompts: false, completions: false } });
  assert.deepEqual((await bare.client.ask(initialize(1))).result.capabilities, { tools: {}, logging: {} });
  assert.equal((await bare.client.ask(request(2, 'resources/list'))).error?.code, -32601);
});

test('before initialize everything is served', async (t) => {
  const { client } = start(t);
  assert.equal((await client.ask(request(1, 'tools/list'))).result.tools.length, 7);
  assert.equal((await client.ask(toolCall(2, 'echo', { words: 'a' }))).result.structuredContent.words, 'a');
});

test('initialized with an id, under either name, and ping get {}', async (t) => {
  const { client } = start(t);
  for (const [id, method] of ['initialized', 'notifications/initialized', 'ping'].entries())
    assert.deepEqual((await client.ask(request(id, method))).result, {}, method);
});

test('resources, templates, prompts and completions', async (t) => {
  const { client } = start(t);
  assert.equal((await client.ask(request(1, 'resources/list'))).result.resources[0].uri, 'echo://words');
  const templates = (await client.ask(request(2, 'resources/templates/list'))).result.resourceTemplates;
  assert.deepEqual([templates[0].uriTemplate, templates[0].uri], ['echo://{id}', undefined]);
  const read = await client.ask(request(3, 'resources/read', { uri: 'echo://words' }));
  assert.equal(read.result.contents[0].text, 'some words');
  assert.equal((await client.ask(request(4, 'prompts/list'))).result.prompts[0].name, 'greet');
  const prompt = await client.ask(request(5, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } }));
  assert.equal(prompt.result.messages[0].content.text, 'Hello Ada');
  const refs = [
    { type: 'ref/prompt', name: 'greet' },
    { type: 'ref/resource', uri: 'echo://{id}' },
  ];
  for (const [index, ref] of refs.entries()) {
    const params = { ref, argument: { name: 'who', value: 'A' } };
    const { completion } = (await client.ask(request(6 + index, 'completion/complete', params))).result;
    assert.deepEqual([completion.values.length, completion.total, completion.hasMore], [100, 150, true]);
  }
});

test('an RpcError keeps its code and data; a missing resource is -32002', async (t) => {
  const { client } = start(t);
  const failed = await client.ask(toolCall(1, 'fail', { code: -32042 }));
  assert.deepEqual(failed.error, { code: -32042, message: 'It failed on purpose.', data: { why: 'asked' } });
  const missing = await client.ask(request(2, 'resources/read', { uri: 'no://where' }));
  assert.deepEqual(missing.error, { code: -32002, message: 'Resource not found: no://where.' });
  assert.equal((await client.ask(toolCall(3, 'nope'))).error?.code, -32601);
  assert.equal((await client.ask(request(4, 'bogus'))).error?.message, 'Method not found: bogus');
  assert.equal((await client.ask(request(5, 'k3y/x'))).error?.message, 'Method not found');
});

test('what is unforeseen is one sentence; the cause goes to the log', async (t) => {
  const lines: string[] = [];
  const log = makeLog('error', (line) => lines.push(line));
  const client = connectLines(t, serviceFactory(echoService(), log));
  const { error } = await client.ask(toolCall(1, 'crash'));
  assert.equal(error?.code, -32603);
  assert.doesNotMatch(JSON.stringify(error), /secret|at /);
  assert.match(lines.join(''), /secret detail of the inside/);
});

test('progress is sent only to who asked for it', async (t) => {
  const { client } = start(t);
  await client.ask(toolCall(1, 'steps', { count: 2 }));
  assert.ok(client.messages.all.every(({ method }) => method === undefined));
  const params = { name: 'steps', arguments: { count: 2 }, _meta: { progressToken: 'p' } };
  await client.ask(request(2, 'tools/call', params));
  const steps = client.messages.all.filter(({ method }) => method === 'notifications/progress');
  assert.deepEqual(
    steps.map((step) => step.params),
    [1, 2].map((progress) => ({ progressToken: 'p', progress, total: 2, message: `step ${progress}` })),
  );
});

test('log messages come from the level that the client asked for, and not before', async (t) => {
  const { client } = start(t);
  const levels = () =>
    client.messages.all
      .filter(({ method }) => method === 'notifications/message')
      .map((one) => one.params?.level);
  await client.ask(toolCall(1, 'logs'));
  assert.deepEqual(levels(), []);
  await client.ask(request(2, 'logging/setLevel', { level: 'error' }));
  await client.ask(toolCall(3, 'logs'));
  assert.deepEqual(levels(), ['error']);
  await client.ask(request(4, 'logging/setLevel', { level: 'debug' }));
  await client.ask(toolCall(5, 'logs'));
  assert.deepEqual(levels(), ['error', 'debug', 'error']);
});

test('the stateless revision on stdio, with the level in the request', async (t) => {
  const { client, service } = start(t);
  assert.deepEqual((await client.ask(modern(1, 'server/discover'))).result.supportedVersions, ['2026-07-28']);
  const { result } = await client.ask(modern(2, 'tools/list'));
  assert.deepEqual([result.ttlMs, result.cacheScope], [3_600_000, 'public']);
  const level = { 'io.modelcontextprotocol/logLevel': 'error' };
  await client.ask(modern(3, 'tools/call', { name: 'logs', arguments: {} }, level));
  const logged = client.messages.all.filter(({ method }) => method === 'notifications/message');
  assert.equal(logged.length, 1);
  const lost = await client.ask(modern(4, 'resources/read', { uri: 'no://where' }));
  assert.equal(lost.error?.code, -32602);
  assert.deepEqual(service.introduced, ['kit 1.0.0']);
});
