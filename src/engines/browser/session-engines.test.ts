import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startEngine, testDriver } from '../../../test/kit/browser.ts';
import { startPages } from '../../../test/kit/pages.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { evaluate } from './actions/evaluate.ts';
import { navigate } from './actions/navigate.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { SessionEngines } from './session-engines.ts';

async function start(t: TestContext, isProfile: boolean) {
  const driver = testDriver(isProfile ? { userDataDir: await scratch(t) } : {});
  const [pages, { process, close }] = await Promise.all([startPages(), startEngine({ driver })]);
  t.after(async () => {
    await close();
    await pages.close();
  });
  return { pages, process, engines: new SessionEngines(process, false) };
}

const idsOf = async (engine: BrowserEngine) => (await engine.context()).tabs.map(({ id }) => id);

test('tabs that sessions open at the same time in one profile are their own', async (t) => {
  const { pages, engines } = await start(t, true);
  const [one, two] = [engines.of('one'), engines.of('two')];
  await Promise.all([one.tab(), two.tab()]);
  const contexts = [await one.context(), await two.context()] as const;
  assert.equal(contexts[0].context, contexts[1].context);
  const opened = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const context = contexts[index % 2 === 0 ? 0 : 1];
      const tab = await context.newTab();
      return { context, tab };
    }),
  );
  for (const { context, tab } of opened) {
    assert.ok(context.tabs.includes(tab));
    assert.ok(!contexts.some((other) => other !== context && other.tabs.includes(tab)));
  }
  // What a page opens is of the same session, also when the page must not know by whom it was opened.
  const mine = await idsOf(one);
  const [, context] = contexts;
  const opener = await two.tab();
  await navigate(opener, pages.url('/'));
  const popup = context.context.waitForEvent('page');
  await evaluate(opener, 'void open("/form.html", "", "noopener")');
  const page = await popup;
  await setImmediate(); // whose it is takes a turn to find out
  assert.ok(context.tabs.some((tab) => tab.page === page));
  assert.deepEqual(await idsOf(one), mine);
});

test('the browser ends with the last session that uses it, and not before', async (t) => {
  const { engines, process } = await start(t, true);
  const [one, two] = [engines.of('one'), engines.of('two')];
  engines.of('three'); // never used
  await one.tab();
  const first = await two.tab();
  const { pid } = await two.browser();
  assert.equal(await one.stop(), false);
  assert.equal((await one.browser()).pid, pid);
  await engines.end('one');
  await assert.rejects(one.tab(), { code: 'SHUTTING_DOWN' });
  assert.equal(await two.tab(), first);
  // Its last tab goes, and so would the browser, if nobody kept it.
  await engines.of('four').context();
  await engines.end('two');
  assert.equal((await engines.of('four').browser()).pid, pid);
  await engines.end('four');
  assert.equal(process.isRunning, false);
});

test('what all sessions share ends with the last of them', async (t) => {
  const { process } = await start(t, false);
  const engines = new SessionEngines(process, true);
  const tab = await engines.of('one').tab();
  assert.equal(await engines.of('two').tab(), tab);
  await engines.end('one');
  assert.equal(await engines.of('two').tab(), tab);
  await engines.end('two');
  assert.equal(process.isRunning, false);
  assert.ok(await engines.of('three').tab(), 'the next one has a new browser');
});

test('whoever comes while the browser ends has it again, with the same profile', async (t) => {
  const { engines } = await start(t, true);
  await engines.of('one').tab();
  const ended = engines.end('one');
  assert.ok(await engines.of('two').tab());
  await ended;
});

test('after a crash each session has its contexts back and is told of its own', async (t) => {
  const { pages, engines } = await start(t, false);
  const [one, two] = [engines.of('one'), engines.of('two')];
  await navigate(await one.tab(), pages.url('/'));
  await two.createContext('more');
  await navigate(await two.tab(), pages.url('/form.html'));
  const { pid = assert.fail(), browser } = await one.browser();
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  process.kill(pid, 'SIGKILL');
  await gone;
  await one.tab();
  assert.deepEqual(one.takeNotices(), [
    { kind: 'browser-restarted', contexts: ['default'], urls: [pages.url('/')] },
  ]);
  assert.deepEqual(two.takeNotices(), [
    { kind: 'browser-restarted', contexts: ['more'], urls: [pages.url('/form.html')] },
  ]);
});
