/** Somebody without a key who takes up sockets and sessions. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startFront } from '../kit/echo-front.ts';
import { rpc } from '../kit/http.ts';
import { initialize, request } from '../kit/json-rpc.ts';

const COUNT = 100;

/** Sends words on many connections and never hangs up; what came back on each until we are cut off. */
async function stay(t: TestContext, port: number, words: string): Promise<string[]> {
  const one = async () => {
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    t.after(() => socket.destroy());
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.write(words);
    const cut = new Promise<void>((resolve) => socket.on('error', () => resolve()));
    await Promise.race([once(socket, 'end'), cut]);
    // A socket that is only half closed still takes this; one that is gone answers with a reset.
    const timer = setInterval(() => socket.write('x'), 20);
    await cut.finally(() => clearInterval(timer));
    return text;
  };
  return Promise.all(Array.from({ length: COUNT }, one));
}

const every = (answers: readonly string[], pattern: RegExp) => {
  assert.equal(answers.length, COUNT);
  for (const answer of answers) assert.match(answer, pattern);
};

test('whoever gets no further than a refusal is cut off at once', { timeout: 20_000 }, async (t) => {
  const { port } = await startFront(t, { key: 'the-right-key', times: { headers: 300, request: 600 } });
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEC==\r\n';
  const host = `Host: 127.0.0.1:${port}\r\n`;
  every(await stay(t, port, `POST /mcp HTTP/1.1\r\n${host}`), /^HTTP\/1\.1 408/);
  every(await stay(t, port, `GET /tasks/ws HTTP/1.1\r\n${host}${upgrade}\r\n`), /^HTTP\/1\.1 404/);
  every(await stay(t, port, `GET /mcp HTTP/1.1\r\n${host}\r\n`), /^HTTP\/1\.1 401/);
  every(await stay(t, port, 'GET /mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n'), /^HTTP\/1\.1 403/);
  every(await stay(t, port, 'nothing of HTTP\r\n\r\n'), /^HTTP\/1\.1 400/);
});

test('a WebSocket that is refused for want of a key is cut off too', { timeout: 20_000 }, async (t) => {
  const sockets = [{ path: '/ws', open: () => {} }];
  const { port } = await startFront(t, { key: 'the-right-key', sockets });
  const head = `Host: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`;
  const words = `GET /ws HTTP/1.1\r\n${head}Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEC==\r\n\r\n`;
  every(await stay(t, port, words), /^HTTP\/1\.1 401/);
});

test('who keeps making sessions loses no one’s but their own', { timeout: 60_000 }, async (t) => {
  const { mcp, service } = await startFront(t, { key: 'mine-mine', moreKeys: ['greedy-greedy'] });
  const start = async (key: string) =>
    String((await rpc(mcp, initialize(1), { key })).headers['mcp-session-id']);
  const mine = await start('mine-mine');
  const theirs = await start('greedy-greedy');
  for (let made = 0; made < 1100; made += 50)
    await Promise.all(Array.from({ length: 50 }, () => start('greedy-greedy')));
  const status = async (key: string, session: string) =>
    (await rpc(mcp, request(2, 'ping'), { key, session })).status;
  assert.equal(await status('mine-mine', mine), 200);
  assert.equal(await status('greedy-greedy', theirs), 404, 'the oldest of their own');
  assert.ok(service.live.size <= 1001, String(service.live.size));
});
