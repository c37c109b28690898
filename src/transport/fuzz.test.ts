import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type EchoFront, startFront } from '../../test/kit/echo-front.ts';
import { echoService } from '../../test/kit/echo-service.ts';
import { openSse, rpc } from '../../test/kit/http.ts';
import { initialize, type Message, request } from '../../test/kit/json-rpc.ts';
import { LineClient } from '../../test/kit/line-client.ts';
import { oddCancel, oddMessage, oddMessages } from '../../test/kit/odd-messages.ts';
import { fc } from '../../test/kit/properties.ts';
import { silentLog } from '../kernel/log.ts';
import { serviceFactory } from './connection.ts';
import { parseJson, readMessages } from './message.ts';

const MAX = 16_384;

/** How many answers a text must get: one a request, one for each thing that is no message. */
function answersDue(text: string): number {
  if (text.trim() === '') return 0;
  if (Buffer.byteLength(text) > MAX) return 1;
  const parsed = parseJson(text);
  if ('answer' in parsed) return 1;
  return readMessages(parsed.value).messages.filter(({ kind }) => kind === 'request' || kind === 'invalid')
    .length;
}

const isAnswer = (message: Message) => message.method === undefined;

test('stdio: every line gets its answers, however broken the ones around it', async () => {
  const factory = serviceFactory(echoService(), silentLog);
  await fc.assert(
    fc.asyncProperty(oddMessages, fc.integer({ min: 1, max: 5000 }), async (lines, size) => {
      const client = new LineClient(factory, { maxLineBytes: MAX, drainMs: 10_000 });
      const bytes = Buffer.from(`${lines.join('\n')}\n${JSON.stringify(request('last', 'ping'))}`);
      for (let at = 0; at < bytes.length; at += size) client.input.write(bytes.subarray(at, at + size));
      client.input.end();
      await client.connection.closed;
      const answers = client.messages.all.filter(isAnswer);
      const due = lines.reduce((sum, line) => sum + answersDue(line), 1);
      assert.equal(answers.length, due);
      assert.ok(answers.some(({ id }) => id === 'last'));
    }),
    { numRuns: 250, endOnFailure: true },
  );
});

