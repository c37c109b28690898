/** Whatever dies and comes again, each line of a watched page is told once and in its place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ExtensionServer } from '../kit/extension-server.ts';
import { eventually } from '../kit/own-browser.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';

const PAGE = `<link rel=icon href="data:,"><title>Lines</title><script>
let number = 0;
const timer = setInterval(() => { for (let i = 0; i < 5; i++) console.log('line ' + ++number); }, 5);
const stop = () => { clearInterval(timer); return number; };
</script>`;

async function start(t: Cleanup) {
  const site = await startSite({
    '/': PAGE,
    '/quiet': '<link rel=icon href="data:,"><title>Quiet</title>',
    '/asked': '{}',
  });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const { browser, popup } = await server.browser(t);
  const numbers = () =>
    server.lines.filter((one) => /^line \d+$/.test(one)).map((one) => Number(one.slice(5)));
  /** All lines up to this one have come, each once and in order. */
  const complete = async (last: number) => {
    await eventually(() => numbers().length >= last, `all of ${last} lines`).catch(() => {});
    const lines = numbers();
    const gap = lines.findIndex((number, i) => number !== i + 1);
    assert.deepEqual([lines.length, gap, lines[gap]], [last, -1, undefined]);
  };
  const quiet = async (from = browser) => {
    const page = await from.open(site.url('/quiet'));
    await page.until(`document.title === 'Quiet'`);
    return page;
  };
  return { site, server, browser, popup, numbers, complete, quiet };
}

test('the worker is killed fifty times while a page talks', async (t) => {
  const { site, browser, server, numbers, complete } = await start(t);
  const page = await browser.open(site.url('/'));
  let killed = 0;
  for (let seen = 0; killed < 50; ) {
    // Each time in the midst of work: something new has come since.
    await eventually(() => numbers().length > seen, 'it goes on');
    seen = numbers().length;
    if (await browser.killWorker()) killed++;
  }
  await complete(await page.evaluate<number>('stop()'));
  assert.deepEqual(server.complaints, []);
});

test('the server is away, killed, and comes again', async (t) => {
  const { site, server, browser, popup, numbers, complete } = await start(t);
  const page = await browser.open(site.url('/'));
  await eventually(() => numbers().length > 50, 'it has begun');
  await server.stop();
  await pause(1_500);
  await page.evaluate(`console.log('while it was away')`);
  const killed = await browser.killWorker();
  assert.ok(killed);
  const last = await page.evaluate<number>('stop()');
  await server.begin();
  await popup.evaluate(`chrome.runtime.sendMessage('look')`);
  await eventually(() => server.lines.includes('while it was away'), 'what was said meanwhile');
  await complete(last);
});

test('a page that was laid aside goes on when it is shown again', async (t) => {
  const { site, server, quiet } = await start(t);
  const page = await quiet();
  await page.evaluate(`window.mark = 'the same'; console.log('before')`);
  await page.send('Page.navigate', { url: site.url('/quiet?second') });
  await page.until(`location.search === '?second'`);
  await page.evaluate(`console.log('on the second')`);
  await page.evaluate('history.back()');
  await page.until(`window.mark === 'the same'`);
  await page.evaluate(`console.log('and again')`);
  await eventually(() => server.lines.includes('and again'), 'it goes on');
  assert.deepEqual(server.lines, ['before', 'on the second', 'and again']);
  const shown = server.arrivals.all.filter(
    ({ stream, data }) => stream === 'navigation' && data.kind === 'document',
  );
  assert.deepEqual(
    shown.map(({ data }) => 'reason' in data && data.reason),
    [false, false, 'back_forward'],
  );
});

test('two profiles tell each for itself', async (t) => {
  const { server, quiet } = await start(t);
  const second = await server.browser(t);
  await (await quiet()).evaluate(`console.log('of the first')`);
  await (await quiet(second.browser)).evaluate(`console.log('of the second')`);
  await eventually(() => server.lines.length === 2, 'both');
  const tabs = server.arrivals.all
    .filter(({ stream }) => stream === 'console')
    .map(({ where }) => where.page);
  assert.equal(new Set(tabs).size, 2);
});
