import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Server } from '@modelcontextprotocol/server';
import { startFront } from '../../test/kit/echo-front.ts';
import { hangUp } from '../../test/kit/hang-up.ts';
import { openSse, rpc } from '../../test/kit/http.ts';
import { initialize, type Message, request, toolCall } from '../../test/kit/json-rpc.ts';
import type { ConnectionFactory } from './connection.ts';

/** A server that asks its client something in the middle of a call. */
const asking: ConnectionFactory = () => ({
  server: () => {
    const server = new Server({ name: 'asking', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/call', async (_request, context) => {
      const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
      const answer = await context.mcpReq.elicitInput({ message: 'Who?', requestedSchema });
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
    });
    return server;
  },
  close: async () => undefined,
});

const withElicitation = request(1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: { form: {} } },
  clientInfo: { name: 'c', version: '1' },
});

for (const where of ['its own answer', 'the GET stream'] as const) {
  test(`a question to the client rides on ${where}`, async (t) => {
    const { mcp } = await startFront(t, { factory: asking });
    const session = String((await rpc(mcp, withElicitation)).headers['mcp-session-id']);
    const own = where === 'its own answer';
    const get = own ? undefined : await openSse(t, mcp, { 'mcp-session-id': session });
    const headers = {
      'content-type': 'application/json',
      accept: own ? 'text/event-stream, application/json' : 'application/json',
      'mcp-session-id': session,
    };
    const reply = fetch(mcp, { method: 'POST', headers, body: JSON.stringify(toolCall(2, 'ask')) });
    const text = reply.then((response) => new BodyText(response));
    const question: Message = JSON.parse(
      get ? (await get.event('message')).data : await (await text).until(/data: (.*)\n\n/),
    );
    assert.equal(question.method, 'elicitation/create');
    const answer = {
      jsonrpc: '2.0',
      id: question.id,
      result: { action: 'accept', content: { name: 'Ada' } },
    };
    assert.equal((await rpc(mcp, answer, { session })).status, 202);
    assert.ok(await (await text).until(/(Ada)/));
  });
}

test('a question without a session fails at once', async (t) => {
  const { mcp } = await startFront(t, { factory: asking });
  const reply = await rpc(mcp, toolCall(1, 'ask'));
  assert.ok(reply.answer?.error, 'not a hang');
});

/** Reads a body as far as it is needed. */
class BodyText {
  readonly #parts: AsyncIterator<Uint8Array>;
  #text = '';

  constructor(response: Response) {
    assert.ok(response.body);
    this.#parts = response.body[Symbol.asyncIterator]();
  }

  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#text)?.[1];
      if (found !== undefined) return found;
      const { done, value } = await this.#parts.next();
      if (done) throw new Error(`the body ended without ${pattern}: ${this.#text}`);
      this.#text += Buffer.from(value).toString();
    }
  }
}

test('two calls in flight with one id get their own answers', async (t) => {
  const { mcp, service } = await startFront(t);
  const session = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const slow = rpc(mcp, toolCall(7, 'gate'), { session });
  await service.happened('start gate');
  const quick = await rpc(mcp, toolCall(7, 'echo', { words: 'quick' }), { session });
  assert.equal(quick.answer?.result.content[0].text, 'quick');
  service.openGate();
  assert.equal((await slow).answer?.result.content[0].text, 'through');
});

test('a cancelled call is aborted and its POST ends', async (t) => {
  const { mcp, service } = await startFront(t);
  const session = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  const call = rpc(mcp, toolCall('c', 'gate'), { session });
  await service.happened('start gate');
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } };
  assert.equal((await rpc(mcp, cancel, { session })).status, 202);
  assert.match((await call).answer?.error?.message ?? '', /cancelled/);
  await service.happened('gate aborted');
});

test('hanging up does not cancel on handshake revisions, and leaves nothing behind', async (t) => {
  const { mcp, service } = await startFront(t, { idleSessionMs: 500 });
  const session = String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
  await hangUp(mcp, toolCall(2, 'gate'), { 'mcp-session-id': session }, service.happened('start gate'));
  assert.equal((await rpc(mcp, request(3, 'ping'), { session })).status, 200);
  assert.ok(!service.events.includes('gate aborted'));
  service.openGate();
  await service.happened('gate passed');
  await service.happened('closed session-1');
});
