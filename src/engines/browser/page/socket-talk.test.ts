import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Tab } from './tab.ts';

const PAGE = `<!doctype html><title>Chat</title><button id="ask">Ask</button><button id="tell">Tell</button><output></output>
<script>
const socket = new WebSocket(location.origin.replace('http', 'ws'));
socket.onmessage = ({ data }) => { document.querySelector('output').textContent = data; };
ask.onclick = () => socket.send('ask');
tell.onclick = () => socket.send('tell');
</script>`;

let server: Server;
let sockets: WebSocketServer;
let started: TestEngine;
let tab: Tab;

before(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  sockets = new WebSocketServer({ server });
  // Later than any quiet moment that is waited for.
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => {
      if (String(data) === 'ask') setTimeout(() => socket.send('answered'), 250);
    }),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  started = await startEngine();
  tab = await started.engine.tab();
  await navigate(tab, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await evaluate(
    tab,
    'new Promise((open) => socket.readyState === 1 ? open() : (socket.onopen = () => open()))',
  );
});
after(async () => {
  await started?.close();
  for (const socket of sockets?.clients ?? []) socket.terminate();
  server?.close();
});

test('what an action says over a socket is waited for until it is answered', async () => {
  await click(tab, '#ask');
  assert.equal((await evaluate(tab, "document.querySelector('output').textContent")).value, 'answered');
});

test('a socket that does not answer is not waited for again and again', async () => {
  const times: number[] = [];
  for (let round = 0; round < 4; round++) times.push((await click(tab, '#tell')).settleMs);
  assert.ok(times[0]! >= 450 && times[1]! >= 450, times.join());
  assert.ok(Math.min(times[2]!, times[3]!) < 400, times.join());
});
