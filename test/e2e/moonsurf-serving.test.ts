/** What Moonsurf demands of the old SSE transport, on the built command. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Resource } from '../../src/kernel/toolset.ts';
import { moonsurfFailure } from '../../src/report/failures/moonsurf.ts';
import { serviceFactory } from '../../src/transport/connection.ts';
import { createHttpFront, type HttpFrontOptions, SSE_PING_MS } from '../../src/transport/http.ts';
import { curlSession } from '../kit/curl-session.ts';
import { fetchText, openSse } from '../kit/http.ts';
import { type Message, request, toolCall } from '../kit/json-rpc.ts';
import { makeHost } from '../kit/session-host.ts';
import { startServer } from '../kit/start-server.ts';
import { verifies } from '../requirements/verifies.ts';

async function start(t: TestContext, ...args: string[]): Promise<string> {
  const server = await startServer(t, 'moonsurf-mcp', ['--port', '0', ...args]);
  const [, url] = await server.stderrMatch(/listens at (http:\S+)\/mcp/);
  return url!;
}

async function connect(t: TestContext, url: string) {
  const stream = await openSse(t, `${url}/sse`);
  const { data: endpoint } = await stream.event('endpoint');
  const ask = async (message: unknown) => {
    await fetchText(endpoint, { body: message });
    return stream.answer((message as Message).id ?? null);
  };
  return { stream, endpoint, ask };
}

verifies(
  [
    'moonsurf: GET /sse sends endpoint',
    'moonsurf: POST /message is answered on the stream',
    'moonsurf: lifecycle: order',
    'moonsurf: protocol version',
    'moonsurf: initialize',
    'moonsurf: initialized',
    'moonsurf: tools/list',
    'moonsurf: ping',
    'moonsurf: request format',
    'moonsurf: response format',
  ],
  'connect, initialize with empty params, initialized as a request, list and ping',
  async (t) => {
    const url = await start(t);
    const { stream, endpoint, ask } = await connect(t, url);
    assert.equal(stream.events.all[0]!.event, 'endpoint');
    assert.match(endpoint, new RegExp(`^${url}/message\\?sessionId=.+`));
    const hello = await ask(request(1, 'initialize', {}));
    assert.equal(hello.jsonrpc, '2.0');
    assert.equal(hello.result.protocolVersion, '2024-11-05');
    assert.equal(hello.result.serverInfo.name, 'moonsurf-mcp');
    assert.deepEqual(hello.result.capabilities.tools, {});
    assert.deepEqual((await ask(request(2, 'initialized', {}))).result, {});
    assert.equal((await ask(request(3, 'tools/list'))).result.tools.length, 10);
    assert.deepEqual((await ask(request(4, 'ping'))).result, {});
  },
);

verifies('moonsurf: sessionId ties requests to their stream', async (t) => {
  const url = await start(t);
  const [one, two] = [await connect(t, url), await connect(t, url)];
  assert.notEqual(one.endpoint, two.endpoint);
  await one.ask(request('only-one', 'ping'));
  await two.ask(request('only-two', 'ping'));
  assert.ok(!one.stream.events.all.some((event) => event.data.includes('only-two')));
  assert.ok(!two.stream.events.all.some((event) => event.data.includes('only-one')));
});

verifies(
  [
    'moonsurf: error format',
    'moonsurf: error -32700',
    'moonsurf: error -32600',
    'moonsurf: error -32601',
    'moonsurf: error -32602',
  ],
  'errors have the codes of the table',
  async (t) => {
    const { endpoint, ask, stream } = await connect(t, await start(t));
    const unknown = await ask(request(1, 'no/such/method'));
    assert.deepEqual([unknown.jsonrpc, unknown.id, unknown.error!.code], ['2.0', 1, -32601]);
    assert.equal((await ask(toolCall(2, 'no_such_tool'))).error!.code, -32601);
    assert.equal((await ask(request(3, 'tools/call', { name: 5 }))).error!.code, -32602);
    const garbage = await fetchText(endpoint, { body: '{', headers: { 'content-type': 'application/json' } });
    assert.match(garbage.text, /-32700/);
    const shapeless = await fetchText(endpoint, { body: { id: 4 } });
    assert.match(shapeless.text, /-32600/);
    assert.ok(!stream.events.all.some((event) => event.data.includes('stack')));
  },
);

verifies('moonsurf: lifecycle: disconnect', async (t) => {
  const url = await start(t);
  const { stream, endpoint, ask } = await connect(t, url);
  await ask(request(1, 'ping'));
  stream.close();
  // The server hears of it when the closing packet arrives: ask until it has, at most the runner's time limit.
  for (;;) {
    const { status } = await fetchText(endpoint, { body: request(2, 'ping') });
    if (status === 404) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
});

verifies(
  ['moonsurf: auth: GET /sse?token=', 'moonsurf: auth: Bearer on POST /message'],
  'with a key: ?token= on /sse, Bearer on /message',
  async (t) => {
    const url = await start(t, '--api-key', 'the-token-1');
    assert.equal((await fetchText(`${url}/sse`)).status, 401);
    assert.equal((await fetchText(`${url}/sse?token=wrong-token`)).status, 403);
    const stream = await openSse(t, `${url}/sse?token=the-token-1`);
    const { data: endpoint } = await stream.event('endpoint');
    const bare = endpoint.replace(/&token=[^&]*/, '');
    assert.equal((await fetchText(bare, { body: request(1, 'ping') })).status, 401);
    await fetchText(endpoint, { body: request(2, 'ping'), headers: { authorization: 'Bearer the-token-1' } });
    assert.deepEqual((await stream.answer(2)).result, {});
  },
);

