import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { startEngine } from '../../../../test/kit/browser.ts';
import { navigate } from '../actions/navigate.ts';

test('what a server sends is loaded with the cookies of the page, and only as much as is wanted', async (t) => {
  const bomb = brotliCompressSync(Buffer.alloc(200 * 2 ** 20, 'a'));
  const server = createServer(({ url, headers }, response) => {
    if (url === '/') return response.setHeader('Set-Cookie', 'a=b').end('<!doctype html>');
    if (url === '/bomb') return response.setHeader('Content-Encoding', 'br').end(bomb);
    if (url === '/gone') return response.writeHead(404).end('no');
    response.end(`/* ${headers.cookie} ä */`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { engine, close } = await startEngine({});
  t.after(close);
  const tab = await engine.tab();
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await navigate(tab, `${base}/`);
  assert.equal(`${await tab.cdp.load(`${base}/a.js`, 1000)}`, '/* a=b ä */');
  await assert.rejects(tab.cdp.load(`${base}/gone`, 1000), /RESPONSE_CODE/);
  const before = process.memoryUsage.rss();
  // A busy browser may need longer to unpack it than it is given.
  await assert.rejects(tab.cdp.load(`${base}/bomb`, 8 * 2 ** 20), /more than 8 MB|longer than 4 s/);
  assert.ok(process.memoryUsage.rss() - before < 100 * 2 ** 20, 'no more is held than was wanted');
});
