/** The archive and the trace of a walk, imported into the browser's own DevTools: what do their panels show? `--pictures FOLDER` */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { startSite } from '../test/kit/site.ts';
import { telemetryRig } from '../test/kit/telemetry-rig.ts';
import { say } from './options.ts';

const { values } = parseArgs({ options: { pictures: { type: 'string' } } });
const LIMIT_MS = 30_000;
const closings: (() => unknown)[] = [];
const cleanup = { after: (close: () => unknown) => void closings.unshift(close) };

const SHOP = `<!doctype html><title>Shop</title><link rel=icon href="data:,"><link rel=stylesheet href=/style.css><script src=/app.js></script>
<h1>Shop</h1><img src=/lamp.svg><button id=buy>Buy</button><script>
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
socket.onopen = () => socket.send('hello from the page');
socket.onmessage = () => { document.title = 'Live' };
buy.onclick = async () => {
  for (const end = performance.now() + 120; performance.now() < end; );
  await fetch('/api/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"lamp":1}' });
  await fetch('/old').then(() => fetch('/gone'));
  document.body.append('Bought');
};</script>`;

async function takeWalk() {
  const site = await startSite({
    '/': SHOP,
    '/style.css': (_, response) =>
      void response.setHeader('content-type', 'text/css').end('h1 { color: red }'),
    '/app.js': (_, response) =>
      void response.setHeader('content-type', 'text/javascript').end('globalThis.shop = true'),
    '/lamp.svg': (_, response) =>
      void response
        .setHeader('content-type', 'image/svg+xml')
        .end(
          '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60"/></svg>',
        ),
    '/api/orders': (request, response) => {
      request.resume();
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7,"state":"ordered"}');
    },
    '/old': (_, response) => void response.writeHead(302, { location: '/new' }).end(),
    '/new': 'moved here',
  });
  cleanup.after(() => site.close());
  const rig = await telemetryRig(cleanup);
  const ask = async (tool: string, args: Record<string, unknown>) => {
    const { data, isError, summary } = await rig.call(tool, args);
    assert.ok(!isError, summary);
    return data.result ?? data;
  };
  await ask('interact', { action: 'navigate', url: site.url('/') });
  await ask('interact', { action: 'wait_for', selector: 'text=Shop' });
  const load = await ask('analyze', { what: 'performance', trace: 'load' });
  await ask('analyze', { what: 'performance', trace: 'start' });
  await ask('interact', { action: 'click', selector: '#buy' });
  await ask('interact', { action: 'wait_for', selector: 'text=Bought' });
  const acted = await ask('analyze', { what: 'performance', trace: 'stop' });
  const har = await ask('generate', { format: 'har', save_to: 'walk.har' });
  return { har: har.saved_to as string, load, acted };
}

const found = await findBrowser({ env: process.env });
assert.ok(found, 'no browser');
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
cleanup.after(() => browser.close());

async function panel(name: 'network' | 'timeline'): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(`devtools://devtools/bundled/devtools_app.html?panel=${name}`);
  return page;
}

async function imported(page: Page, button: RegExp, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).first().click();
  await (await choosing).setFiles(file);
}

async function picture(page: Page, name: string): Promise<void> {
  if (values.pictures === undefined) return;
  await mkdir(values.pictures, { recursive: true });
  await page.screenshot({ path: join(values.pictures, `${name}.png`) });
}

/** Every request that was made, by name, status and type; once for each of the two loads. */
const LOADED = [
  '127.0.0.1 200 document',
  'style.css 200 stylesheet',
  'app.js 200 script',
  'lamp.svg 200 svg+xml',
  'live 101 websocket',
];
const EXPECTED = [
  ...LOADED,
  ...LOADED,
  'orders 201 fetch',
  'old 302 fetch',
  'new 200 fetch',
  'gone 404 fetch',
];

let wrong = 0;
function check(what: string, isRight: boolean, seen: unknown): void {
  say(`${isRight ? 'ok' : 'WRONG'} ${what}: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`);
  if (!isRight) wrong++;
}

async function lookAtArchive(file: string): Promise<void> {
  const page = await panel('network');
  await imported(page, /import har/i, file);
  const rows = page.locator('tr.data-grid-data-grid-node');
  await rows.filter({ hasText: 'gone' }).waitFor();
  const told = await Promise.all((await rows.all()).map((row) => row.locator('td').allInnerTexts()));
  const names = told.map((cells) => cells.slice(0, 3).join(' '));
  check('requests of the archive', names.join() === EXPECTED.join(), names);
  const timed = told.filter(([, , , , size = '', time = '']) => /[1-9]/.test(time) && /\d/.test(size));
  check('with sizes and times', timed.length === told.length, timed.length);
  await picture(page, 'network');
  const open = (name: string) => rows.filter({ hasText: name }).first().locator('td').first().click();
  await open('orders');
  await page.getByRole('tab', { name: 'Response' }).click();
  const body = page.getByText('"ordered"').first();
  check('the answer of a request', await isShown(body), await body.innerText().catch(String));
  await picture(page, 'network-response');
  await page.keyboard.press('Escape');
  await open('live');
  await page.getByRole('tab', { name: 'Messages' }).click();
  const messages = page.getByText('hello from the page');
  await messages.nth(1).waitFor();
  check('messages of the socket, there and back', (await messages.count()) === 2, await messages.count());
  await picture(page, 'network-messages');
}

const isShown = (locator: ReturnType<Page['locator']>) =>
  locator.waitFor().then(
    () => true,
    () => false,
  );

interface Told {
  readonly trace_file: string;
  readonly metrics: Readonly<Record<string, number>>;
}

/** What the panel reckons by itself is what we told. */
async function lookAtTrace(name: string, metric: 'LCP' | 'INP', { trace_file: file, metrics }: Told) {
  const page = await panel('timeline');
  await imported(page, /load (?:profile|trace)|upload/i, file);
  check(`trace of the ${name}: its insight`, await isShown(page.getByText(`${metric} breakdown`)), metric);
  // The last three are those of the trace: LCP, INP, CLS.
  const figures = await page.locator('.metric-value').allInnerTexts();
  const shown = figures.at(metric === 'LCP' ? -3 : -2) ?? '';
  const ours = metrics[`${metric.toLowerCase()}_ms`]!;
  const theirs = Number.parseFloat(shown) * (/\d\s*s/.test(shown) ? 1000 : 1);
  check(`${metric}, theirs and ours`, Math.abs(theirs - ours) <= (metric === 'LCP' ? 10 : 1), [theirs, ours]);
  await picture(page, name);
}

try {
  const { har, load, acted } = await takeWalk();
  await lookAtArchive(har);
  await lookAtTrace('load', 'LCP', load);
  await lookAtTrace('interaction', 'INP', acted);
} finally {
  for (const close of closings) await close();
}
if (wrong > 0) process.exitCode = 1;
