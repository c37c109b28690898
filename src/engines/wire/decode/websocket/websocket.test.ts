import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import { isWebSocket } from '../exchanges.ts';
import { capturingRelay } from '../fixtures/capturing-relay.ts';
import { decodeAll, flow } from '../fixtures/flows.ts';
import type { Message } from '../message.ts';
import { websocket } from './websocket.ts';

const session = flow(
  ['up', 'GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n\x81\x81\x01\x02\x03\x04\x69'],
  ['down', 'HTTP/1.1 101 Hi\r\nUpgrade: websocket\r\n\r\n\x01\x02ab\x89\x01p\x80\x02cd\x88\x04\x03\xe8by'],
  ['up', '\x88\x80\x00\x00\x00\x00'],
);

// Control frames lie between the parts of a message.
decoderSuite(websocket, { 'a session': session }, { areNested: true });

const HANDSHAKE = flow(
  ['up', 'GET /chat HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['down', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
);

async function talk(
  t: { after: (close: () => unknown) => void },
  deflate: object | false,
): Promise<Message[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: deflate });
  await once(server, 'listening');
  t.after(() => server.close());
  server.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const relay = await capturingRelay({ port: address.port });
  t.after(relay.close);
  const client = new WebSocket(`ws://127.0.0.1:${relay.port}/chat`, { perMessageDeflate: deflate });
  await once(client, 'open');
  const echo = async (data: string | Uint8Array) => {
    client.send(data);
    await once(client, 'message');
  };
  await echo('first message, first message');
  await echo('first message, second message');
  await echo(Uint8Array.of(0, 1, 2, 255));
  await echo('x'.repeat(70_000));
  client.ping('are you there');
  await once(client, 'pong');
  client.send('frag', { fin: false });
  client.send('mented', { fin: true });
  await once(client, 'message');
  client.close(4001, 'enough');
  await once(client, 'close');
  return decodeAll(relay.flows[0] ?? []);
}

const EXPECTED = [
  ['text', 'first message, first message'],
  ['text', 'first message, second message'],
  ['binary', '\x00\x01\x02\xff'],
  ['text', 'x'.repeat(70_000)],
];

for (const [name, deflate] of [
  ['without compression', false],
  ['with context takeover', { threshold: 0 }],
  [
    'without context takeover',
    { threshold: 0, serverNoContextTakeover: true, clientNoContextTakeover: true },
  ],
] as const) {
  test(`real traffic ${name}`, async (t) => {
    const messages = (await talk(t, deflate)).filter(isWebSocket);
    for (const direction of ['up', 'down'] as const) {
      const side = messages.filter((one) => one.direction === direction);
      const said = side.slice(0, 4).map((one) => [one.kind, Buffer.from(one.body ?? []).toString('latin1')]);
      assert.deepEqual(said, EXPECTED);
      assert.deepEqual(
        side.slice(4).map((one) => one.kind),
        [direction === 'up' ? 'ping' : 'pong', 'text', 'close'],
      );
      assert.equal(Buffer.from(side[4]?.body ?? []).toString(), 'are you there');
      assert.equal(Buffer.from(side[5]?.body ?? []).toString(), 'fragmented');
      assert.equal(side[5]?.detail.frames, direction === 'up' ? 2 : 1);
      assert.deepEqual([side[6]?.detail.code, side[6]?.detail.reason], [4001, 'enough']);
      assert.ok(side.every((one) => one.detail.masked === (direction === 'up') && one.error === undefined));
      assert.equal(side[1]?.detail.compressed, deflate !== false);
    }
  });
}

test('a broken frame says where; the other direction goes on', async () => {
  const messages = await decodeAll([
    ...HANDSHAKE,
    ...flow(['up', '\x83\x00'], ['down', '\x81\x02ok'], ['down', '\xc1\x01x']),
  ]);
  const ends = messages.slice(2).map((one) => [one.direction, one.kind, one.error]);
  assert.equal(ends[0]?.[1], 'error');
  assert.match(String(ends[0]?.[2]), /no WebSocket opcode 3 \(up, offset \d+\)/);
  assert.deepEqual(ends[1], ['down', 'text', undefined]);
  assert.match(String(ends[2]?.[2]), /reserved bit/);
});

test('control frames between fragments, and a message that never ends', async () => {
  const messages = await decodeAll([
    ...HANDSHAKE,
    ...flow(['down', '\x01\x02ab\x89\x00\x80\x02cd\x01\x01z']),
  ]);
  assert.deepEqual(
    messages.slice(2).map((one) => one.summary.slice(0, 40)),
    ['ping, 0 bytes', 'text abcd', 'The capture ends inside a fragmented mes'],
  );
  assert.deepEqual([messages[3]?.length, messages[3]?.offset], [8, messages[2] && messages[2].offset - 4]);
});

test('a lost compressed message is told, and those that needed it too', async () => {
  const [up, down] = HANDSHAKE;
  assert.ok(up && down);
  const head = Buffer.from(down.bytes)
    .toString()
    .replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n');
  const messages = await decodeAll([
    up,
    { ...down, bytes: Buffer.from(head) },
    ...flow(['down', '\xc1\x02\xff\xff\xc1\x01\x00']),
  ]);
  assert.match(messages[2]?.error ?? '', /cannot be inflated: invalid/);
  assert.match(messages[3]?.error ?? '', /an earlier compressed message/);
});
