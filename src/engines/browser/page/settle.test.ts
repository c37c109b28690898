import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Activity } from './activity.ts';
import type { PageCdp } from './page-cdp.ts';
import { CHATTY, settle } from './settle.ts';
import type { Tab } from './tab.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine({ timeouts: { settle: 10_000 } })]);
  tab = await started.engine.tab();
  await navigate(tab, pages.url('/'));
  await click(tab, '#nothing'); // the first click in a page is slower
});
after(async () => {
  await started?.close();
  await pages?.close();
});

/** Always some under way, and never in step, however slow the machine is: at a fixed rate they would pile up. */
const ASKS_ALL_THE_TIME = `{
  const ask = (ms) => void fetch('/slow?ms=' + ms + '&' + Math.random()).then(() => ask(ms));
  for (const ms of [40, 50, 60, 70]) ask(ms);
}`;

const output = async () => (await evaluate(tab, "document.querySelector('output').textContent")).value;

test('an action that triggers nothing is not waited for; how long that takes is for the benchmark', async () => {
  for (let round = 0; round < 9; round++) assert.equal((await click(tab, '#nothing')).settledBy, 'nothing');
});

test('a change that comes a moment later is waited for', async () => {
  await navigate(tab, pages.url('/'));
  await click(tab, '#later');
  assert.equal(await output(), 'later');
});

test('a page that never rests is answered after the time to settle', async () => {
  await navigate(tab, pages.url('/'));
  const outcome = await inHaste(tab, { settle: 1_500 }, () => click(tab, '#restless'));
  assert.equal(outcome.settledBy, 'timeout');
  assert.ok(outcome.settleMs >= 1_400 && outcome.settleMs < 15_000, `${outcome.settleMs} ms`);
});

test('a navigation is waited for until load, however it is started', async () => {
  await navigate(tab, pages.url('/'));
  const slow = await click(tab, '#slow');
  assert.deepEqual([slow.settledBy, slow.navigated], ['load', true]);
  assert.equal(await tab.title(), 'Slow');
  const delayed = await evaluate(tab, "void setTimeout(() => (location.href = '/form.html'), 10)");
  assert.deepEqual([delayed.settledBy, delayed.url], ['load', pages.url('/form.html')]);
  const hash = await evaluate(tab, "void (location.hash = 'here')");
  assert.deepEqual([hash.navigated, hash.url], [false, pages.url('/form.html#here')]);
});

test('a document that had come and loaded before it was heard of is a load, and is looked at', async () => {
  let looks = 0;
  const activity = {
    isNavigating: false,
    requestsInFlight: 0,
    documents: 0,
    until: () => new Promise(() => {}),
  };
  const run = async () => {
    if (++looks > 1) return { isQuiet: true, seen: {} };
    activity.documents = 1;
    throw new Error('the document went away');
  };
  const [watched, cdp] = [activity as unknown as Activity, { run } as unknown as PageCdp];
  const { by } = await settle(watched, cdp, tab.timeouts, new AbortController().signal);
  assert.equal(by, 'load');
  assert.equal(looks, 2);
});

test('a document that comes after the time to settle has its own time to rest, and is not called loading', async () => {
  await navigate(tab, pages.url('/'));
  const late = await inHaste(tab, { settle: 1_500 }, () =>
    evaluate(tab, "void (location.href = '/slow?ms=1700')"),
  );
  assert.deepEqual([late.settledBy, await tab.title()], ['load', 'Slow']);
});

test('a page that holds a question to its server open has loaded all the same', async () => {
  const other = await (await started.engine.context()).newTab();
  await other.page.addInitScript("void fetch('/hang')");
  const opened = await navigate(other, pages.url('/form.html'));
  assert.deepEqual([opened.settledBy, opened.navigated], ['requests', true]);
  await (await started.engine.context()).closeTab(other.id);
});

test('requests are waited for, but not for ever', async () => {
  await navigate(tab, pages.url('/requests.html'));
  const slow = await click(tab, '#slow');
  assert.equal(slow.settledBy, 'quiet');
  assert.match(String(await output()), /late/);
  const hanging = await inHaste(tab, { action: 1_500 }, () => click(tab, '#hang'));
  assert.equal(hanging.settledBy, 'requests');
  assert.ok(hanging.settleMs < 15_000, `${hanging.settleMs} ms`);
  const left = await click(tab, '#leave');
  assert.equal(left.url, pages.url('/index.html'));
});

test('a page that asks for something all the time is waited for no longer than for what was under way', async () => {
  await navigate(tab, pages.url('/requests.html'));
  await tab.page.evaluate(ASKS_ALL_THE_TIME);
  while (tab.network.recent(1_000) < CHATTY) await tab.page.waitForTimeout(50);
  const own = await click(tab, '#slow');
  assert.equal(own.settledBy, 'quiet');
  assert.match(String(await output()), /late/, 'what the action began has been answered');
});

test('what a page asks for by itself is told apart from what an action makes it ask for', async () => {
  await navigate(tab, pages.url('/requests.html'));
  const counts = () => [tab.network.recent(600_000), tab.network.recent(600_000, 'unasked')];
  const [all = 0, unasked = 0] = counts();
  await click(tab, '#slow');
  assert.deepEqual(counts(), [all + 1, unasked]);
  await tab.page.evaluate("fetch('/slow?ms=1').then((answer) => answer.text())");
  assert.deepEqual(counts(), [all + 2, unasked + 1]);
});

test('the same when it is the action that makes the page ask all the time', async () => {
  await navigate(tab, pages.url('/requests.html'));
  const outcome = await evaluate(tab, ASKS_ALL_THE_TIME);
  assert.equal(outcome.settledBy, 'quiet');
});

test('an answer without content leaves the page where it is', async () => {
  await navigate(tab, pages.url('/'));
  const outcome = await evaluate(tab, "void (location.href = '/status?code=204')");
  assert.deepEqual([outcome.navigated, outcome.url], [false, pages.url('/')]);
});

test('a page with its own clock and a strict policy settles all the same', async () => {
  await navigate(tab, pages.url('/csp.html'));
  await tab.page.evaluate('window.setTimeout = () => 0, window.MutationObserver = class {}, 1');
  const outcome = await click(tab, 'button');
  assert.equal(outcome.settledBy, 'nothing');
  assert.equal(await output(), 'clicked');
});

test('a page that loads by one question after the other is waited for as long as they are answered', async () => {
  const chain = `<!doctype html><title>Chain</title><p>One thing after the other comes to this page.</p><output></output><script>
    onload = async () => {
      for (let i = 0; i < 14; i++) await (await fetch('/step/' + i)).text();
      document.querySelector('output').textContent = 'loaded';
    };</script>`;
  await tab.page.route('**/chain', (route) => route.fulfill({ contentType: 'text/html', body: chain }));
  await tab.page.route('**/step/*', async (route) => {
    await new Promise((later) => setTimeout(later, 200));
    await route.fulfill({ body: '' });
  });
  await navigate(tab, pages.url('/chain'));
  assert.equal(await output(), 'loaded');
  await tab.page.unrouteAll();
});
