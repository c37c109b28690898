/** What a browser goes through in a long life: sleep, an upgrade of the extension, frames of other processes. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ExtensionServer } from '../kit/extension-server.ts';
import { grantedExtension } from '../kit/granted-extension.ts';
import { eventually, OwnBrowser } from '../kit/own-browser.ts';
import { says } from '../kit/paired-app.ts';
import { startSite } from '../kit/site.ts';

const ICON = '<link rel=icon href="data:,">';
const HOURS_8 = 8 * 3_600_000;

test('the machine sleeps for eight hours: what was said before and after is there, once', async (t) => {
  const site = await startSite({ '/': `${ICON}<title>Night</title>` });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const { browser, popup } = await server.browser(t);
  const page = await browser.open(site.url('/'));
  await page.evaluate(`console.log('in the evening')`);
  await eventually(() => server.lines.includes('in the evening'), 'the evening');
  // As the worker finds it when it wakes: the clock has jumped, and the other end of its connection is gone.
  const clock = await browser.worker();
  await clock.evaluate(`{ const real = Date.now; Date.now = () => real() + ${HOURS_8}; }`);
  await server.stop(true);
  await page.evaluate(`console.log('in the night')`);
  await server.begin();
  await popup.evaluate(`chrome.runtime.sendMessage('look')`);
  await popup.until(says('Connected'));
  await page.evaluate(`console.log('in the morning')`);
  await eventually(() => server.lines.includes('in the morning'), 'the morning');
  assert.deepEqual(server.lines, ['in the evening', 'in the night', 'in the morning']);
  assert.ok(await clock.evaluate(`Date.now() > new Date().getTime() + ${HOURS_8 - 60_000}`));
  // A code of yesterday is none.
  await popup.evaluate(`chrome.runtime.sendMessage('part')`);
  await popup.evaluate(`document.getElementById('pair').click()`);
  await popup.until(says('sensorium pair'));
  await server.stop(true);
  await clock.evaluate(`{ const real = Date.now; Date.now = () => real() + ${HOURS_8}; }`);
  await popup.evaluate(`chrome.runtime.sendMessage('look')`);
  await popup.until(says('not paired'));
});

test('the browser is started anew: it comes again by itself, and watches', async (t) => {
  const site = await startSite({ '/': `${ICON}<title>Day</title>` });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const folder = await grantedExtension(t);
  const { browser } = await server.browser(t, folder);
  const before = await browser.open(site.url('/'));
  await before.evaluate(`console.log('on the first day')`);
  await eventually(() => server.lines.includes('on the first day'), 'the first day');
  await browser.end();
  const second = await OwnBrowser.start(t, folder, browser.folder);
  // Nobody opens the popup. What is loaded by hand is a new extension at each start, which is told of its sites anew.
  const page = await second.open('about:blank');
  await eventually(async () => {
    await page.send('Page.navigate', { url: site.url('/') });
    await page.until(`document.title === 'Day'`);
    await page.evaluate(`console.log('on the second day')`);
    return server.lines.includes('on the second day');
  }, 'the second day');
  assert.ok(await (await second.popup()).evaluate(says('Connected')));
  assert.deepEqual(server.complaints, []);
});

test('the extension is upgraded: it stays paired, and pages are watched from their next load on', async (t) => {
  const site = await startSite({ '/': `${ICON}<title>Old</title>`, '/new': `${ICON}<title>New</title>` });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const folder = await grantedExtension(t);
  const { browser } = await server.browser(t, folder);
  const page = await browser.open(site.url('/'));
  await page.evaluate(
    `window.failed = []; addEventListener('error', ({ message }) => failed.push(message)); console.log('of the old one')`,
  );
  await eventually(() => server.lines.includes('of the old one'), 'the old one watches');
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, version: '99.0.0' }));
  await browser.send('Extensions.loadUnpacked', { path: folder });
  const next = await browser.popup();
  assert.equal(await next.evaluate('chrome.runtime.getManifest().version'), '99.0.0');
  await next.until(says('Connected'));
  await next.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
  // Scripts of the old one end without a word to the page.
  await page.evaluate(`console.log('between'); document.title = 'Still here'`);
  assert.deepEqual(await page.evaluate('failed'), []);
  await page.send('Page.navigate', { url: site.url('/new') });
  await page.until(`document.title === 'New'`);
  await page.evaluate(`console.log('of the new one')`);
  await eventually(() => server.lines.includes('of the new one'), 'the new one watches');
  assert.deepEqual(server.complaints, []);
});

test('frames of other granted sites are told with the page that they stand in', async (t) => {
  const site = await startSite({
    '/': `${ICON}<title>Outer</title><script>console.log('outer')</script><iframe src="{{other}}/inner"></iframe>`,
    '/inner': `${ICON}<script>console.log('inner'); fetch('/asked'); setTimeout(() => { throw new Error('inner failed'); })</script>`,
    '/asked': '{}',
  });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const { browser } = await server.browser(t, ['http://127.0.0.1/*', 'http://localhost/*']);
  await browser.open(site.url('/'));
  await eventually(() => server.lines.includes('inner') && server.lines.includes('outer'), 'both');
  const failed = await server.arrivals.first(({ stream }) => stream === 'exception', 'its exception');
  const asked = await server.arrivals.first(
    ({ stream, data }) => stream === 'request' && data.url.endsWith('/asked'),
    'what it asked for',
  );
  const pages = new Set(server.arrivals.all.map(({ where }) => where.page));
  assert.deepEqual([...pages], [failed.where.page]);
  assert.equal(asked.where.page, failed.where.page);
  const inner = server.arrivals.all.find(
    ({ stream, data }) => stream === 'console' && data.message === 'inner',
  );
  assert.match(JSON.stringify(inner?.data), /\/inner/);
});

test('beacons and event sources are told as requests, with what was sent', async (t) => {
  const site = await startSite({
    '/': `${ICON}<title>Ways</title>`,
    '/beacon': '',
    '/events': (_: unknown, response: import('node:http').ServerResponse) => {
      response.setHeader('content-type', 'text/event-stream');
      response.end('data: one\n\n');
    },
  });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const { browser } = await server.browser(t);
  const page = await browser.open(site.url('/'));
  await page.evaluate(`navigator.sendBeacon('/beacon', 'left the page')`);
  await page.evaluate(`new Promise((done) => { const source = new EventSource('/events');
    source.onmessage = () => { source.close(); done(); }; })`);
  for (const path of ['/beacon', '/events'])
    await server.arrivals.first(
      ({ stream, data }) => stream === 'request' && data.url === site.url(path),
      path,
    );
  await eventually(() => [...server.bodies.values()].includes('left the page'), 'what the beacon brought');
});
