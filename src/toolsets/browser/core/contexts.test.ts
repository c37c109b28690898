import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request as ask, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { browserKit, refOf } from '../../../../test/kit/browser-kit.ts';
import { socksProxy } from '../../../../test/kit/socks-proxy.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { contextClose, contextCreate, contextList, contextSaveStorage, contextSwitch } from './contexts.ts';
import { evaluate } from './evaluate.ts';
import { navigate } from './navigate.ts';
import { click } from './pointer.ts';
import { close } from './program.ts';
import { tabs } from './tabs.ts';

const kit = await browserKit({ after });
const open = (path: string, context?: string) =>
  kit.ok(navigate, { url: kit.pages.url(path), ...(context && { context }) });
const contexts = async () =>
  (await kit.ok(contextList)).data.contexts as {
    name: string;
    isActive: boolean;
    pageCount: number;
    currentUrl?: string;
    proxy?: string;
    hasProxyLogin: boolean;
  }[];
const inPage = async (expression: string, context: string) =>
  (await kit.ok(evaluate, { function: expression, context })).text;

/** An HTTP proxy that asks for a login and writes down what it passed on. */
async function proxy(t: TestContext): Promise<{ port: number; seen: string[]; logins: string[] }> {
  const seen: string[] = [];
  const logins: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const login = incoming.headers['proxy-authorization'];
    if (!login) {
      outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end();
      return;
    }
    logins.push(Buffer.from(login.replace('Basic ', ''), 'base64').toString());
    seen.push(incoming.url ?? '');
    const passed = ask(
      incoming.url ?? '',
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, seen, logins };
}

verifies('viewpoint: Default context', async () => {
  await kit.ok(close);
  await open('/index.html');
  const all = await contexts();
  assert.deepEqual(
    all.map(({ name, isActive, pageCount }) => [name, isActive, pageCount]),
    [['default', true, 1]],
  );
  await kit.fails('LAST_CONTEXT', contextClose, { name: 'default' });
});

