import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startFront } from '../../test/kit/echo-front.ts';
import type { EchoService } from '../../test/kit/echo-service.ts';

type Negotiation = 'legacy' | 'auto' | { pin: string };

/** What comes in, before the client drops a step that arrives together with the result. */
function watchProgress(transport: Transport): unknown[] {
  const steps: unknown[] = [];
  const inner = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/progress')
      steps.push(message.params?.progress);
    inner?.(message, extra);
  };
  return steps;
}

/** What a real client does in a session: list, call with progress, miss, cancel. */
async function exercise(t: TestContext, transport: Transport, mode: Negotiation, service?: EchoService) {
  const client = new Client({ name: 'sdk', version: '2' }, { versionNegotiation: { mode } });
  t.after(() => client.close());
  await client.connect(transport);
  assert.equal((await client.listTools()).tools.length, 7);
  const steps = watchProgress(transport);
  const onprogress = () => undefined;
  const result = await client.callTool({ name: 'steps', arguments: { count: 3 } }, { onprogress });
  assert.deepEqual(result.content, [{ type: 'text', text: '3 steps' }]);
  assert.deepEqual(steps, [1, 2, 3]);
  const isLegacy = mode === 'legacy';
  const missing = isLegacy ? -32002 : -32602;
  await assert.rejects(client.readResource({ uri: 'no://where' }), { code: missing });
  await assert.rejects(client.callTool({ name: 'nope' }), { code: isLegacy ? -32601 : -32602 });
  const prompt = await client.getPrompt({ name: 'greet', arguments: { who: 'Ada' } });
  assert.equal(prompt.messages.length, 1);
  const cancel = new AbortController();
  const call = client.callTool({ name: 'gate' }, { signal: cancel.signal });
  const rejected = assert.rejects(call);
  await service?.happened('start gate');
  cancel.abort('enough');
  await rejected;
  await service?.happened('gate aborted');
}

const MODES: Negotiation[] = ['legacy', 'auto', { pin: '2026-07-28' }];

for (const mode of MODES) {
  const name = JSON.stringify(mode);
  test(`the SDK client over HTTP, ${name}`, async (t) => {
    const { mcp, service } = await startFront(t, { key: 'k' });
    const requestInit = { headers: { Authorization: 'Bearer k' } };
    await exercise(t, new StreamableHTTPClientTransport(new URL(mcp), { requestInit }), mode, service);
  });

  test(`the SDK client over stdio, ${name}`, async (t) => {
    const script = fileURLToPath(new URL('../../test/kit/echo-stdio.ts', import.meta.url));
    const transport = new StdioClientTransport({ command: process.execPath, args: [script] });
    await exercise(t, transport, mode);
  });
}

test('the SDK client over the old SSE, key in the query', async (t) => {
  const { base, service } = await startFront(t, { key: 'k' });
  await exercise(t, new SSEClientTransport(new URL(`${base}/sse?token=k`)), 'legacy', service);
});

test('the SDK client ends its session', async (t) => {
  const { mcp, service } = await startFront(t);
  const transport = new StreamableHTTPClientTransport(new URL(mcp));
  await exercise(t, transport, 'legacy', service);
  await transport.terminateSession();
  assert.equal(service.live.size, 0);
});
