import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startCapture } from '../../../../test/kit/capture.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { WorkerGate } from './worker-gate.ts';

/** Everything that a worker can do, in its first moments. */
const script = (kind: string) => `
  const number = location.search.slice(1);
  const asked = fetch('/data?${kind}' + number);
  console.log('${kind}', number);
  new WebSocket('ws://' + location.host + '/${kind}' + number);
  setTimeout(() => { throw new Error('${kind}' + number); });`;

const PAGE = `<!doctype html><link rel=icon href=data:,><script>
const told = (port) => new Promise((resolve) => { port.onmessage = resolve; });
const start = {
  dedicated: (n) => told(new Worker('/dedicated.js?' + n)),
  shared: (n) => told(new SharedWorker('/shared.js?' + n).port),
  service: (n) => navigator.serviceWorker.register('/service.js?' + n, { scope: '/scope' + n }),
};
const startAll = (kind, count) => Promise.all(Array.from({ length: count }, (_, n) => start[kind](n))).then(() => {});
</script>`;

const COUNT = 8;

it('misses nothing of the first moments of a worker, of whatever kind', async (t) => {
  const site = await startSite({
    '/': PAGE,
    '/dedicated.js': `${script('dedicated')} asked.then(() => postMessage(1));`,
    '/shared.js': `${script('shared')} onconnect = ({ ports: [port] }) => asked.then(() => port.postMessage(1));`,
    '/service.js': script('service'),
    '/data': (_request, response) => void response.end('data'),
  });
  t.after(() => site.close());
  const rig = await startCapture();
  t.after(() => rig.close());
  const tab = await rig.engine.tab();
  await tab.page.goto(site.url('/'));
  for (const kind of ['dedicated', 'shared', 'service']) {
    await tab.page.evaluate(`startAll('${kind}', ${COUNT})`);
    for (let n = 0; n < COUNT; n++) {
      const name = `${kind}${n}`;
      const worker = `/${kind}.js?${n}`;
      const { data } = await rig.first(
        'request',
        ({ url }) => url.endsWith(`/data?${name}`),
        `a request of ${name}`,
      );
      assert.ok(data.worker?.endsWith(worker), data.worker);
      const own = await rig.first('request', ({ url }) => url.endsWith(worker), `the script of ${name}`);
      assert.ok(own.data.responseBody && 'blob' in own.data.responseBody, `the text of ${name}`);
      await rig.first('console', (line) => line.message === `${kind} ${n}`, `the words of ${name}`);
      const thrown = await rig.first('exception', ({ message }) => message === name, `what ${name} threw`);
      assert.ok(thrown.data.worker?.endsWith(worker));
      await rig.first(
        'websocket',
        ({ url, event }) => url.endsWith(`/${name}`) && event === 'open',
        `a socket of ${name}`,
      );
    }
  }
});

/** A transport as Playwright has it inside, and what went through. */
function rigged() {
  const sent: string[] = [];
  const heard: string[] = [];
  const transport = {
    send: ({ method, sessionId }: { method?: string; sessionId?: string }) =>
      void sent.push(`${method} ${sessionId}`),
    onmessage: ({ method }: { method?: string }) => void heard.push(method ?? ''),
  };
  const inside = { _connection: { _transport: transport } };
  const browser = { _connection: { toImpl: () => inside } } as unknown as Browser;
  const attached = (sessionId: string, targetId: string, type = 'worker', waitingForDebugger = true) =>
    transport.onmessage({
      method: 'Target.attachedToTarget',
      params: { sessionId, waitingForDebugger, targetInfo: { targetId, type } },
    } as never);
  const run = (sessionId: string) => transport.send({ method: 'Runtime.runIfWaitingForDebugger', sessionId });
  return { browser, transport, sent, heard, attached, run };
}

it('holds the word for workers only, until each is watched, is gone or has waited long enough', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { browser, transport, sent, heard, attached, run } = rigged();
  const gate = WorkerGate.on(browser)!;
  attached('s1', 'worker1');
  attached('s2', 'worker2', 'shared_worker');
  attached('s3', 'worker3', 'service_worker');
  attached('s4', 'worker4');
  attached('s5', 'frame', 'iframe');
  attached('s6', 'running', 'worker', false);
  for (const session of ['s1', 's2', 's3', 's4', 's5', 's6']) run(session);
  transport.send({ method: 'Network.enable', sessionId: 's1' });
  const word = (session: string) => `Runtime.runIfWaitingForDebugger ${session}`;
  assert.deepEqual(sent.splice(0), [word('s5'), word('s6'), 'Network.enable s1']);
  gate.open('worker1');
  assert.deepEqual(sent.splice(0), [word('s1')]);
  transport.onmessage({ method: 'Target.detachedFromTarget', params: { sessionId: 's2' } } as never);
  assert.deepEqual(sent.splice(0), [word('s2')]);
  t.mock.timers.tick(1_000);
  assert.deepEqual(sent.splice(0), [word('s3'), word('s4')]);
  attached('s7', 'worker7');
  run('s7');
  gate.close();
  assert.deepEqual(sent.splice(0), [word('s7')]);
  attached('s8', 'worker8');
  run('s8');
  assert.deepEqual(sent, [word('s8')], 'a closed gate holds nothing');
  assert.equal(heard.length, 9, 'Playwright hears all of it');
});

it('is not there where Playwright speaks to the browser from elsewhere', () => {
  assert.equal(WorkerGate.on({} as Browser), undefined);
  assert.equal(WorkerGate.on({ _connection: {} } as unknown as Browser), undefined);
  const toImpl = () => {
    throw new Error('not ours');
  };
  assert.equal(WorkerGate.on({ _connection: { toImpl } } as unknown as Browser), undefined);
});
