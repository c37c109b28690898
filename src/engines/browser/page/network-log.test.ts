import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import { waitFor } from '../actions/wait-for.ts';
import type { RequestEntry } from './network-log.ts';
import type { Tab } from './tab.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await pages?.close();
});

const find = (part: string): RequestEntry => {
  const entry = tab.network.list().findLast(({ url }) => url.includes(part));
  assert.ok(entry, `no request ${part}`);
  return entry;
};

test('documents, redirects and failures are all there, numbered', async () => {
  await navigate(tab, pages.url('/redirect?to=/requests.html'));
  for (const id of ['#fetch', '#missing', '#broken']) await click(tab, id);
  const document = find('/requests.html');
  assert.deepEqual([document.type, document.status, document.isNavigation], ['document', 200, true]);
  assert.equal(tab.network.entry(document.redirectedFrom ?? 0).status, 302);
  const posted = find('/echo?x=1');
  assert.deepEqual([posted.method, posted.status, posted.type, posted.state], ['POST', 200, 'fetch', 'done']);
  assert.equal(posted.mimeType, 'application/json');
  assert.ok((posted.size ?? 0) > 100 && (posted.ms ?? 0) > 0);
  assert.equal(find('code=404').statusText, 'Not Found');
  const broken = find('/broken');
  assert.deepEqual([broken.state, broken.failure], ['failed', 'net::ERR_EMPTY_RESPONSE']);
  assert.deepEqual(
    tab.network.list().map(({ number }) => number),
    tab.network.list().map((_, index) => index + 1),
  );
});

test('headers and bodies come by number', async () => {
  const { number } = find('/echo?x=1');
  const { request, response } = await tab.network.headers(number);
  assert.equal(request['x-test'], 'yes');
  assert.equal(response?.['content-type'], 'application/json');
  assert.equal(String(tab.network.requestBody(number)), 'ping');
  assert.equal(JSON.parse(String(await tab.network.responseBody(number))).body, 'ping');
  await assert.rejects(tab.network.responseBody(find('/broken').number), { code: 'BODY_GONE' });
  await assert.rejects(tab.network.responseBody(9_999), { code: 'NO_SUCH_REQUEST' });
});

test('a body that is too large for one piece is not asked for', async (t) => {
  const site = await startSite({
    '/': '<!doctype html><script src="/large.js"></script>',
    '/large.js': (_, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(Buffer.alloc(33e6, ' '));
    },
  });
  t.after(() => site.close());
  const own = await (await started.engine.context()).newTab();
  await navigate(own, site.url('/'));
  const large = () => own.network.list().find(({ url }) => url.endsWith('/large.js'));
  // Its size is told after its end.
  while ((large()?.size ?? 0) < 33e6) await new Promise((resolve) => setTimeout(resolve, 20));
  await assert.rejects(own.network.responseBody(large()!.number), /it has 33 MB, and at most 32 are read/);
});

test('bodies outlive a navigation', async () => {
  await click(tab, '#leave');
  await navigate(tab, `${pages.otherOrigin}/form.html`);
  const { number, document } = find('leaving=1');
  assert.match(String(await tab.network.responseBody(number)), /leaving=1/);
  assert.ok(tab.network.list({ document: 'current' }).every((entry) => entry.document > document));
});

test('a service worker answers, and the entry says so', async () => {
  await navigate(tab, pages.url('/worker.html'));
  await waitFor(tab, { text: 'answered by the worker' });
  assert.equal(find('/from-worker').fromServiceWorker, true);
});

test('requests of other frames belong to the page', async () => {
  await navigate(tab, pages.url('/iframes.html'));
  assert.ok(find(`${pages.otherOrigin}/inner.html`).status === 200);
});
