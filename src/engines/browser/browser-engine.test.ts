import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../test/kit/pages.ts';
import { storageSaves } from '../../../test/kit/storage-saves.ts';
import { evaluate } from './actions/evaluate.ts';
import { navigate } from './actions/navigate.ts';
import { isAlive } from './launch/end-process.ts';

let pages: Pages;
let shared: TestEngine;

before(async () => {
  [pages, shared] = await Promise.all([startPages(), startEngine()]);
});
after(async () => {
  await shared?.close();
  await pages?.close();
});

async function ownEngine(
  t: TestContext,
  options: Parameters<typeof startEngine>[0] = {},
): Promise<TestEngine> {
  const started = await startEngine(options);
  t.after(() => started.close());
  return started;
}

const PUT_RECORD = `() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('people', 3);
  opening.onerror = () => reject(opening.error);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore('person', { keyPath: 'id' }).createIndex('byName', 'name');
  opening.onsuccess = () => {
    const db = opening.result;
    const work = db.transaction('person', 'readwrite');
    work.objectStore('person').put({ id: 1, name: 'ann', born: new Date(0), bytes: new Uint8Array([1, 2]) });
    work.oncomplete = () => { db.close(); resolve(true); };
  };
})`;
const GET_RECORD = `() => new Promise((resolve, reject) => {
  const opening = indexedDB.open('people', 3);
  opening.onerror = opening.onupgradeneeded = () => reject(new Error('it was not kept'));
  opening.onsuccess = () => {
    const found = opening.result.transaction('person').objectStore('person').index('byName').get('ann');
    found.onsuccess = () => {
      opening.result.close();
      const { name, born, bytes } = found.result;
      resolve([name, born.getUTCFullYear(), bytes.join()]);
    };
  };
})`;

test('nothing starts before it is needed', async (t) => {
  const { engine } = await ownEngine(t);
  assert.equal(engine.isRunning, false);
  assert.deepEqual(engine.listContexts(), [
    {
      name: 'default',
      isActive: true,
      pageCount: 0,
      currentUrl: undefined,
      proxy: undefined,
      hasProxyLogin: false,
    },
  ]);
  assert.equal(engine.isRunning, false);
});

test('contexts are isolated, named and switched', async () => {
  const { engine } = shared;
  const first = await engine.tab();
  await navigate(first, pages.url('/set-cookie?name=who&value=default'));
  await engine.createContext('clean');
  assert.equal(engine.activeContext, 'clean');
  const second = await engine.tab();
  await navigate(second, pages.url('/'));
  const cookie = await evaluate(second, 'document.cookie');
  assert.equal(cookie.value, '');
  const back = await evaluate(await engine.tab({ context: 'default' }), 'document.cookie');
  assert.equal(back.value, 'who=default');
  assert.equal(engine.switchContext('default'), 'clean');
  assert.deepEqual(
    engine.listContexts().map(({ name, isActive, pageCount }) => [name, isActive, pageCount]),
    [
      ['default', true, 1],
      ['clean', false, 1],
    ],
  );
  await engine.closeContext('clean');
});

test('refs carry the name of their context and lead there', async () => {
  const { engine } = shared;
  const here = await engine.tab();
  await navigate(here, pages.url('/'));
  const plain = await here.snapshots.find({ role: 'button', name: 'Count' });
  assert.match(plain.found[0]?.line ?? '', /\be\d+\b/);
  await engine.createContext('uk');
  const there = await engine.tab();
  await navigate(there, pages.url('/form.html'));
  const { found } = await there.snapshots.find({ role: 'button', name: 'Send' });
  assert.match(found[0]?.line ?? '', /uk:e\d+/);
  const ref = found[0]?.ref ?? '';
  engine.switchContext('default');
  assert.equal(await engine.tab({ target: ref }), there);
  assert.equal(await engine.tab({ target: `uk:${ref}` }), there);
  // A ref with the name of another context is a mistake, and leads to no element of either.
  assert.equal(await engine.tab({ target: `default:${ref}` }), here);
  await assert.rejects(here.snapshots.locate(`default:${ref}`), { code: 'REF_GONE' });
  await assert.rejects(engine.tab({ target: `fr:${ref}` }), { code: 'NO_SUCH_CONTEXT' });
  assert.equal(await engine.tab({ target: '#count' }), here);
  assert.equal(await engine.tab(), here);
  await engine.closeContext('uk');
});

test('bad names, doubles and the last context are refused', async () => {
  const { engine } = shared;
  await assert.rejects(engine.createContext('a b'), { code: 'INVALID_CONTEXT_NAME' });
  await assert.rejects(engine.createContext('default'), { code: 'CONTEXT_EXISTS' });
  await assert.rejects(engine.closeContext('default'), { code: 'LAST_CONTEXT' });
  assert.throws(() => engine.switchContext('defalt'), { code: 'NO_SUCH_CONTEXT', hint: /default/ });
  await assert.rejects(engine.tab({ context: 'none' }), { code: 'NO_SUCH_CONTEXT' });
  await assert.rejects(engine.tab({ tab: 't999' }), { code: 'NO_SUCH_TAB' });
});

test('closing the active context makes the default one active, anew when it was closed', async (t) => {
  const { engine } = await ownEngine(t);
  await engine.tab();
  await engine.createContext('other');
  engine.switchContext('default');
  await engine.closeContext('default');
  assert.equal(engine.activeContext, 'default');
  assert.deepEqual(engine.contextNames, ['other', 'default']);
  assert.equal((await engine.tab()).url, 'about:blank');
});