verifies(['viewpoint: Create named context', 'viewpoint: Context isolation'], async (t) => {
  t.after(() => kit.ok(close));
  await open('/set-cookie?name=who&value=first');
  await kit.ok(evaluate, { function: "() => localStorage.setItem('k', 'first')" });
  assert.match((await kit.ok(contextCreate, { name: 'clean' })).text, /Created context clean; it is active/);
  assert.ok((await contexts()).find(({ name }) => name === 'clean')?.isActive);
  await open('/index.html');
  assert.match(
    (await kit.ok(evaluate, { function: '[document.cookie, localStorage.k ?? null]' })).text,
    /\["",null\]/,
  );
  assert.match(await inPage('[document.cookie, localStorage.k]', 'default'), /\["who=first","first"\]/);
  // A script that may be kept for an hour is asked for once in each context.
  const fetched: string[] = [];
  const site = createServer((request, response) => {
    fetched.push(request.url ?? '');
    if (request.url !== '/kept.js') return void response.end('<script src="/kept.js"></script>');
    response.setHeader('cache-control', 'max-age=3600').setHeader('content-type', 'text/javascript').end();
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const countAfter = async (context: string) => {
    await kit.ok(navigate, { url, context });
    return fetched.filter((one) => one === '/kept.js').length;
  };
  assert.deepEqual([await countAfter('default'), await countAfter('default')], [1, 1], 'it is kept');
  assert.deepEqual(
    [await countAfter('clean'), await countAfter('clean')],
    [2, 2],
    'but for one context only',
  );
  await kit.fails('CONTEXT_EXISTS', contextCreate, { name: 'clean' });
  await kit.fails('INVALID_CONTEXT_NAME', contextCreate, { name: 'a b' });
});

verifies('viewpoint: Create context with proxy', async (t) => {
  t.after(() => kit.ok(close));
  const { port, seen, logins } = await proxy(t);
  await open('/index.html');
  await kit.ok(contextCreate, {
    name: 'uk',
    proxy: { server: `http://127.0.0.1:${port}`, username: 'ann', password: 'secret-word' },
  });
  await open('/form.html');
  assert.ok(
    seen.some((url) => url.endsWith('/form.html')),
    seen.join(),
  );
  assert.ok(logins.every((one) => one === 'ann:secret-word'));
  const passed = seen.length;
  await open('/form.html', 'default');
  assert.equal(seen.length, passed);
  const uk = (await contexts()).find(({ name }) => name === 'uk');
  assert.equal(uk?.proxy, `http://127.0.0.1:${port}`);
  assert.equal(uk?.hasProxyLogin, true);
  assert.doesNotMatch(JSON.stringify(await kit.ok(contextList)), /secret-word/);
  await kit.fails('INVALID_PROXY', contextCreate, { name: 'bad', proxy: { server: '://' } });
});

verifies('viewpoint: Create context with proxy', 'two contexts use two SOCKS5 proxies at once', async (t) => {
  t.after(() => kit.ok(close));
  const [uk, fr] = [await socksProxy(t), await socksProxy(t)];
  await kit.ok(contextCreate, { name: 'uk', proxy: { server: uk.url } });
  await kit.ok(contextCreate, { name: 'fr', proxy: { server: fr.url } });
  const answers = await Promise.all([open('/form.html', 'uk'), open('/drag.html', 'fr')]);
  assert.match(answers[0].text, /"Send"/);
  await open('/index.html', 'default');
  const pagesOf = ({ seen }: typeof uk) => seen.filter((line) => line.endsWith('.html'));
  assert.deepEqual([pagesOf(uk), pagesOf(fr)], [['GET /form.html'], ['GET /drag.html']]);
  assert.ok(kit.pages.requests.includes('GET /index.html'), 'which passed through none of them');
});

verifies('viewpoint: Create context with storage state', async (t) => {
  t.after(() => kit.ok(close));
  await open('/set-cookie?name=login&value=yes');
  await kit.ok(evaluate, { function: "() => localStorage.setItem('token', 'abc')" });
  assert.match(
    (await kit.ok(contextSaveStorage, { path: 'state.json' })).text,
    /Saved 1 cookie\(s\) and the storage of 1 origin/,
  );
  assert.match(readFileSync(join(kit.folder, 'state.json'), 'utf8'), /"login"/);
  await kit.ok(contextCreate, { name: 'logged_in', storageState: join(kit.folder, 'state.json') });
  await open('/index.html');
  assert.match(
    (await kit.ok(evaluate, { function: '[document.cookie, localStorage.token]' })).text,
    /\["login=yes","abc"\]/,
  );
  writeFileSync(join(kit.folder, 'broken.json'), '{');
  await kit.fails('INVALID_STORAGE_STATE', contextCreate, { name: 'x', storageState: 'broken.json' });
  await kit.fails('FILE_NOT_READABLE', contextCreate, { name: 'x', storageState: '/etc/hostname' });
  await kit.fails('FILE_NOT_ALLOWED', contextSaveStorage, { path: '/etc/state.json' });
});

verifies('viewpoint: Switch active context', async (t) => {
  t.after(() => kit.ok(close));
  await open('/index.html');
  await kit.ok(contextCreate, { name: 'returning' });
  await open('/form.html');
  await kit.ok(contextSwitch, { name: 'default' });
  assert.match((await kit.ok(evaluate, { function: 'document.title' })).text, /"Start"/);
  const back = await kit.ok(contextSwitch, { name: 'returning' });
  assert.match(back.text, /Switched from default to returning[\s\S]*form\.html/);
  assert.match((await kit.ok(evaluate, { function: 'document.title' })).text, /"Form"/);
  assert.match(
    (await kit.fails('NO_SUCH_CONTEXT', contextSwitch, { name: 'retruning' })).text,
    /Contexts: returning/,
  );
});

verifies('viewpoint: List contexts', async (t) => {
  t.after(() => kit.ok(close));
  await open('/index.html');
  await kit.ok(contextCreate, { name: 'b', proxy: { server: 'http://127.0.0.1:9' } });
  const { text, data } = await kit.ok(contextList);
  assert.match(
    text,
    /default: 1 page\(s\), http:\S+index\.html\nb \(active\): 0 page\(s\), proxy http:\/\/127\.0\.0\.1:9/,
  );
  assert.deepEqual([data.activeContext, data.totalCount], ['b', 2]);
});

verifies('viewpoint: Close context', async (t) => {
  t.after(() => kit.ok(close));
  await open('/index.html');
  await kit.ok(contextCreate, { name: 'temp' });
  await open('/form.html');
  const engine = await kit.engine();
  const { browser } = await engine.browser();
  const openPages = () =>
    browser.contexts().flatMap((context) => context.pages().map((page) => new URL(page.url()).pathname));
  assert.deepEqual(openPages().sort(), ['/form.html', '/index.html']);
  assert.match(
    (await kit.ok(contextClose, { name: 'temp' })).text,
    /Closed context temp\. Active now: default\./,
  );
  assert.deepEqual(
    (await contexts()).map(({ name, isActive }) => [name, isActive]),
    [['default', true]],
  );
  assert.deepEqual(openPages(), ['/index.html']);
  await kit.fails('NO_SUCH_CONTEXT', contextClose, { name: 'temp' });
});

verifies('viewpoint: Parallel operations', async (t) => {
  t.after(() => kit.ok(close));
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await kit.ok(contextCreate, { name });
  // It answers none before all five have asked: one after the other, they would wait for ever.
  const waiting: ServerResponse[] = [];
  const barrier = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    waiting.push(response);
    if (waiting.length === names.length)
      for (const one of waiting) one.setHeader('content-type', 'text/html').end('<p>together');
  }).listen(0, '127.0.0.1');
  await once(barrier, 'listening');
  t.after(() => barrier.close());
  const url = `http://127.0.0.1:${(barrier.address() as AddressInfo).port}/`;
  const answers = await Promise.all(names.map((context) => kit.ok(navigate, { url, context })));
  for (const { text } of answers) assert.match(text, /together/);
  await Promise.all(names.map((context) => open('/form.html', context)));
  const forms = await Promise.all(names.map((context) => kit.ok('browser_snapshot', { context })));
  for (const [i, { text }] of forms.entries())
    assert.match(refOf(text, /"Send"/), new RegExp(`^${names[i]}:e\\d+$`));
  const [first] = forms;
  // A ref of another context is used in that context, whichever is active.
  await kit.ok(click, { target: refOf(first!.text, /"News"/) });
  assert.match(await inPage('document.querySelector("[name=news]").checked', 'a'), /true/);
  assert.match(await inPage('document.querySelector("[name=news]").checked', 'b'), /false/);
});

