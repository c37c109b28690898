import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { QUIET_ARGS } from '../../../../test/kit/browser.ts';
import { startCapture } from '../../../../test/kit/capture.ts';
import { startSite } from '../../../../test/kit/site.ts';
import type { Driver } from '../drivers/driver.ts';
import { playwrightServerDriver } from '../drivers/remote.ts';
import { findBrowser } from '../launch/find-browser.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { DevToolsLine } from './devtools-line.ts';
import type { Message, Transport } from './playwright-transport.ts';

/** What the first script of a page says, and the body that it asks for. */
async function seesAll(t: TestContext, driver?: Driver): Promise<void> {
  const site = await startSite({
    '/': `<!doctype html><link rel=icon href=data:,><script>console.log('first'); fetch('/data')</script>
      <img src=/hang>`,
    '/data': (_request, response) => void response.end('its body'),
    '/hang': () => {},
  });
  t.after(() => site.close());
  const rig = await startCapture({}, driver ? { driver } : {});
  t.after(() => rig.close());
  const tab = await rig.engine.tab();
  await tab.page.goto(site.url('/'), { waitUntil: 'commit' });
  await rig.first('console', ({ message }) => message === 'first', 'the words of the page');
  // The page never ends to load, and its bodies do not wait for that.
  const { data } = await rig.first('request', ({ url }) => url.endsWith('/data'), 'the request');
  assert.ok(data.responseBody && 'blob' in data.responseBody);
  assert.equal(rig.body(data.responseBody.blob), 'its body');
  assert.deepEqual(rig.complaints, []);
}

it('watches beside Playwright, on its own transport', (t) => seesAll(t));

it('watches through Playwright where that speaks to the browser from elsewhere', async (t) => {
  const { chromium } = await loadPlaywright();
  const { path } = (await findBrowser({ env: process.env }))!;
  const args = [...QUIET_ARGS, '--no-sandbox'];
  const server = await chromium.launchServer({ executablePath: path, args, host: '127.0.0.1' });
  t.after(() => server.close());
  await seesAll(t, playwrightServerDriver({ endpoint: server.wsEndpoint() }));
});

/** A transport whose other end answers nothing by itself. */
function rigged() {
  const sent: Message[] = [];
  const heard: Message[] = [];
  const transport: Transport = {
    send: (message) => void sent.push(message),
    onmessage: (message) => void heard.push(message),
  };
  return { transport, sent, heard };
}

it('Playwright hears nothing of our sessions, and everything else', async () => {
  const { transport, sent, heard } = rigged();
  const opening = DevToolsLine.open(transport);
  transport.onmessage?.({ id: 1, result: {} });
  transport.onmessage?.({ id: sent[0]!.id!, result: { sessionId: 'root' } });
  const line = await opening;
  const events: unknown[] = [];
  line.listener = (session, event) => events.push([session, event]);
  const attached = { sessionId: 'page', targetInfo: {} };
  transport.onmessage?.({ sessionId: 'root', method: 'Target.attachedToTarget', params: attached });
  transport.onmessage?.({ sessionId: 'page', method: 'Page.loadEventFired', params: {} });
  transport.onmessage?.({ sessionId: 'theirs', method: 'Page.loadEventFired', params: {} });
  const answer = line.send('page', 'Runtime.getIsolateId');
  transport.onmessage?.({ sessionId: 'page', id: sent.at(-1)!.id!, result: { id: 'isolate' } });
  assert.deepEqual(await answer, { id: 'isolate' });
  transport.onmessage?.({ sessionId: 'root', method: 'Target.detachedFromTarget', params: attached });
  transport.onmessage?.({ sessionId: 'page', method: 'Page.loadEventFired', params: {} });
  assert.deepEqual(events, [
    [undefined, 'Target.attachedToTarget'],
    ['page', 'Page.loadEventFired'],
    [undefined, 'Target.detachedFromTarget'],
  ]);
  assert.deepEqual(
    heard.map(({ id, sessionId }) => id ?? sessionId),
    [1, 'theirs', 'page'],
  );
});

it('whoever still waits is told when the line is closed', async () => {
  const { transport, sent } = rigged();
  const opening = DevToolsLine.open(transport);
  transport.onmessage?.({ id: sent[0]!.id!, result: { sessionId: 'root' } });
  const line = await opening;
  const failed = assert.rejects(line.send('page', 'Runtime.getIsolateId'), /the browser is gone/);
  const refused = assert.rejects(line.send('page', 'Page.enable'), /Page.enable: /);
  transport.onmessage?.({ sessionId: 'root', id: sent.at(-1)!.id!, error: { message: 'not here' } });
  await refused;
  await line.close();
  await failed;
  await assert.rejects(line.send(undefined, 'Browser.getVersion'), /the browser is gone/);
});
