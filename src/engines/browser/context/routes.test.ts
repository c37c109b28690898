import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import type { Tab } from '../page/tab.ts';
import { THROTTLE_PRESETS } from './network-conditions.ts';
import type { OpenContext } from './open-context.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;
let context: OpenContext;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
  tab = await started.engine.tab();
  context = await started.engine.context();
  await navigate(tab, pages.url('/'));
});
beforeEach(() => context.routes.remove());
after(async () => {
  await started?.close();
  await pages?.close();
});

const ask = async (path: string) =>
  (
    await evaluate(
      tab,
      `fetch(${JSON.stringify(path)}).then(async (r) => [r.status, await r.text(), r.headers.get('x-mock')], (e) => [0, String(e)])`,
    )
  ).value as [number, string, string?];

test('mocks an answer with status, body, type and headers', async () => {
  await context.routes.add({
    pattern: '**/api/*',
    status: 418,
    body: '{"tea":true}',
    contentType: 'application/json',
    headers: { 'x-mock': 'yes' },
  });
  assert.deepEqual(await ask('/api/pot'), [418, '{"tea":true}', 'yes']);
  assert.equal((await ask('/echo'))[0], 200);
  assert.deepEqual(
    context.routes.list().map(({ pattern, hits }) => [pattern, hits]),
    [['**/api/*', 1]],
  );
});

test('fails, delays and changes requests', async () => {
  await context.routes.add({ pattern: '**/echo?fail', abort: 'connectionrefused' });
  assert.match((await ask('/echo?fail'))[1], /Failed to fetch/);
  await context.routes.add({ pattern: '**/echo?late', delay: 200 });
  const began = performance.now();
  assert.equal((await ask('/echo?late'))[0], 200);
  assert.ok(performance.now() - began >= 200);
  const pattern = '**/echo?head';
  await context.routes.add({ pattern, headers: { 'X-Added': 'here' }, removeHeaders: ['X-Gone'] });
  const answer = await evaluate(
    tab,
    "fetch('/echo?head', { headers: { 'x-gone': '1' } }).then((r) => r.json())",
  );
  const { headers } = answer.value as { headers: Record<string, string> };
  assert.deepEqual([headers['x-added'], headers['x-gone']], ['here', undefined]);
});

test('the newest route wins; times and methods limit; removing brings the older one back', async () => {
  await context.routes.add({ pattern: '**/thing', body: 'old' });
  await context.routes.add({ pattern: '**/thing', body: 'new', times: 1 });
  await context.routes.add({ pattern: '**/thing', body: 'posted', method: 'post' });
  assert.equal((await ask('/thing'))[1], 'new');
  assert.equal((await ask('/thing'))[1], 'old');
  assert.equal(await context.routes.remove('**/thing'), 3);
  assert.equal((await ask('/thing'))[0], 404);
  assert.deepEqual(context.routes.list(), []);
});

test('bad routes are refused', async () => {
  await assert.rejects(context.routes.add({ pattern: '' }), { code: 'INVALID_ROUTE' });
  await assert.rejects(context.routes.add({ pattern: '*', abort: 'somehow' }), { code: 'INVALID_ROUTE' });
  await assert.rejects(context.routes.add({ pattern: '*', status: 42 }), { code: 'INVALID_ROUTE' });
});

test('offline and slow, for pages that open later too', async () => {
  await context.conditions.setOffline(true);
  assert.equal((await ask('/echo'))[0], 0);
  assert.equal(context.conditions.isOffline, true);
  await context.conditions.setOffline(false);
  await context.conditions.setThrottle({ ...THROTTLE_PRESETS.none, latency: 300 });
  for (const where of [tab, await context.newTab()]) {
    await navigate(where, pages.url('/'));
    const began = performance.now();
    await evaluate(where, "fetch('/echo').then((r) => r.text())");
    assert.ok(performance.now() - began >= 300);
  }
  await context.conditions.setThrottle(undefined);
  await context.closeTab();
});
