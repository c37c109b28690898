import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { textWithin } from './text-within.ts';

test('an answer is read to its end, or not at all: also one without an end, or packed', async (t) => {
  const closed = Promise.withResolvers<void>();
  const bomb = brotliCompressSync(Buffer.alloc(20_000_000));
  const server = createServer(({ url }, response) => {
    if (url === '/short') return void response.end('größer');
    if (url === '/bomb') return void response.writeHead(200, { 'content-encoding': 'br' }).end(bomb);
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more).on('close', () => closed.resolve());
    more();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  assert.equal(await textWithin(await ask('/short'), 2 ** 20), 'größer');
  await assert.rejects(async () => textWithin(await ask('/bomb'), 2 ** 20), /more than 1 MB/);
  await assert.rejects(async () => textWithin(await ask('/endless'), 2 ** 20), /more than 1 MB/);
  await closed.promise;
});
