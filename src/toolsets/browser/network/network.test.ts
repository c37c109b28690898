import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { networkStateSet, route, routeList, unroute } from './routes.ts';

const kit = await browserKit({ after }, ['--caps', 'network']);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });
const fetched = async (path: string) =>
  (
    await kit.ok('browser_evaluate', {
      function: `async () => { const r = await fetch('${path}'); return [r.status, r.headers.get('x-made'), await r.text()]; }`,
    })
  ).text;

test('routes answer, change, fail and delay; the list tells them with their hits', async () => {
  await open('/index.html');
  await kit.ok(route, {
    pattern: '**/api/users',
    status: 201,
    body: '[]',
    contentType: 'application/json',
    headers: ['x-made: here'],
  });
  assert.match(await fetched('/api/users'), /\[201,"here","\[\]"\]/);
  await kit.ok(route, { pattern: '**/echo', headers: ['x-added: yes'], removeHeaders: 'x-mine' });
  const { text: echoed } = await kit.ok('browser_evaluate', {
    function: "async () => (await fetch('/echo', { headers: { 'x-mine': '1', 'x-kept': '2' } })).text()",
  });
  assert.match(echoed, /x-added/);
  assert.match(echoed, /x-kept/);
  assert.doesNotMatch(echoed, /x-mine/);
  await kit.ok(route, { pattern: '**/status*', abort: 'connectionrefused' });
  assert.match(
    (await kit.call('browser_evaluate', { function: "() => fetch('/status')" })).text,
    /Failed to fetch/,
  );
  await kit.ok(route, { pattern: '**/slow*', delay: 300, status: 200, times: 1 });
  const began = performance.now();
  await fetched('/slow');
  assert.ok(performance.now() - began >= 290);
  const { text, data } = await kit.ok(routeList);
  assert.match(text, /1\. \*\*\/api\/users \(status=201, .*body=\[\].*hits=1\)/);
  assert.equal((data.routes as unknown[]).length, 4);
  assert.match((await kit.ok(unroute, { pattern: '**/status*' })).text, /Removed 1 route/);
  assert.match((await kit.ok(unroute)).text, /Removed all 3 route/);
  assert.match((await kit.ok(routeList)).text, /No active routes/);
  await kit.fails('INVALID_ROUTE', route, { pattern: '**', abort: 'never' });
  await kit.fails('INVALID_ARGUMENTS', route, { pattern: '**', headers: ['nonsense'] });
});

test('offline and online again', async () => {
  await open('/index.html');
  assert.match((await kit.ok(networkStateSet, { state: 'offline' })).text, /Network is now offline/);
  await kit.fails('NAVIGATION_FAILED', 'browser_navigate', { url: kit.pages.url('/form.html') });
  await kit.ok(networkStateSet, { state: 'online' });
  await open('/form.html');
});