test('a context starts with the storage state of a file', async () => {
  const { engine, folder } = shared;
  const state = {
    cookies: [
      {
        name: 'login',
        value: 'yes',
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [{ origin: pages.origin, localStorage: [{ name: 'theme', value: 'dark' }] }],
  };
  const path = join(folder, 'state.json');
  await writeFile(path, JSON.stringify(state));
  await engine.createContext('logged_in', {
    storageState: path,
    locale: 'de-AT',
    viewport: { width: 700, height: 500 },
  });
  const tab = await engine.tab();
  await navigate(tab, pages.url('/'));
  const seen = await evaluate(tab, '[document.cookie, localStorage.theme, navigator.language, innerWidth]');
  assert.deepEqual(seen.value, ['login=yes', 'dark', 'de-AT', 700]);
  assert.deepEqual((await engine.storageState()).origins, state.origins);
  await engine.closeContext('logged_in');
});

test('five contexts navigate side by side', async (t) => {
  const { engine } = await ownEngine(t);
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await engine.createContext(name);
  const tabs = await Promise.all(names.map((context) => engine.tab({ context })));
  const arrived = await Promise.all(tabs.map((tab) => navigate(tab, pages.url('/together?count=5'))));
  assert.ok(arrived.every(({ value }) => value?.status === 200));
});

test('a killed browser: the call in flight fails at once, the next one works with the storage as it was', async (t) => {
  const saves = storageSaves(t);
  // Whoever waited for the end of a limit would wait for an hour.
  const { engine } = await ownEngine(t, { timeouts: { navigation: 3_600_000 } });
  await navigate(await engine.tab(), pages.url('/set-cookie?name=kept&value=1'));
  await engine.createContext('second', { userAgent: 'second one' });
  const tab = await engine.tab();
  await navigate(tab, pages.url('/'));
  await evaluate(tab, "localStorage.setItem('kept', 'too')");
  await evaluate(tab, PUT_RECORD);
  await saves.first(({ cookies }) => cookies.length > 0, 'the saved cookie');
  await saves.first(({ origins }) => origins.some((one) => 'indexedDB' in one), 'the saved record');
  const { pid } = await engine.browser();
  const inFlight = navigate(tab, pages.url('/hang?killed'));
  await pages.asked('GET /hang?killed');
  process.kill(pid!, 'SIGKILL');
  await assert.rejects(inFlight, { code: 'BROWSER_CRASHED' });
  assert.deepEqual(engine.takeNotices(), []);
  const again = await engine.tab();
  await navigate(again, pages.url('/'));
  const seen = await evaluate(again, '[localStorage.kept, navigator.userAgent]');
  assert.deepEqual(seen.value, ['too', 'second one']);
  assert.deepEqual((await evaluate(again, GET_RECORD)).value, ['ann', 1970, '1,2']);
  const [notice] = engine.takeNotices();
  assert.deepEqual(notice, {
    kind: 'browser-restarted',
    contexts: ['default', 'second'],
    urls: [pages.url('/set-cookie?name=kept&value=1'), pages.url('/')],
  });
  const other = await engine.tab({ context: 'default' });
  await navigate(other, pages.url('/'));
  assert.equal((await evaluate(other, 'document.cookie')).value, 'kept=1');
});

test('a crashed page: its call fails, the next one has a new page', async (t) => {
  const { engine } = await ownEngine(t);
  const tab = await engine.tab();
  await navigate(tab, pages.url('/'));
  const inFlight = evaluate(tab, 'new Promise(() => {})');
  const session = await tab.cdp.session();
  session.send('Page.crash').catch(() => {}); // never answered
  await assert.rejects(inFlight, { code: 'BROWSER_CRASHED' });
  const next = await engine.tab();
  assert.notEqual(next.id, tab.id);
  assert.equal((await navigate(next, pages.url('/'))).value?.status, 200);
  assert.deepEqual(
    engine.takeNotices().map(({ kind }) => kind),
    ['page-crashed'],
  );
});

test('stop ends the process and the next call starts a new one; close is for good', async (t) => {
  const { engine } = await ownEngine(t);
  await engine.tab();
  await engine.createContext('more');
  const first = (await engine.browser()).pid!;
  assert.ok(isAlive(first));
  await engine.stop();
  assert.ok(!isAlive(first));
  assert.deepEqual(engine.contextNames, ['default']);
  await engine.tab();
  const second = (await engine.browser()).pid!;
  const began = performance.now();
  await engine.close();
  assert.ok(performance.now() - began < 5_000);
  assert.ok(!isAlive(second));
  await assert.rejects(engine.tab(), { code: 'SHUTTING_DOWN' });
});

test('origin lists keep a context from places', async () => {
  const { engine } = shared;
  await engine.createContext('guarded', { allowedOrigins: ['http://127.0.0.1:*'], blockedOrigins: [] });
  const tab = await engine.tab();
  assert.equal((await navigate(tab, pages.url('/'))).value?.status, 200);
  await assert.rejects(navigate(tab, pages.otherOrigin), {
    code: 'NAVIGATION_FAILED',
    message: /origin lists/,
  });
  await engine.closeContext('guarded');
});
