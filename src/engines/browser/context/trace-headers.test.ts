import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';

/** A site that remembers what it was asked with. */
async function site(t: TestContext) {
  const asked = new Map<string, IncomingHttpHeaders>();
  const server = createServer((request, response) => {
    asked.set(request.url ?? '', request.headers);
    response.setHeader('content-type', 'text/html');
    response.setHeader('access-control-allow-origin', '*');
    response.end('<!doctype html><p>page');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ASKING = `async (foreign) => {
  const given = '00-11111111111111111111111111111111-2222222222222222-01';
  await fetch('/fetch', { headers: { 'x-own': '1' } });
  await fetch(new Request('/request', { headers: { 'x-own': '2' } }));
  await fetch('/given', { headers: { traceparent: given } });
  await fetch(foreign + '/foreign');
  const request = new XMLHttpRequest();
  request.open('GET', '/xhr');
  const done = new Promise((resolve) => request.addEventListener('loadend', resolve));
  request.send();
  await done;
}`;

test('scripts of pages send a trace context to the origins named, and to no others', async (t) => {
  const [own, other] = [await site(t), await site(t)];
  const { engine, close } = await startEngine({ context: { traceOrigins: [own.origin] } });
  t.after(close);
  const tab = await engine.tab();
  await tab.page.goto(`${own.origin}/`);
  await tab.page.evaluate(`(${ASKING})(${JSON.stringify(other.origin)})`);
  const sent = (path: string) => own.asked.get(path)?.traceparent;
  for (const path of ['/fetch', '/request', '/xhr'])
    assert.match(String(sent(path)), /^00-\w{32}-\w{16}-01$/, path);
  assert.equal(new Set(['/fetch', '/request', '/xhr'].map(sent)).size, 3);
  assert.deepEqual([own.asked.get('/fetch')?.['x-own'], own.asked.get('/request')?.['x-own']], ['1', '2']);
  assert.match(String(sent('/given')), /^00-1{32}-2{16}-01$/);
  assert.ok(other.asked.has('/foreign'));
  assert.equal(other.asked.get('/foreign')?.traceparent, undefined);
});
