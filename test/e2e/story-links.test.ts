/** Who caused what, on real pages: each kind of link that a page can show. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { Item } from '../../src/store/item-row.ts';
import { openStore } from '../../src/store/store.ts';
import { scratch } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';
import { startServer } from '../kit/start-server.ts';

const LIMIT_MS = 60_000;

const PAGE = `<!doctype html><button id="all">all</button><p id="said"></p><script>
  const socket = new WebSocket('ws://127.0.0.1:{{port}}/echo');
  const opened = new Promise((go) => { socket.onopen = go; });
  const ready = navigator.serviceWorker.register('/worker.js')
    .then(() => navigator.serviceWorker.ready)
    .then(() => navigator.serviceWorker.controller ||
      new Promise((go) => { navigator.serviceWorker.oncontrollerchange = go; }));
  async function load(address) {
    for (let at = 0; at < 2; at++) {
      const answer = await fetch(address);
      if (answer.ok) return answer;
    }
  }
  async function all() {
    console.log('it begins');
    socket.send('hello');
    said.append(document.createElement('b'));
    await load('/flaky');
    await load('/kept');
    await load('/kept');
    await load('/offline');
    const { words } = await (await fetch('/words')).json();
    console.warn('it said: ' + words);
    await fetch('/old');
    await fetch('http://localhost:{{port}}/other', { method: 'PUT', headers: { 'x-own': '1' } });
    const picture = new Image();
    picture.src = '/dot.png';
    await new Promise((go) => { picture.onerror = go; document.body.append(picture); });
    said.textContent = 'over';
  }
  document.querySelector('#all').onclick = () => void all();
  Promise.all([opened, ready]).then(() => { said.textContent = 'ready'; });
</script>`;

/** It asks itself for one address only, in the page's place. */
const WORKER = `self.oninstall = () => self.skipWaiting();
self.onactivate = (event) => event.waitUntil(self.clients.claim());
self.onfetch = (event) => {
  if (new URL(event.request.url).pathname === '/offline') event.respondWith(fetch('/offline'));
};`;

test('an action’s lines, messages and changes; retries, caches, service workers; what quotes an answer', async (t) => {
  let asked = 0;
  const site = await startSite({
    '/': PAGE,
    '/worker.js': WORKER,
    '/flaky': (_, response) => {
      response.writeHead(asked++ === 0 ? 503 : 200).end('{}');
    },
    '/kept': (_, response) => {
      response.writeHead(200, { 'cache-control': 'max-age=600' }).end('{}');
    },
    '/offline': (_, response) => {
      response.end('{}');
    },
    '/words': (_, response) => {
      response.end('{"words":"the shop is closed today"}');
    },
    '/old': (_, response) => {
      response.writeHead(302, { location: '/new' }).end();
    },
    '/new': (_, response) => {
      response.end('{}');
    },
    '/other': (request, response) => {
      const own = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-own' };
      const status = request.method === 'OPTIONS' ? 204 : 200;
      response.writeHead(status, { ...own, 'access-control-allow-methods': 'PUT' }).end();
    },
    '/dot.png': (_, response) => {
      response.writeHead(404).end();
    },
  });
  t.after(() => site.close());
  const state = path.join(await scratch(t), 'state');
  const args = ['--standalone', '--headless', '--isolated', '--state-dir', state];
  const server = await startServer(t, 'sensorium', args);
  await server.initialize();
  const call = async (name: string, given: Record<string, unknown>) => {
    const { result } = await server.call(name, given, LIMIT_MS);
    assert.notEqual(result.isError, true, JSON.stringify(result.content));
  };
  await call('browser_navigate', { url: site.url('/') });
  await call('browser_wait_for', { text: 'ready' });
  await call('browser_click', { target: '#all', element: 'the button' });
  await call('browser_wait_for', { text: 'over' });
  // A change is told when the document has come to rest.
  for (const until = Date.now() + LIMIT_MS; Date.now() < until; ) {
    const { result } = await server.call('explain', { window_seconds: 60 }, LIMIT_MS);
    if (/ change (html|body|p|#)/.test(JSON.stringify(result))) break;
    await call('browser_wait_for', { time: 0.2 });
  }
  await server.stop();

  const store = openStore({ folder: state, clock: systemClock(), log: silentLog });
  t.after(() => store.close());
  assert.equal(await store.linkUp(30_000), true);
  const { items } = await store.page({ limit: 500 });
  const words = new Map(items.map((item) => [item.seq, wordsOf(item)]));
  const links = await store.links('effect', [...words.keys()]);
  const told = links.map(
    ({ cause, effect, kind, confidence }) =>
      `${words.get(cause)} → ${words.get(effect)}: ${kind} ${confidence}`,
  );
  const all = told.join('\n');
  for (const wanted of [
    'call browser_click → click: call certain',
    'click → console it begins: action likely',
    'click → socket outgoing: action likely',
    'click → socket incoming: action likely',
    'click → change: action likely',
    'click → GET /flaky 503: action likely',
    'GET /flaky 503 → GET /flaky 200: retry likely',
    'GET /kept 200 → GET /kept 200 kept: cache likely',
    'GET /offline 200 by worker → GET /offline 200 of worker: worker likely',
    'GET /words 200 → console it said: the shop is closed today: answer likely',
    'click → GET /old 302: action likely',
    'GET /old 302 → GET /new 200: redirect certain',
    'click → PUT /other 200: action likely',
    'PUT /other 200 → OPTIONS /other 204: preflight certain',
  ])
    assert.ok(told.includes(wanted), `${wanted}\nis not among\n${all}`);
  // The browser does not say what a picture came from; how soon after the load it came depends on the machine.
  assert.match(all, /^click → GET \/dot\.png 404: action (likely|possible)$/m);
});

function wordsOf(item: Item): string {
  switch (item.stream) {
    case 'call':
      return `call ${item.data.tool}`;
    case 'action':
      return item.data.type;
    case 'request': {
      const { method, url, status, fromCache, fromServiceWorker, worker } = item.data;
      const how = fromCache ? ' kept' : fromServiceWorker ? ' by worker' : worker ? ' of worker' : '';
      return `${method} ${new URL(url).pathname} ${status}${how}`;
    }
    case 'websocket':
      return `socket ${item.data.direction ?? item.data.event}`;
    case 'performance':
      return item.data.kind;
    case 'console':
      return `console ${item.data.message}`;
    default:
      return item.stream;
  }
}
