import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { cookieClear, cookieDelete, cookieGet, cookieList, cookieSet } from './cookies.ts';
import { setStorageState, storageState } from './storage-state.ts';
import { webStorageTools } from './web-storage.ts';

const kit = await browserKit({ after }, ['--caps', 'storage']);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });

test('cookies: set, list, get, delete, clear', async () => {
  await kit.ok('browser_navigate', { url: 'about:blank' });
  await kit.fails('NO_STORAGE_HERE', cookieSet, { name: 'a', value: '1' });
  await open('/index.html');
  await kit.ok(cookieSet, { name: 'a', value: '1', httpOnly: true, sameSite: 'Lax' });
  await kit.ok(cookieSet, {
    name: 'b',
    value: '2',
    domain: '127.0.0.1',
    path: '/deep',
    expires: 4_000_000_000,
  });
  const { text, data } = await kit.ok(cookieList);
  assert.match(text, /a=1 \(domain: 127\.0\.0\.1, path: \/\)/);
  assert.equal((data.cookies as unknown[]).length, 2);
  assert.equal(((await kit.ok(cookieList, { path: '/deep' })).data.cookies as unknown[]).length, 1);
  assert.match((await kit.ok(cookieGet, { name: 'a' })).text, /httpOnly: true/);
  assert.match((await kit.ok(cookieGet, { name: 'z' })).text, /Cookie 'z' not found/);
  assert.match((await kit.ok(cookieDelete, { name: 'a' })).text, /Deleted 1/);
  assert.match((await kit.ok(cookieClear)).text, /Deleted 1/);
  assert.match((await kit.ok(cookieList)).text, /No cookies found/);
});

test('a storage state is saved, and restored in place of what was there', async () => {
  await open('/index.html');
  await kit.ok(cookieSet, { name: 'kept', value: 'yes' });
  await kit.ok('browser_localstorage_set', { key: 'k', value: 'v' });
  assert.match(
    (await kit.ok(storageState, { filename: 'state.json' })).text,
    /\[Storage state\]\(\.\/state\.json\)/,
  );
  assert.match(readFileSync(join(kit.folder, 'state.json'), 'utf8'), /"kept"/);
  assert.match((await kit.ok(storageState)).text, /storage-state-\S+\.json/);
  await kit.ok(cookieSet, { name: 'other', value: 'x' });
  await kit.ok(setStorageState, { filename: 'state.json' });
  const { data } = await kit.ok(cookieList);
  assert.deepEqual(
    (data.cookies as { name: string }[]).map(({ name }) => name),
    ['kept'],
  );
  await kit.fails('FILE_NOT_READABLE', setStorageState, { filename: '/etc/hostname' });
});

for (const kind of ['localStorage', 'sessionStorage'] as const) {
  test(`${kind}: five tools`, async () => {
    const [list, get, set, remove, clear] = webStorageTools(kind);
    await open('/index.html');
    await kit.ok(clear!);
    assert.match((await kit.ok(list!)).text, new RegExp(`No ${kind} items found`));
    await kit.ok(set!, { key: 'colour', value: 'red' });
    assert.match((await kit.ok(list!)).text, /colour=red/);
    assert.match((await kit.ok(get!, { key: 'colour' })).text, /colour=red/);
    assert.match((await kit.ok('browser_evaluate', { function: `${kind}.colour` })).text, /"red"/);
    await kit.ok(remove!, { key: 'colour' });
    assert.match((await kit.ok(get!, { key: 'colour' })).text, /not found/);
    await kit.ok(set!, { key: 'a', value: '1' });
    await kit.ok(clear!);
    assert.deepEqual((await kit.ok(list!)).data.items, []);
    await kit.ok('browser_navigate', { url: 'data:text/html,<p>x' });
    await kit.fails('NO_STORAGE_HERE', list!);
  });
}
