import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';

const OPEN = `const open = (path) => new Promise((resolve) => {
  const socket = new WebSocket('ws://' + location.host + path);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => resolve(socket);
});
const next = (socket) => new Promise((resolve) => { socket.onmessage = ({ data }) => resolve(data); });
const closed = (socket) => new Promise((resolve) => { socket.onclose = ({ code }) => resolve(code); });`;

describe('sockets', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/': `<!doctype html><title>Sockets</title><script>${OPEN}</script>`,
      '/no-socket': (_request, response) => void response.writeHead(403).end(),
      '/worker.js': `const socket = new WebSocket('ws://' + location.host + '/from-worker');
        socket.onopen = () => socket.send('worker speaking'); socket.onmessage = ({ data }) => postMessage(data);`,
    });
    rig = await startCapture();
    await (await rig.engine.tab()).page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const run = async (script: string) => (await rig.engine.tab()).page.evaluate(script);
  const event = (path: string, kind: string, direction?: string) =>
    rig.first(
      'websocket',
      (data) =>
        data.url.endsWith(path) && data.event === kind && (!direction || data.direction === direction),
      `${kind} of ${path}`,
    );

  it('tells of the handshake, of messages both ways, and of the end', async () => {
    await run(
      `open('/talk').then(async (s) => { s.send('hello'); await next(s); s.close(1000, 'done'); await closed(s); })`,
    );
    const opened = await event('/talk', 'open');
    assert.equal(opened.data.status, 101);
    assert.ok(opened.data.requestHeaders?.some(([name]) => name.toLowerCase() === 'sec-websocket-key'));
    assert.equal(opened.data.initiator?.type, 'script');
    const out = await event('/talk', 'message', 'outgoing');
    const back = await event('/talk', 'message', 'incoming');
    assert.deepEqual([out.data.preview, out.data.kind, out.data.size], ['hello', 'text', 5]);
    assert.equal(back.data.preview, 'hello');
    assert.equal(out.where.connection, opened.data.connectionId);
    assert.equal(out.where.page, 't1');
    const ended = await event('/talk', 'close');
    assert.deepEqual(
      { ...ended.data.totals, ms: 0 },
      { incoming: 1, outgoing: 1, incomingBytes: 5, outgoingBytes: 5, ms: 0 },
    );
    assert.deepEqual([ended.data.code, ended.data.reason, ended.data.wasClean], [1000, 'done', true]);
  });

  it("tells the server's reason for the end", async () => {
    await run(`open('/bye?close=4001').then(async (s) => { s.send('x'); await closed(s); })`);
    const { data } = await event('/bye?close=4001', 'close');
    assert.deepEqual([data.code, data.reason], [4001, 'as asked']);
  });

  it('keeps long and binary messages whole, as bodies, in order with the others', async () => {
    await run(`open('/long').then(async (s) => { const all = []; s.onmessage = (m) => all.push(m);
      s.send('before'); s.send('y'.repeat(5000)); s.send(new Uint8Array(300).fill(171)); s.send('after');
      while (all.length < 4) await new Promise((r) => setTimeout(r, 5)); s.close(); await closed(s); })`);
    await event('/long', 'close');
    const sent = rig.all(
      'websocket',
      ({ url, direction }) => url.endsWith('/long') && direction === 'outgoing',
    );
    assert.deepEqual(
      sent.map(({ data }) => data.preview?.slice(0, 6)),
      ['before', 'yyyyyy', 'ababab', 'after'],
    );
    const [, long, binary] = sent;
    assert.equal(long?.data.cut, true);
    assert.ok(long?.data.body && 'blob' in long.data.body && rig.body(long.data.body.blob).length === 5000);
    assert.ok(binary?.data.body && 'blob' in binary.data.body && binary.data.body.length === 300);
    assert.deepEqual([binary.data.kind, binary.data.opcode], ['binary', 2]);
  });

  it('takes secrets out of messages', async () => {
    await run(
      `open('/secret').then(async (s) => { s.send('{"type":"auth","token":"abc123secret"}'); await next(s); s.close(); })`,
    );
    const { data } = await event('/secret', 'message', 'outgoing');
    assert.equal(data.preview, '{"type":"auth","token":"[redacted]"}');
  });

  it('sees those of workers', async () => {
    await run(
      `new Promise((resolve) => { new Worker('/worker.js').onmessage = ({ data }) => resolve(data); })`,
    );
    const { data, where } = await event('/from-worker', 'message', 'outgoing');
    assert.equal(data.preview, 'worker speaking');
    assert.equal(data.worker, site.url('/worker.js'));
    assert.equal(data.pageUrl, site.url('/'));
    assert.equal(where.page, 't1');
  });

  it('looks to the page like the browser made it', async () => {
    const seen = await run(`(() => { const s = new WebSocket('ws://' + location.host + '/same');
      const r = [s instanceof WebSocket, s.constructor === WebSocket, WebSocket.OPEN, WebSocket.name, WebSocket.length,
        Object.keys(globalThis).filter((key) => /sensorium/i.test(key)).length, WebSocket.toString().includes('native code'),
        class extends WebSocket {}.prototype instanceof WebSocket]; s.close(); return r; })()`);
    assert.deepEqual(seen, [true, true, 1, 'WebSocket', 1, 0, true, true]);
  });

  it('follows the contract', async () => {
    await rig.capture.settled();
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });
});