test('cancellations in between: whatever is left is answered and nothing is waited for', async (t) => {
  const factory = serviceFactory(echoService(), silentLog);
  const front = await startFront(t, { maxBody: MAX });
  const agent = makeAgent(t);
  const session = await openSession(front);
  const headers = { 'content-type': 'application/json', 'mcp-session-id': session };
  const mixed = fc.array(fc.oneof(oddMessage, oddCancel), { maxLength: 25, size: 'max' });
  await fc.assert(
    fc.asyncProperty(mixed, async (lines) => {
      const client = new LineClient(factory, { maxLineBytes: MAX, drainMs: 10_000 });
      client.input.end(`${lines.join('\n')}\n${JSON.stringify(request('last', 'ping'))}`);
      await client.connection.closed;
      assert.ok(client.messages.all.some(({ id }) => id === 'last'));
      assert.ok(!client.messages.all.some(({ error }) => error?.message.includes('shutting down')));
      const replies = await Promise.all(lines.map((line) => post(front.mcp, line, headers, agent)));
      for (const { status, text } of replies) assert.ok(STATUSES.includes(status), `${status} ${text}`);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

interface RawReply {
  readonly status: number;
  readonly text: string;
}

function post(url: string, body: string, headers: Record<string, string>, agent: Agent): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method: 'POST', agent, headers, timeout: 5000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${body.slice(0, 300)}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function makeAgent(t: TestContext): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  t.after(() => agent.destroy());
  return agent;
}

const oddHeaders = fc.record(
  {
    accept: fc.constantFrom('*/*', 'application/json, text/event-stream', 'text/event-stream', 'x'),
    'content-type': fc.constantFrom('application/json', 'application/json;charset=x', 'text/plain', ';'),
    'mcp-protocol-version': fc.constantFrom('2025-06-18', '2025-11-25', '2026-07-28', '1', 'zzzz'),
    'mcp-method': fc.constantFrom('ping', 'tools/call', 'tools/list', ''),
    'mcp-name': fc.constantFrom('echo', '=?base64?x?='),
    'mcp-session-id': fc.constantFrom('nobody', 'SESSION', 'SESSION'),
    'last-event-id': fc.constant('7'),
  },
  { requiredKeys: [] },
);

async function openSession({ mcp }: EchoFront): Promise<string> {
  return String((await rpc(mcp, initialize(1))).headers['mcp-session-id']);
}

const STATUSES = [200, 202, 400, 404, 413, 415];

test('/mcp in both eras: every POST is answered, side by side too', async (t) => {
  const front = await startFront(t, { maxBody: MAX });
  const agent = makeAgent(t);
  const session = await openSession(front);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(oddMessage, oddHeaders), { maxLength: 25, size: 'max' }),
      async (posts) => {
        const replies = posts.map(([body, headers]) => {
          const id = headers['mcp-session-id']?.replace('SESSION', session);
          return post(front.mcp, body, { ...headers, ...(id && { 'mcp-session-id': id }) }, agent);
        });
        for (const { status, text } of await Promise.all(replies)) {
          assert.ok(STATUSES.includes(status), `${status} ${text}`);
          if (status !== 202) assert.match(text, /"jsonrpc":"2.0"/);
        }
      },
    ),
    { numRuns: 200, endOnFailure: true },
  );
  assert.equal((await rpc(front.mcp, request(1, 'ping'), { session })).status, 200);
});

test('/mcp on a handshake session: each POST gets just the answers it is due', async (t) => {
  const front = await startFront(t, { maxBody: MAX });
  const agent = makeAgent(t);
  const session = await openSession(front);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'mcp-session-id': session,
  };
  await fc.assert(
    fc.asyncProperty(oddMessages, async (bodies) => {
      const plain = bodies.filter((body) => !body.includes('io.modelcontextprotocol/'));
      const replies = await Promise.all(plain.map((body) => post(front.mcp, body, headers, agent)));
      for (const [index, { text }] of replies.entries()) {
        const parsed: Message | Message[] = text === '' ? [] : JSON.parse(text);
        const body = plain[index] ?? '';
        // An empty body is a parse error over HTTP; an empty line is nothing on stdio.
        const due = body.trim() === '' ? 1 : answersDue(body);
        assert.equal([parsed].flat().length, due, body.slice(0, 300));
      }
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

test('/sse and /message: every POST is answered, and every request on the stream', async (t) => {
  const front = await startFront(t, { maxBody: MAX });
  const agent = makeAgent(t);
  const headers = { 'content-type': 'application/json' };
  await fc.assert(
    fc.asyncProperty(oddMessages, async (bodies) => {
      const stream = await openSse(t, `${front.base}/sse`);
      const url = (await stream.event('endpoint')).data;
      const replies = await Promise.all(bodies.map((body) => post(url, body, headers, agent)));
      for (const { status, text } of replies) assert.ok([200, 202, 400, 413].includes(status), text);
      await post(url, JSON.stringify(request('last', 'ping')), headers, agent);
      await stream.answer('last');
      const sent = stream.events.all
        .filter(({ event }) => event === 'message')
        .map(({ data }) => JSON.parse(data));
      const refused = replies.filter(({ status }) => status >= 400).length;
      const due = bodies.reduce((sum, body) => sum + (body.trim() === '' ? 1 : answersDue(body)), 1);
      assert.equal(sent.filter(isAnswer).length, due - refused);
      stream.close();
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

test('raw bytes on the port: an answer or a closed connection, and the server lives', async (t) => {
  const front = await startFront(t, { times: { headers: 1000, request: 1000 } });
  const start = fc.constantFrom(
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\n',
    'GET /sse HTTP/1.1\r\n',
    'PRI * HTTP/2.0\r\n',
  );
  const header = fc.constantFrom(
    'Content-Length: 10\r\n',
    'Content-Length: -1\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Expect: 100-continue\r\n',
    'Connection: close\r\n',
    'Upgrade: h2c\r\n',
    '\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
  );
  const bytes = fc.oneof(
    fc
      .tuple(start, fc.array(header, { maxLength: 4 }))
      .map(([line, rest]) => Buffer.from(line + rest.join(''))),
    fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (raw) => {
      const socket = connect(front.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      socket.end(raw);
      await closed;
    }),
    { numRuns: 150, endOnFailure: true },
  );
  assert.equal((await rpc(front.mcp, request(1, 'ping'))).status, 200);
});
