import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Tab } from '../page/tab.ts';
import { evaluate } from './evaluate.ts';
import { addressOf, goInHistory, navigate, reload, resize } from './navigate.ts';
import { waitFor } from './wait-for.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine({ timeouts: { settle: 10_000 } })]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await pages?.close();
});

test('addresses are completed as people mean them', () => {
  const cases: readonly [string, string][] = [
    ['example.org', 'https://example.org'],
    ['example.org:8443/a', 'https://example.org:8443/a'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:80/x', 'http://127.0.0.1:80/x'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['//example.org/x', 'https://example.org/x'],
    ['http://x.test/', 'http://x.test/'],
    ['about:blank', 'about:blank'],
    ['data:text/html,hi', 'data:text/html,hi'],
  ];
  for (const [given, meant] of cases) assert.equal(addressOf(given), meant);
});

test('says what the server answered', async () => {
  const missing = await navigate(tab, pages.url('/status?code=404'));
  assert.deepEqual(missing.value, { status: 404, statusText: 'Not Found' });
  assert.deepEqual([missing.settledBy, missing.navigated], ['load', true]);
  const bare = await navigate(tab, pages.url('/').replace('http://', ''));
  assert.equal(bare.url, pages.url('/'));
});

test('what cannot be opened says why', async () => {
  await assert.rejects(navigate(tab, 'http://127.0.0.1:1/'), { code: 'NAVIGATION_FAILED' });
  await inHaste(tab, { navigation: 1_000 }, () =>
    assert.rejects(navigate(tab, pages.url('/hang')), { code: 'NAVIGATION_FAILED', message: /within 1 s/ }),
  );
  await assert.rejects(navigate(tab, pages.url('/broken')), {
    code: 'NAVIGATION_FAILED',
    message: /EMPTY_RESPONSE/,
  });
  await assert.rejects(navigate(tab, 'http://'), { code: 'NAVIGATION_FAILED' });
  await assert.rejects(navigate(tab, 'file:///etc/passwd'), { code: 'NAVIGATION_BLOCKED' });
});

test('goes back and forward, and says when there is nowhere to go', async () => {
  const fresh = await (await started.engine.context()).newTab();
  await assert.rejects(goInHistory(fresh, 'back'), { code: 'NO_HISTORY' });
  await navigate(fresh, pages.url('/'));
  await navigate(fresh, pages.url('/form.html'));
  assert.equal((await goInHistory(fresh, 'back')).url, pages.url('/'));
  assert.equal((await goInHistory(fresh, 'forward')).url, pages.url('/form.html'));
  await assert.rejects(goInHistory(fresh, 'forward'), { code: 'NO_HISTORY' });
  const before = pages.requests.length;
  assert.equal((await reload(fresh, { ignoreCache: true })).settledBy, 'load');
  assert.ok(pages.requests.length > before);
  await (await started.engine.context()).closeTab(fresh.id);
});

test('resizes', async () => {
  await resize(tab, 640, 360);
  assert.deepEqual((await evaluate(tab, '[innerWidth, innerHeight]')).value, [640, 360]);
});

test('a page that holds up the leaving of it is given up; one that has come may be busy', async () => {
  const busyFor = (ms: number) => `const end = performance.now() + ${ms}; while (performance.now() < end);`;
  const busy = `data:text/html,<p>Busy</p><script>${busyFor(3_000)}</script><title>Done</title>`;
  await inHaste(tab, { leave: 200, settle: 10_000 }, () => navigate(tab, busy));
  assert.equal(await evaluate(tab, 'document.title').then(({ value }) => value), 'Done');

  const context = await started.engine.context();
  const stuck = await context.newTab();
  await navigate(stuck, pages.url('/'));
  await stuck.page.evaluate('void setTimeout(() => { for (;;); })');
  await inHaste(stuck, { leave: 300 }, () =>
    assert.rejects(navigate(stuck, pages.url('/csp.html')), { code: 'BROWSER_CRASHED' }),
  );
});

test('evaluates functions and expressions, on the page or an element, strict policy or not', async () => {
  for (const path of ['/', '/csp.html']) {
    await navigate(tab, pages.url(path));
    assert.equal((await evaluate(tab, '1 + 1')).value, 2);
    assert.equal((await evaluate(tab, '() => document.title.length > 0')).value, true);
    assert.equal((await evaluate(tab, 'await Promise.resolve(3);')).value, 3);
    assert.equal((await evaluate(tab, 'const four = 4; return four')).value, 4);
    assert.deepEqual((await evaluate(tab, 'async () => ({ a: [await 1] })')).value, { a: [1] });
    const name = await evaluate(tab, '(element) => element.tagName', { target: 'h1' });
    assert.equal(name.value, 'H1');
  }
  await assert.rejects(evaluate(tab, "() => { throw new Error('mine') }"), {
    code: 'EVALUATION_FAILED',
    message: 'The function threw: "mine".',
  });
  await assert.rejects(evaluate(tab, 'not javascript'), {
    code: 'EVALUATION_FAILED',
    message: /SyntaxError/,
  });
});

test('an endless loop and a promise that never comes are ended, and the page lives on', async () => {
  await navigate(tab, pages.url('/'));
  const late = (code: string) =>
    inHaste(tab, { evaluate: 400 }, () =>
      assert.rejects(evaluate(tab, code), { code: 'EVALUATION_TIMEOUT' }),
    );
  await late('() => { for (;;); }');
  assert.equal((await evaluate(tab, '2 + 2')).value, 4);
  await late('new Promise(() => {})');
  assert.equal((await evaluate(tab, '2 + 3')).value, 5);
});

test('waits for time, for text and for text to go, in frames too', async () => {
  await navigate(tab, pages.url('/iframes.html'));
  await waitFor(tab, { text: 'Inner button' });
  const began = performance.now();
  await waitFor(tab, { time: 50 });
  assert.ok(performance.now() - began >= 49);
  await evaluate(tab, "void setTimeout(() => (document.querySelector('h1').textContent = 'New words'), 150)");
  await waitFor(tab, { text: 'New words', textGone: 'Frames' });
  await inHaste(tab, { action: 600 }, async () => {
    await assert.rejects(waitFor(tab, { text: 'never there' }), {
      code: 'WAIT_TIMEOUT',
      message: 'The text "never there" did not appear within 0.6 s.',
    });
    await assert.rejects(waitFor(tab, { textGone: 'New words' }), { code: 'WAIT_TIMEOUT' });
  });
});
