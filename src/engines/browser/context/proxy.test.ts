import assert from 'node:assert/strict';
import { createServer, request as httpRequest } from 'node:http';
import { connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { silentLog } from '../../../kernel/log.ts';
import { navigate } from '../actions/navigate.ts';
import { openProxy, proxyServer } from './proxy.ts';

let pages: Pages;
let started: TestEngine;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
});
after(async () => {
  await started?.close();
  await pages?.close();
});

async function listening(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

/** An HTTP proxy that wants `user:word`. */
async function httpProxy(t: TestContext): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const wanted = `Basic ${Buffer.from('user:word').toString('base64')}`;
  const server = createServer((incoming, response) => {
    if (incoming.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end();
      return;
    }
    if (!incoming.url?.startsWith(pages.origin)) return void response.writeHead(502).end(); // the browser's own errands
    seen.push(incoming.url);
    const { 'proxy-authorization': _login, ...headers } = incoming.headers;
    const onward = httpRequest(
      incoming.url ?? '',
      { method: incoming.method ?? 'GET', headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
  return { port: await listening(t, server), seen };
}

/** The address in a SOCKS5 request: four bytes, or a name with its length. */
function addressIn(data: Buffer): { host: string; port: number } {
  const isName = data[3] === 3;
  const end = isName ? 5 + data[4]! : 8;
  const host = isName ? data.subarray(5, end).toString() : data.subarray(4, end).join('.');
  return { host, port: data.readUInt16BE(end) };
}

/** A SOCKS5 proxy that wants `user` and `word`. */
async function socksProxy(t: TestContext): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createTcp((client) => {
    let step = 0;
    client.on('error', () => {});
    client.on('data', function talk(data) {
      step++;
      if (step === 1) return void client.write(Buffer.of(5, 2));
      if (step === 2) return void client.write(Buffer.of(1, data.includes('word') ? 0 : 1));
      client.off('data', talk);
      const { host, port } = addressIn(data);
      if (host !== '127.0.0.1') return void client.destroy(); // the browser's own errands
      seen.push(`${host}:${port}`);
      const onward = connect(port, host, () => client.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0)));
      onward.on('error', () => client.destroy());
      client.on('close', () => onward.destroy());
      client.pipe(onward).pipe(client);
    });
  });
  return { port: await listening(t, server), seen };
}

test('each context has its own proxy, with a login, at the same time', async (t) => {
  const [http, socks] = await Promise.all([httpProxy(t), socksProxy(t)]);
  const { engine } = started;
  const login = { username: 'user', password: 'word' };
  await engine.createContext('http', { proxy: { server: `http://127.0.0.1:${http.port}`, ...login } });
  await engine.createContext('socks', { proxy: { server: `socks5://user:word@127.0.0.1:${socks.port}` } });
  const [first, second] = await Promise.all([
    engine.tab({ context: 'http' }),
    engine.tab({ context: 'socks' }),
  ]);
  const arrived = await Promise.all([
    navigate(first, pages.url('/')),
    navigate(second, pages.url('/form.html')),
  ]);
  assert.deepEqual(
    arrived.map(({ value }) => value?.status),
    [200, 200],
  );
  assert.ok(http.seen.includes(pages.url('/')));
  assert.ok(socks.seen.includes(new URL(pages.origin).host));
  const listed = engine.listContexts().map(({ name, proxy, hasProxyLogin }) => [name, proxy, hasProxyLogin]);
  assert.deepEqual(listed, [
    ['default', undefined, false],
    ['http', `http://127.0.0.1:${http.port}`, true],
    ['socks', `socks5://127.0.0.1:${socks.port}`, true],
  ]);
  assert.ok(!JSON.stringify(listed).includes('word'));
  await engine.closeContext('http');
  await engine.closeContext('socks');
});

test('a proxy that is none is refused, without its login', async () => {
  const host = { log: silentLog };
  for (const server of ['http://user:word@', 'gopher://host:1', 'sock5://host:1'])
    await assert.rejects(openProxy({ proxy: { server } }, host), { code: 'INVALID_PROXY' });
  assert.equal(proxyServer({ server: 'http://user:word@host:1' }), 'http://host:1');
  assert.equal(proxyServer({ server: 'host:1' }), 'host:1');
  const plain = await openProxy({ proxy: { server: 'host:8080', bypass: '*.local' } }, host);
  assert.deepEqual(plain?.proxy, { server: 'http://host:8080', bypass: '*.local' });
});
