import assert from 'node:assert/strict';
import { once } from 'node:events';
import http2 from 'node:http2';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { fc } from '../../../../test/kit/properties.ts';
import type { Chunk } from './chunk.ts';
import { decodeFlow } from './decode-flow.ts';
import { decodeAll, flow, rechunked, recorded, stream, truncated } from './fixtures/flows.ts';
import { recordingRelay } from './fixtures/recording-relay.ts';
import type { Message, Protocol } from './message.ts';
import { PROTOCOLS } from './message.ts';

const gzip = zlib.gzipSync('compressed '.repeat(20)).toString('latin1');

const FLOWS: Record<string, Chunk[]> = {
  http: flow(
    [
      'up',
      'GET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n',
    ],
    [
      'down',
      `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n${gzip}HTTP/1.1 100 Continue\r\n\r\n`,
    ],
    ['up', '\r\nGET /c HTTP/1.1\r\nUpgrade: h2c\r\n\r\nGET /d HTTP/1.1\r\n\r\n'],
    [
      'down',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.0 200\r\n\r\nto the end',
    ],
  ),
  websocket: flow(
    ['up', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\x81\x81\x01\x02\x03\x04\x69'],
    ['down', 'HTTP/1.1 101 Hi\r\nUpgrade: websocket\r\n\r\n\x01\x02ab\x89\x01p\x80\x02cd\x88\x04\x03\xe8by'],
    ['up', '\x88\x80\x00\x00\x00\x00'],
  ),
  tunnel: flow(
    ['up', 'CONNECT x:1 HTTP/1.1\r\n\r\n\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00'],
    ['down', 'HTTP/1.1 200 OK\r\n\r\n\x15\x03\x03\x00\x02\x02\x28'],
    ['up', '\x17\x03\x03\x00\x02ab\x17\x03\x03\x00\x01c'],
    ['down', '\x17\x03\x03\x00\x02xx'],
  ),
  ssh: flow(
    ['down', 'SSH-2.0-server\r\n'],
    ['up', 'SSH-2.0-client\r\n'],
    ['up', '\x00\x01'],
    ['down', '\xff'.repeat(70_000)],
  ),
  redis: recorded('redis-client'),
  postgres: recorded('postgres-client'),
  psql: recorded('postgres-psql'),
};

async function http2Flow(): Promise<Chunk[]> {
  const server = http2.createServer((_request, response) => response.end('answer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const relay = await recordingRelay({ port: address && typeof address === 'object' ? address.port : 0 });
  const session = http2.connect(`http://127.0.0.1:${relay.port}`);
  await session.request({ ':path': '/one' }).toArray();
  await session.request({ ':path': '/two', cookie: 'a=b' }).toArray();
  session.close();
  await once(session, 'close');
  server.close();
  await relay.close();
  return relay.flows[0] ?? [];
}

test('any chunking of the same bytes gives the same messages', async (t) => {
  FLOWS.http2 = await http2Flow();
  for (const [name, chunks] of Object.entries(FLOWS)) {
    await t.test(name, async () => {
      const whole = await decodeAll(chunks);
      assert.ok(whole.length > 3);
      await fc.assert(
        fc.asyncProperty(rechunked(chunks), async (other) => {
          assert.deepEqual(await decodeAll(other), whole);
        }),
        { numRuns: name === 'ssh' ? 5 : 25 },
      );
      const bytewise = chunks.flatMap((chunk) =>
        [...chunk.bytes].map((byte) => ({ ...chunk, bytes: Uint8Array.of(byte) })),
      );
      assert.deepEqual(await decodeAll(bytewise), whole);
    });
  }
});

test('a truncated flow gives what was complete, then what is incomplete', async () => {
  for (const [name, chunks] of Object.entries(FLOWS)) {
    const whole = await decodeAll(chunks);
    const total = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: Math.min(total, 4000) }), async (length) => {
        const part = await decodeAll(truncated(chunks, length));
        const same = part.findIndex((message, at) => !isSame(message, whole[at]));
        const rest = same < 0 ? [] : part.slice(same);
        // What differs is only the end: at most one message a direction and stage, and the bytes left over.
        assert.ok(rest.length <= 5, `${name} at ${length}: ${rest.map((one) => one.summary).join(' | ')}`);
      }),
      { numRuns: 20 },
    );
  }
});