verifies('moonsurf: example session: curl', async (t) => {
  const session = await curlSession(t, await start(t));
  await session.post(request(1, 'initialize', {}));
  const hello = await session.answer(1);
  assert.deepEqual([hello.jsonrpc, hello.result.protocolVersion], ['2.0', '2024-11-05']);
  await session.post(request(2, 'tools/list'));
  const { tools } = (await session.answer(2)).result;
  assert.equal(tools[0].name, 'browser_instance');
});

/** The same front in this process, where its times can be made short and a failure can be planted. */
async function startHere(t: TestContext, times: HttpFrontOptions['times'] = {}): Promise<string> {
  const broken: Resource<unknown> = {
    uri: 'kit://broken',
    name: 'broken',
    title: 'Broken',
    description: 'Fails.',
    mimeType: 'text/plain',
    read: async () => {
      throw new TypeError('planted');
    },
  };
  const { host, parts } = makeHost({ resources: [broken] }, { renderFault: moonsurfFailure });
  const factory = serviceFactory(host, parts.log);
  const front = createHttpFront({ factory, log: parts.log, cwd: '/', times });
  t.after(() => front.close());
  return (await front.listen(0)).urls[0]!;
}

verifies('moonsurf: error -32603', async (t) => {
  const { ask } = await connect(t, await startHere(t));
  const answer = await ask(request(1, 'resources/read', { uri: 'kit://broken' }));
  assert.equal(answer.error!.code, -32603);
  assert.doesNotMatch(answer.error!.message, /planted|\n/);
});

verifies(
  ['moonsurf: time-out: keep-alive', 'moonsurf: time-out: connection'],
  'pings keep the stream alive, and it outlives every time limit of a request',
  async (t) => {
    assert.equal(SSE_PING_MS, 30_000);
    const url = await startHere(t, { ssePing: 40, headers: 60, request: 80 });
    const { stream, ask } = await connect(t, url);
    await stream.comments.first(() => stream.comments.all.length >= 8, 'eight pings');
    assert.deepEqual((await ask(request(1, 'ping'))).result, {});
  },
);
