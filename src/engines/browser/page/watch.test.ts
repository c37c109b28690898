import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { evaluate } from '../actions/evaluate.ts';
import { pressKey } from '../actions/keyboard.ts';
import { handleDialog } from '../actions/modal-answers.ts';
import { goInHistory, navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Tab } from './tab.ts';

const PAGE = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><link rel=icon href=data:,>${body}`;

/** Slides out within 600 ms, and is taken away only then. */
const DRAWER = PAGE(
  'Drawer',
  `<style>#drawer { transition: transform .6s; } .out { transform: translateX(-900px); }</style>
  <div id=drawer><h2>Details of the order</h2><button>Save</button></div>
  <script>addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    drawer.classList.add('out');
    drawer.ontransitionend = () => { drawer.remove(); history.pushState({}, '', '#closed'); };
  });</script>`,
);

const DRAWING = PAGE(
  'Drawing',
  `<svg width=300 height=100><g id=node transform="translate(10,20)"><rect width=20 height=20 /></g></svg>
  <div id=list style="height:50px;overflow:auto"><p style="height:500px">A long list</p></div>
  <p id=text>Some words to select</p><input id=secret type=password value=hunter2hunter2><div id=plain tabindex=0>Plain</div>
  <script>let x = 10; addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') node.setAttribute('transform', 'translate(' + ++x + ',20)');
    if (key === 'End') list.scrollTop = 200;
    if (key === 's') getSelection().selectAllChildren(text);
    if (key === 'f') plain.focus();
    if (key === 'd') plain.dataset.n = 1;
  });</script>`,
);

/** The form goes at once; the next view comes after two requests with a gap between them. */
const APPLICATION = PAGE(
  'Application',
  `<div id=app><h1>Sign in to go on</h1><button id=in>Sign in</button><button id=busy>Load</button></div>
  <script>
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  document.getElementById('in').onclick = async () => {
    app.textContent = '';
    await fetch('/data'); await later(400); await fetch('/data'); await later(300);
    app.innerHTML = '<h1>Welcome to the dashboard</h1>';
  };
  busy.onclick = async () => {
    busy.insertAdjacentHTML('afterend', '<div class="my-spinner" style="width:20px;height:20px">…</div>');
    await later(500);
    document.querySelector('.my-spinner').outerHTML = '<p>All rows are here</p>';
  };
  </script>`,
);

/** Nothing to read until its program has made it, half a second after the load event. */
const COLD = PAGE(
  'Cold',
  `<div id=app></div><script>onload = () => setTimeout(() => { app.innerHTML = '<h1>Made by a program</h1>'; }, 500);</script>`,
);

/** What a script brought after the load is drawn only later, between a header and a footer that are there already. */
const HELD_BACK = PAGE(
  'Held back',
  `<div id=app><header><a href=/>Shop</a></header><div id=rest></div><footer>All rights reserved</footer></div>
  <script>onload = () => {
    const late = document.createElement('script');
    late.src = '/late.js';
    document.head.append(late);
  };</script>`,
);
const LATE = `setTimeout(() => { rest.innerHTML = '<h1>What came late</h1>'; }, 400);`;

/** Its handlers leave what they do to a timer. */
const LATER = PAGE(
  'Later',
  `<button id=go onclick="setTimeout(() => { location.href = '/drawing'; }, 400)">Go</button>
  <button id=ask onclick="setTimeout(() => alert('Sure?'), 300)">Ask</button>
  <button id=never onclick="clearTimeout(setTimeout(() => {}, 700)); setTimeout(() => {}, 60000)">Never</button>`,
);

let site: Site;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [site, started] = await Promise.all([
    startSite({
      '/drawer': DRAWER,
      '/drawing': DRAWING,
      '/application': APPLICATION,
      '/cold': COLD,
      '/later': LATER,
      '/held-back': HELD_BACK,
      '/late.js': (_request, response) =>
        void response.setHeader('content-type', 'text/javascript').end(LATE),
      '/never': PAGE('Never', '<h1>Its picture never comes</h1><img src=/hang>'),
      '/empty': '',
      '/data': (_request, response) => void response.end('{}'),
      '/hang': () => {},
      '/unread': (_request, response) => void response.writeHead(200).write('a'.repeat(10)),
    }),
    startEngine(),
  ]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await site?.close();
});

const shown = async () => (await tab.snapshots.take()).text;

test('an animation that the action began, and what comes of its end, are waited for', async () => {
  await navigate(tab, site.url('/drawer'));
  // Half a second is little where the machine is busy with others.
  const { url } = await inHaste(tab, { settle: 10_000 }, () => pressKey(tab, 'Escape'));
  assert.equal(url, site.url('/drawer#closed'));
  assert.doesNotMatch(await shown(), /Details/);
});

test('what no outline tells is seen: a drawing that moves, scrolling, focus, selection', async () => {
  await navigate(tab, site.url('/drawing'));
  const moved = await pressKey(tab, 'ArrowRight');
  assert.deepEqual(moved.seen?.altered, ['g#node transform: translate(10,20) → translate(11,20)']);
  assert.deepEqual((await pressKey(tab, 'End')).seen?.scrolled, ['div#list "A long list" to 0,200']);
  assert.equal((await pressKey(tab, 's')).seen?.selection, 'Some words to select');
  await click(tab, '#secret');
  const all = await pressKey(tab, 'Control+a');
  assert.equal(all.seen?.selection, undefined);
  assert.doesNotMatch(JSON.stringify(all), /hunter/);
  assert.equal((await pressKey(tab, 'f')).seen?.focus, 'div#plain "Plain"');
  assert.equal((await pressKey(tab, 'd')).seen?.changes, 1);
  const still = await pressKey(tab, 'q');
  assert.deepEqual(still.seen, { changes: 0, scrolled: [], altered: [] });
});

test('a view that is empty for a while, or shows a spinner, is not at rest', async () => {
  await navigate(tab, site.url('/application'));
  await click(tab, '#busy');
  assert.match(await shown(), /All rows are here/);
  await click(tab, '#in');
  assert.match(await shown(), /Welcome to the dashboard/);
});

test('a document that a program makes is waited for, one that is empty is not', async () => {
  await navigate(tab, site.url('/cold'));
  assert.match(await shown(), /Made by a program/);
  assert.equal((await navigate(tab, site.url('/empty'))).settledBy, 'load');
});

test('a box that a late script is to fill is waited for', async () => {
  await navigate(tab, site.url('/held-back'));
  assert.match(await shown(), /What came late/);
});

test('what only pictures keep from loading is answered, and told to be loading', async () => {
  const opened = await navigate(tab, site.url('/never'));
  assert.equal(opened.settledBy, 'loading');
  assert.ok(opened.settleMs < 9_000, `${opened.settleMs} ms`); // it was ten seconds
  await navigate(tab, site.url('/drawing'));
  const back = await goInHistory(tab, 'back');
  assert.equal(back.settledBy, 'loading');
  assert.match(await shown(), /Its picture never comes/);
});

test('a body that nobody reads is not waited for without end', async () => {
  await navigate(tab, site.url('/drawing'));
  const { settledBy } = await evaluate(tab, "fetch('/unread').then(({ status }) => status)");
  assert.equal(settledBy, 'quiet');
});

test('what a handler leaves to a timer of half a second is waited for, and the page has its own timers back', async () => {
  await navigate(tab, site.url('/later'));
  await tab.page.evaluate('window.mine = setTimeout');
  assert.deepEqual((await click(tab, '#ask')).settledBy, 'modal');
  await handleDialog(tab, true);
  assert.equal((await click(tab, '#never')).settledBy, 'nothing');
  await tab.page.waitForFunction('window.mine === setTimeout');
  assert.equal((await click(tab, '#go')).url, site.url('/drawing'));
});
