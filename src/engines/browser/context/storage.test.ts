import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { navigate } from '../actions/navigate.ts';
import type { Tab } from '../page/tab.ts';
import type { OpenContext } from './open-context.ts';
import { deleteCookies, listCookies, PageStorage, setCookie, setStorageState } from './storage.ts';

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
after(async () => {
  await started?.close();
  await pages?.close();
});

const names = async (filter = {}) => (await listCookies(context, filter)).map(({ name }) => name).sort();

test('cookies are set, listed, filtered and deleted', async () => {
  await setCookie(context, tab, { name: 'here', value: '1' });
  await setCookie(context, tab, { name: 'deep', value: '2', path: '/a', httpOnly: true, sameSite: 'Strict' });
  await setCookie(context, tab, {
    name: 'far',
    value: '3',
    domain: '.sub.example.org',
    secure: true,
    expires: 4e9,
  });
  assert.deepEqual(await names(), ['deep', 'far', 'here']);
  assert.deepEqual(await names({ domain: 'example.org' }), ['far']);
  assert.deepEqual(await names({ path: '/a' }), ['deep']);
  const [deep] = await listCookies(context, { name: 'deep' });
  assert.deepEqual([deep?.httpOnly, deep?.sameSite, deep?.domain], [true, 'Strict', '127.0.0.1']);
  assert.equal(await deleteCookies(context, { name: 'here' }), 1);
  assert.equal(await deleteCookies(context), 2);
  assert.deepEqual(await names(), []);
});

test('local and session storage are read and written', async () => {
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    const storage = new PageStorage(tab, kind);
    await storage.set('b', '2');
    await storage.set('a', '1');
    assert.equal(await storage.get('a'), '1');
    assert.equal(await storage.get('none'), null);
    assert.deepEqual(
      new Set((await storage.list()).map(({ name, value }) => `${name}=${value}`)),
      new Set(['a=1', 'b=2']),
    );
    await storage.delete('a');
    assert.deepEqual(await storage.list(), [{ name: 'b', value: '2' }]);
    await storage.clear();
    assert.deepEqual(await storage.list(), []);
  }
});

test('a page without an origin has no storage, and says so', async () => {
  const blank = await context.newTab();
  await assert.rejects(new PageStorage(blank, 'localStorage').list(), { code: 'NO_STORAGE_HERE' });
  await assert.rejects(setCookie(context, blank, { name: 'a', value: 'b' }), { code: 'NO_STORAGE_HERE' });
  await context.closeTab(blank.id);
});

test('a storage state replaces what is there', async () => {
  await setCookie(context, tab, { name: 'old', value: '1' });
  const cookie = {
    domain: '127.0.0.1',
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  } as const;
  await setStorageState(context, {
    cookies: [{ name: 'new', value: '1', ...cookie }],
    origins: [{ origin: pages.origin, localStorage: [{ name: 'k', value: 'v' }] }],
  });
  assert.deepEqual(await names(), ['new']);
  await navigate(tab, pages.url('/form.html'));
  assert.equal(await new PageStorage(tab, 'localStorage').get('k'), 'v');
  await assert.rejects(setStorageState(context, '/nowhere.json'), { code: 'FILE_NOT_READABLE' });
});