test('viewport, locale, time zone and user agent of a context', async (t) => {
  t.after(() => kit.ok(close));
  await kit.ok(contextCreate, {
    name: 'de',
    viewport: { width: 500, height: 400 },
    locale: 'de-AT',
    timezoneId: 'Asia/Tokyo',
    userAgent: 'Tester/1',
  });
  await open('/index.html');
  const { text } = await kit.ok(evaluate, {
    function:
      '[innerWidth, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.userAgent]',
  });
  assert.match(text, /\[500,"de-AT","Asia\/Tokyo","Tester\/1"\]/);
  await kit.fails('NO_SUCH_DEVICE', contextCreate, { name: 'x', device: 'iPhon 15' });
});

test('tab alone names a page of another context, and a context its active page', async () => {
  await open('/empty');
  await kit.ok(contextCreate, { name: 'elsewhere' });
  await open('/form');
  const { data } = await kit.ok(tabs, { action: 'list', context: 'elsewhere' });
  const [{ id }] = data.tabs as [{ id: string }];
  await kit.ok(contextSwitch, { name: 'default' });
  const pathIn = async (tab: string) =>
    (await kit.ok(evaluate, { function: '() => location.pathname', tab })).text;
  assert.match(await pathIn('elsewhere'), /\/form/);
  assert.match(await pathIn(id), /\/form/);
  assert.match(await pathIn('0'), /\/empty/, 'an index counts in the active context');
  await kit.fails('NO_SUCH_CONTEXT', evaluate, { function: '() => 1', tab: 'elsewhre' });
  await kit.ok(tabs, { action: 'select', tab: id });
  assert.equal((await contexts()).find(({ isActive }) => isActive)?.name, 'elsewhere');
  await kit.ok(close, { tab: 'elsewhere' });
  assert.ok(!(await contexts()).some(({ name }) => name === 'elsewhere'));
});

test('two calls on one page never interleave, whichever way it is named', async (t) => {
  t.after(() => kit.ok(close));
  await open('/index.html');
  const slow =
    "async () => { window.order = [...(window.order ?? []), 'in']; await new Promise((done) => setTimeout(done, 100)); window.order.push('out'); }";
  await Promise.all([
    kit.ok(evaluate, { function: slow }),
    kit.ok(evaluate, { function: slow, context: 'default' }),
    kit.ok(evaluate, { function: slow, tab: 0 }),
  ]);
  assert.match(
    (await kit.ok(evaluate, { function: 'window.order' })).text,
    /\["in","out","in","out","in","out"\]/,
  );
});
