import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startFront } from '../../../test/kit/echo-front.ts';
import { echoService } from '../../../test/kit/echo-service.ts';
import { fetchText } from '../../../test/kit/http.ts';
import { type MoonsurfParts, moonsurfServing } from './moonsurf-routes.ts';

async function start(t: TestContext, changes: Partial<MoonsurfParts> = {}) {
  const service = echoService();
  const serving = moonsurfServing({
    needsKey: false,
    hasTls: false,
    hasTasks: true,
    tasks: { commandMs: 1000, maxQueue: 1 },
    maxInstances: 4,
    rateLimit: 500,
    open: () => service.open({ transport: 'rest', cwd: '/' }),
    streams: () => 7,
    browsers: () => undefined,
    ...changes,
  });
  t.after(() => serving.close());
  const { base } = await startFront(t, { routes: serving.routes, sockets: serving.sockets });
  const get = async (path: string) => JSON.parse((await fetchText(base + path)).text);
  return { base, get };
}

test('/health counts browsers by state, before there is a pool and with one', async (t) => {
  const without = await (await start(t)).get('/health');
  assert.deepEqual(
    [without.connectedInstances, without.maxInstances, without.sseClients, without.rateLimitMax],
    [0, 4, 7, 500],
  );
  const instances = ['ready', 'ready', 'crashed'].map((state) => ({ state }));
  const pool = { currentOf: () => undefined, stats: () => ({ instances, waiting: 2 }) };
  const { connectedInstances, crashedInstances, waiting } = await (
    await start(t, { browsers: () => pool })
  ).get('/health');
  assert.deepEqual([connectedInstances, crashedInstances, waiting], [2, 1, 2]);
});

test('/info names what is served, at the address that clients use', async (t) => {
  const { base, get } = await start(t);
  const { endpoints, auth } = await get('/info');
  assert.equal(endpoints.sse, `${base}/sse`);
  assert.equal(endpoints.tasksWs, `${base.replace('http', 'ws')}/tasks/ws`);
  assert.equal(auth.required, false);
  const behind = await (await start(t, { publicUrl: 'https://x.example/', hasTasks: false })).get('/info');
  assert.equal(behind.endpoints.message, 'https://x.example/message');
  assert.ok(!('tasks' in behind.endpoints));
});

test('an extension that wants to register is told that none is needed', async (t) => {
  const { base } = await start(t);
  const { status, text } = await fetchText(`${base}/register`, { method: 'POST', body: {} });
  assert.equal(status, 410);
  assert.match(text, /Open one with browser_instance/);
});