const isSame = (one: Message, two: Message | undefined) => JSON.stringify(one) === JSON.stringify(two);

const anyChunk = fc.record({
  time: fc.integer({ min: 0, max: 5_000_000 }),
  direction: fc.constantFrom('up' as const, 'down' as const),
  bytes: fc.uint8Array({ maxLength: 200 }),
});

test('random bytes never throw, and none is lost', async () => {
  for (const protocol of [undefined, ...PROTOCOLS]) {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChunk, { maxLength: 10 }), async (chunks) => {
        const messages = await decodeAll(chunks, protocol ? { protocol } : {});
        if (protocol !== 'http2' && protocol !== 'websocket') assertAllBytesTold(chunks, messages);
      }),
      { numRuns: 60 },
    );
  }
});

test('real flows with damaged bytes never throw, and none is lost', async () => {
  const names = ['http', 'redis', 'postgres', 'psql', 'tunnel'];
  for (const name of names) {
    const chunks = FLOWS[name] ?? [];
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 255 }), async (place, value) => {
        const chunk = place % chunks.length;
        const damaged = chunks.map((one, at) =>
          at === chunk ? { ...one, bytes: one.bytes.with(place % one.bytes.length, value) } : one,
        );
        assertAllBytesTold(damaged, await decodeAll(damaged));
      }),
      { numRuns: 40 },
    );
  }
});

function assertAllBytesTold(chunks: readonly Chunk[], messages: readonly Message[]): void {
  for (const direction of ['up', 'down'] as const) {
    const told = messages.filter(
      (one) => one.direction === direction && one.protocol !== 'http2' && one.protocol !== 'websocket',
    );
    const all = messages.filter((one) => one.direction === direction);
    if (told.length < all.length) return; // frames of these lie inside their messages
    let at = 0;
    for (const message of told) {
      assert.equal(message.offset, at, JSON.stringify(told.map((one) => [one.kind, one.offset, one.length])));
      at += message.length;
    }
    assert.equal(at, stream(chunks, direction).length);
  }
}

test('the limit stops the reading; a protocol can be forced', async () => {
  let read = 0;
  async function* counted() {
    for (const chunk of recorded('redis-client')) {
      read++;
      yield chunk;
    }
  }
  const messages: Message[] = [];
  for await (const message of decodeFlow(counted(), { limit: 2 })) messages.push(message);
  assert.equal(messages.length, 2);
  assert.ok(read < 4);
  assert.deepEqual(await decodeAll(recorded('redis-client'), { limit: 0 }), []);
  const forced = await decodeAll(flow(['up', 'GET / HTTP/1.1\r\n\r\n']), { protocol: 'data' });
  assert.deepEqual(
    forced.map((one) => one.protocol),
    ['data'] satisfies Protocol[],
  );
});

test('plain bytes are told in runs: by who speaks, by pause, by length', async () => {
  const at = (time: number, direction: 'up' | 'down', length: number): Chunk => ({
    time,
    direction,
    bytes: new Uint8Array(length).fill(0x80),
  });
  const messages = await decodeAll([
    at(0, 'up', 3),
    at(500_000, 'up', 4),
    at(1_600_000, 'up', 5),
    at(1_600_001, 'down', 100_000),
    at(1_600_002, 'up', 1),
  ]);
  assert.deepEqual(
    messages.map((one) => [one.direction, one.time, one.offset, one.length]),
    [
      ['up', 0, 0, 7],
      ['up', 1_600_000, 7, 5],
      ['down', 1_600_001, 0, 65_536],
      ['down', 1_600_001, 65_536, 34_464],
      ['up', 1_600_002, 12, 1],
    ],
  );
  assert.equal(messages[0]?.endTime, 500_000);
});
