import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { createServer, type Server } from 'node:net';
import test, { type TestContext } from 'node:test';
import zlib from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { exchange, portOf } from '../../../test/kit/tcp.ts';
import { type WireKit, wireKit, words } from '../../../test/kit/wire-kit.ts';
import { PROTOCOLS } from '../../engines/wire/decode/decoders.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';

async function listening<S extends Server>(t: TestContext, server: S): Promise<S> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return server;
}

/** A server that says the same after each read. */
const saying = (answer: string) => createServer((socket) => socket.on('data', () => socket.write(answer)));

async function newest(kit: WireKit): Promise<string> {
  const listed = await kit.call(wireFlows, {});
  return (listed.data as { flows: { id: string }[] }).flows[0]!.id;
}

/** The bytes that a dump shows. */
function dumped(dump: string): Buffer {
  const lines = [...dump.matchAll(/^[0-9a-f]{8} {2}((?:[0-9a-f]{2} {1,2})+)/gm)].map(([, line]) => line!);
  return Buffer.from(lines.join('').replaceAll(' ', ''), 'hex');
}

/** The raw bytes of the client's side as they are shown, from the dump. */
async function shownBytes(kit: WireKit): Promise<Buffer> {
  await kit.settled();
  const id = await newest(kit);
  const call = { id, direction: 'up', limit: 10_000 };
  const dump = words(await kit.call(wireFlow, { ...call, view: 'hex' }));
  const bytes = dumped(dump);
  const [, , ...text] = words(await kit.call(wireFlow, { ...call, view: 'text' })).split('\n');
  assert.ok(text.join('\n').includes('*'.repeat(10)));
  // The other side's page has none of these bytes, and no trouble with that.
  assert.ok(words(await kit.call(wireFlow, { ...call, view: 'text', direction: 'down' })).length > 0);
  return bytes;
}

const hasStars = (bytes: Buffer) => bytes.includes('*'.repeat(10));

test('a password that only the protocol tells is not shown: redis, also within a tunnel', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(portOf((await listening(t, saying('+OK\r\n'))).address()));
  const commands = '*2\r\n$4\r\nAUTH\r\n$8\r\nopensesa\r\n*2\r\n$3\r\nGET\r\n$5\r\nplain\r\n';
  await exchange(port, commands);
  const shown = await shownBytes(kit);
  assert.equal(shown.length, commands.length);
  assert.equal(
    shown.toString('latin1'),
    commands.replace(/^.*opensesa\r\n/s, (hidden) => '*'.repeat(hidden.length)),
  );

  const id = await newest(kit);
  for (const protocol of PROTOCOLS)
    for (const view of ['messages', 'text', 'hex']) {
      const other = words(await kit.call(wireFlow, { id, view, protocol }));
      assert.doesNotMatch(other, /opensesa|6f 70 65 6e/, `read as ${protocol}, shown as ${view}`);
    }
  assert.match(words(await kit.call(wireFlow, { id, protocol: 'data', message: 0 })), /bytes \[hidden\]/);

  const tunnel = await kit.rule(portOf((await listening(t, saying('HTTP/1.1 200 OK\r\n\r\n'))).address()));
  const asked = 'CONNECT db:1 HTTP/1.1\r\n\r\n';
  await exchange(tunnel, asked + commands);
  const inside = (await shownBytes(kit)).toString('latin1');
  assert.ok(inside.startsWith(asked) && inside.includes('plain') && !inside.includes('opensesa'));
});

test('a password that only the protocol tells is not shown: postgres', async (t) => {
  const kit = await wireKit(t);
  const port = await kit.rule(portOf((await listening(t, saying('R\0\0\0\x08\0\0\0\x03'))).address()));
  const startup = '\0\0\0\x11\0\x03\0\0user\0me\0';
  await exchange(port, Buffer.from(`${startup}\0p\0\0\0\x0dopensesa\0Q\0\0\0\x0dselect 1\0`, 'latin1'));
  const shown = (await shownBytes(kit)).toString('latin1');
  assert.ok(shown.startsWith(startup) && shown.includes('select 1'));
  assert.doesNotMatch(shown, /opensesa/);
});

test('a header that HPACK has packed is not shown', async (t) => {
  const kit = await wireKit(t);
  const server = http2.createServer((_, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const port = await kit.rule(portOf(server.address()));
  const session = http2.connect(`http://127.0.0.1:${port}`);
  const get = async (headers: http2.OutgoingHttpHeaders) => {
    const stream = session.request({ ':path': '/', ...headers });
    await stream.toArray();
  };
  await get({ 'x-plain': 'nothing to hide' });
  await get({ authorization: 'Bearer abcdefghijkl-1234567890' });
  session.close();
  await once(session, 'close');
  const shown = await shownBytes(kit);
  const heads = [...shown.toString('latin1').matchAll(/\*{10,}/g)];
  assert.equal(heads.length, 1);
  assert.ok(shown.subarray(0, 24).toString() === 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
});

test('a compressed body that holds a secret is not shown; others are', async (t) => {
  const kit = await wireKit(t);
  const server = http.createServer(({ url }, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(zlib.gzipSync(url === '/secret' ? 'api_key=abcdefgh-secret-1' : 'nothing to hide'));
  });
  const port = await kit.rule(portOf((await listening(t, server)).address()));
  for (const path of ['/plain', '/secret']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    assert.ok((await answer.text()).length > 0);
  }
  await kit.settled();
  const listed = await kit.call(wireFlows, {});
  const dumps = (listed.data as { flows: { id: string }[] }).flows.map(async ({ id }) =>
    dumped(words(await kit.call(wireFlow, { id, view: 'hex', direction: 'down' }))),
  );
  const [secret, plain] = await Promise.all(dumps);
  const gzip = Buffer.of(0x1f, 0x8b);
  assert.ok(!secret!.includes(gzip) && secret!.includes('***'));
  assert.ok(plain!.includes(gzip));
});

test('a text that a WebSocket has masked or compressed is not shown', async (t) => {
  for (const perMessageDeflate of [false, { threshold: 0 }]) {
    const kit = await wireKit(t);
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate });
    await once(server, 'listening');
    t.after(() => server.close());
    server.on('connection', (socket) => socket.on('message', (said) => socket.send(said)));
    const port = await kit.rule(portOf((server as unknown as Server).address()));
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate });
    await once(socket, 'open');
    for (const said of ['nothing to hide at all', 'api_key=abcdefgh-secret-1']) {
      socket.send(said);
      await once(socket, 'message');
    }
    socket.close();
    await once(socket, 'close');
    const shown = await shownBytes(kit);
    const frames = shown.subarray(shown.indexOf('\r\n\r\n') + 4);
    assert.equal(frames[0]! & 0x0f, 1, 'the first frame is there');
    assert.ok(hasStars(frames));
    const [stars] = /\*{10,}/.exec(frames.toString('latin1'))!;
    assert.ok(stars.length >= 20, 'all of the second frame is hidden');
  }
});
