/** Every one of the 52 pairs of tool and action, in a real browser. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { type InstanceKit, startInstanceKit } from '../../../../test/kit/instance-tools.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Fault } from '../../../kernel/fault.ts';
import { moonsurf } from '../index.ts';
import { contentTool } from './content.ts';
import { debugTool } from './debug.ts';
import { emulateTool } from './emulate.ts';
import { executeTool, sleepTool } from './execute.ts';
import { instanceTool } from './instance.ts';
import { interactTool } from './interact.ts';
import { navigateTool } from './navigate.ts';
import { networkTool } from './network.ts';
import { tabTool } from './tab.ts';

let kit: InstanceKit;
let pages: Pages;
const closings: (() => unknown)[] = [];
/** Which pairs were called: the last test asks that none was left out. */
const used = new Set<string>();

const ask: InstanceKit['ask'] = (tool, args, session) => {
  used.add(`${tool.name} ${args.action ?? ''}`.trim());
  return kit.ask(tool, args, session);
};
const code = (expected: string) => (thrown: unknown) => {
  assert.equal((thrown as Fault).code, expected, String(thrown));
  return true;
};
const run = async (expression: string) => (await ask(executeTool, { expression })).result;
const open = (path: string) => ask(navigateTool, { action: 'goto', url: pages.url(path) });

/** A page of one's own making, on an origin that has storage. */
async function show(body: string): Promise<void> {
  await open('/echo');
  await run(`document.open(); document.write(${JSON.stringify(body)}); document.close();`);
}

before(async () => {
  pages = await startPages();
  kit = await startInstanceKit({ after: (fn) => void closings.push(fn) });
  const opened = await ask(instanceTool, { action: 'new', url: pages.url('/form.html') });
  assert.match(opened.instanceId, /^inst_/);
  assert.match(opened.message, /is ready/);
  assert.equal(opened.url, pages.url('/form.html'));
});
after(async () => {
  for (const close of closings.reverse()) await close();
  await pages.close();
});

test('browser_instance: list, new, close, profiles', async () => {
  const { instances } = await ask(instanceTool, { action: 'list' });
  assert.equal(instances.length, 1);
  const [only] = instances;
  assert.match(only.userAgent, /Chrome/);
  assert.equal(typeof only.windowId, 'number');
  assert.ok(only.lastActivity >= only.connectedAt);
  assert.ok(Array.isArray((await ask(instanceTool, { action: 'profiles' })).profiles));
  const more = await ask(instanceTool, { action: 'new', name: 'more' }, 'other');
  assert.deepEqual(
    (await ask(instanceTool, { action: 'close', instanceId: more.instanceId })).success,
    false,
  );
  assert.deepEqual(await ask(instanceTool, { action: 'close', instanceId: more.instanceId }, 'other'), {
    success: true,
    message: 'Browser instance closed',
  });
  await assert.rejects(ask(tabTool, { action: 'list' }, 'other'), code('NO_INSTANCE'));
  await assert.rejects(ask(instanceTool, { action: 'close' }), code('INVALID_ARGUMENTS'));
});

test('browser_tab: list, new, activate, close, close_others', async () => {
  const first = await ask(tabTool, { action: 'list' });
  assert.equal(first.count, 1);
  assert.equal(first.tabs[0].id, first.activeTabId);
  const made = await ask(tabTool, { action: 'new', url: pages.url('/scroll.html') });
  assert.equal((await ask(tabTool, { action: 'list' })).activeTabId, made.tabId);
  const shown = await ask(tabTool, { action: 'activate', tabId: first.activeTabId });
  assert.equal(shown.url, pages.url('/form.html'));
  assert.equal((await ask(tabTool, { action: 'close', tabId: made.tabId })).success, true);
  await ask(tabTool, { action: 'new' });
  const kept = await ask(tabTool, { action: 'close_others', keepTabId: first.activeTabId });
  assert.deepEqual([kept.closed, kept.keptTabId], [1, first.activeTabId]);
  await assert.rejects(ask(tabTool, { action: 'activate', tabId: 999 }), (thrown: Fault) => {
    assert.equal(`${thrown.message} ${thrown.hint}`, `No tab 999. Tabs: ${first.activeTabId}.`);
    return true;
  });
});

test('browser_navigate: goto, reload, back, forward, wait', async () => {
  assert.equal((await open('/form.html')).success, true);
  const quick = { action: 'goto', url: pages.url('/scroll.html'), waitUntil: 'domcontentloaded' };
  assert.equal((await ask(navigateTool, quick)).url, pages.url('/scroll.html'));
  assert.equal((await ask(navigateTool, { action: 'back' })).url, pages.url('/form.html'));
  assert.equal((await ask(navigateTool, { action: 'forward' })).url, pages.url('/scroll.html'));
  assert.equal((await ask(navigateTool, { action: 'reload', ignoreCache: true })).success, true);
  await run("setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=late>x</i>'), 50); 0");
  const waited = await ask(navigateTool, { action: 'wait', selector: '#late' });
  assert.equal(waited.selector, '#late');
  await run('globalThis.isDone = false; setTimeout(() => { globalThis.isDone = true; }, 50); 0');
  assert.equal((await ask(navigateTool, { action: 'wait', expression: 'globalThis.isDone' })).success, true);
  const never = { action: 'wait', selector: '#never', timeout: 100 };
  await assert.rejects(ask(navigateTool, never), code('WAIT_TIMEOUT'));
  await assert.rejects(
    ask(navigateTool, { action: 'goto', url: 'file:///etc/passwd' }),
    code('NAVIGATION_BLOCKED'),
  );
  const parsed = { action: 'goto', url: 'view-source:\t file:///etc/passwd', waitUntil: 'domcontentloaded' };
  await assert.rejects(ask(navigateTool, parsed), code('NAVIGATION_BLOCKED'));
});

test('browser_content: screenshot, pdf, get, query, attribute, get_viewport_dom', async () => {
  await show('<title>T</title><h1 id=h class="a b">Hello</h1><p>one</p><p hidden>two</p><button>Go</button>');
  used.add('browser_content screenshot');
  const shot = await kit.call(contentTool, { action: 'screenshot', format: 'jpeg', quality: 50 });
  assert.equal(shot.blocks?.[1]?.type, 'image');
  assert.match(JSON.stringify(shot.blocks?.[0]), /image\/jpeg/);
  await assert.rejects(ask(contentTool, { action: 'screenshot', format: 'bmp' }), code('INVALID_ARGUMENTS'));
  const pdf = await ask(contentTool, { action: 'pdf', landscape: true, paperWidth: 5, paperHeight: 7 });
  assert.match(Buffer.from(pdf.pdf, 'base64').toString('latin1'), /^%PDF/);
  assert.equal(pdf.pageCount, 1);
  assert.match((await ask(contentTool, { action: 'get' })).content, /<h1 id="h"/);
  assert.equal((await ask(contentTool, { action: 'get', format: 'text', selector: '#h' })).content, 'Hello');
  const { elements, count } = await ask(contentTool, { action: 'query', selector: 'p' });
  assert.deepEqual([count, elements[0].tagName, elements[0].textContent], [2, 'p', 'one']);
  const attribute = await ask(contentTool, { action: 'attribute', selector: '#h', attribute: 'class' });
  assert.deepEqual(attribute, { selector: '#h', attribute: 'class', value: 'a b' });
  const dom = await ask(contentTool, { action: 'get_viewport_dom' });
  assert.deepEqual(
    dom.elements.map((one: { tag: string }) => one.tag),
    ['h1', 'p', 'button'],
  );
  assert.equal(dom.elements[2].interactive, true);
  const all = await ask(contentTool, { action: 'get_viewport_dom', includeHidden: true, maxElements: 2 });
  assert.deepEqual([all.elementCount, all.omitted], [2, 2]);
});

test('calls wait for whoever else is at the page; those that look on do not', async () => {
  await show(`<button onclick="document.title='pressed'">Press</button>`);
  const { engine } = kit.pool.find(undefined, { session: 'one' });
  const { turns, page } = await engine.tab();
  const { promise, resolve } = Promise.withResolvers<void>();
  const other = turns.take(new AbortController().signal, () => promise);
  const pressed = ask(interactTool, { action: 'click', selector: 'button' });
  assert.equal((await ask(navigateTool, { action: 'wait', selector: 'button' })).success, true);
  assert.equal(await page.title(), '');
  resolve();
  await Promise.all([other, pressed]);
  assert.equal(await page.title(), 'pressed');
});

test('browser_interact: click, move, type, press, scroll, hover, select, upload', async () => {
  await show(`<body style="height:4000px"><input id=i><select id=s><option value=a>A<option value=b>B</select>
    <button onclick="document.title='saved'">Save it</button><input type=file id=f>
    <div id=d style="position:fixed;left:300px;top:300px;width:50px;height:50px"></div>
    <script>document.onmousemove = (e) => { globalThis.at = [e.clientX, e.clientY]; };
    document.querySelector('#d').onclick = (e) => { globalThis.held = e.shiftKey; };</script>`);
  await ask(interactTool, { action: 'click', selector: 'button:has-text(Save it)' });
  assert.equal(await run('document.title'), 'saved');
  await ask(interactTool, { action: 'click', x: 320, y: 320, shift: true });
  assert.equal(await run('globalThis.held'), true);
  await ask(interactTool, { action: 'move', selector: '#d' });
  assert.deepEqual(await run('globalThis.at'), [325, 325]);
  await ask(interactTool, { action: 'hover', x: 20, y: 30 });
  assert.deepEqual(await run('globalThis.at'), [20, 30]);
  const start = performance.now();
  await ask(interactTool, { action: 'type', selector: '#i', text: 'slow' });
  assert.ok(performance.now() - start >= 4 * 60, 'as a person types');
  await ask(interactTool, { action: 'type', text: ' fast', delay: 0 });
  assert.equal(await run("document.querySelector('#i').value"), 'slow fast');
  await ask(interactTool, { action: 'press', selector: '#i', key: 'a', ctrl: true });
  await ask(interactTool, { action: 'press', key: 'Delete' });
  assert.equal(await run("document.querySelector('#i').value"), '');
  const { scrollY } = await ask(interactTool, { action: 'scroll', deltaY: 700 });
  assert.equal(scrollY, 700);
  assert.equal((await ask(interactTool, { action: 'scroll', selector: '#i' })).scrollY, 0);
  assert.equal((await ask(interactTool, { action: 'select', selector: '#s', label: 'B' })).value, 'b');
  assert.equal((await ask(interactTool, { action: 'select', selector: '#s', index: 0 })).value, 'a');
  const file = await kit.write('up.txt', 'content');
  await ask(interactTool, { action: 'upload', selector: '#f', files: [file] });
  assert.equal(await run("document.querySelector('#f').files[0].name"), 'up.txt');
  const foreign = { action: 'upload', selector: '#f', files: ['/etc/passwd'] };
  await assert.rejects(ask(interactTool, foreign), code('FILE_NOT_ALLOWED'));
});

test('what a selector does not match is named as it was written; the first of several is taken', async () => {
  await show('<p>one</p><p onclick="document.title=1">two</p>');
  await assert.rejects(ask(interactTool, { action: 'click', selector: '#none' }), (thrown: Fault) => {
    assert.equal(thrown.code, 'ELEMENT_NOT_FOUND');
    assert.match(thrown.message, /^"#none" does not/);
    return true;
  });
  assert.equal((await ask(interactTool, { action: 'click', selector: 'p' })).clicked, true);
  assert.equal((await ask(interactTool, { action: 'click', selector: 'text=two' })).clicked, true);
  assert.equal(await run('document.title'), '1');
  await assert.rejects(ask(interactTool, { action: 'click' }), code('INVALID_ARGUMENTS'));
  await assert.rejects(ask(interactTool, { action: 'clik' }), code('INVALID_ARGUMENTS'));
});

test('browser_execute awaits a promise unless told not to', async () => {
  assert.equal(await run('Promise.resolve(4)'), 4);
  assert.deepEqual(
    (await ask(executeTool, { expression: 'Promise.resolve(4)', awaitPromise: false })).result,
    {},
  );
  assert.equal(await run('undefined'), null);
  assert.equal(await run('const a = 1; a + 1;'), 2, 'the last statement counts');
  assert.equal(await run('for (let i = 0; i < 3; i++) i;'), 2);
  assert.equal(await run('const b = 4; return b;'), 4);
  assert.equal(await run('await Promise.resolve(6)'), 6);
  await open('/csp.html');
  assert.equal(await run('const c = 3; c * 2'), 6, 'also where the page itself may not use eval');
  await assert.rejects(run('nothing.there'), code('EVALUATION_FAILED'));
});

test('browser_network: cookies, headers, blocked requests, storage', async () => {
  await open('/form.html');
  await ask(networkTool, { action: 'set_cookie', name: 'a', value: '1', sameSite: 'Lax' });
  await ask(networkTool, { action: 'set_cookie', name: 'b', value: '2', url: pages.origin });
  const { cookies } = await ask(networkTool, { action: 'get_cookies', urls: [pages.origin] });
  assert.deepEqual(cookies.map((one: { name: string }) => one.name).sort(), ['a', 'b']);
  assert.equal((await ask(networkTool, { action: 'clear_cookies', name: 'a' })).cleared, 1);
  assert.equal((await ask(networkTool, { action: 'clear_cookies' })).cleared, 1);
  await ask(networkTool, { action: 'set_headers', headers: { 'X-Mine': 'yes' } });
  assert.equal(await run("fetch('/echo').then((r) => r.json()).then((r) => r.headers['x-mine'])"), 'yes');
  await ask(networkTool, { action: 'set_headers', headers: {} });
  const patterns = [{ urlPattern: '*/echo*', resourceType: 'Fetch' }];
  await ask(networkTool, { action: 'intercept', enabled: true, patterns });
  const fetched = "fetch('/echo').then(() => 'passed', () => 'blocked')";
  assert.equal(await run(fetched), 'blocked');
  const lifted = await ask(networkTool, { action: 'intercept', enabled: false });
  assert.equal(lifted.blockedBefore, 1);
  assert.equal(await run(fetched), 'passed');
  await assert.rejects(ask(networkTool, { action: 'intercept' }), code('INVALID_ARGUMENTS'));
  await ask(networkTool, { action: 'set_storage', key: 'k', value: 'v' });
  await ask(networkTool, { action: 'set_storage', key: 's', value: 'w', storageType: 'sessionStorage' });
  assert.deepEqual((await ask(networkTool, { action: 'get_storage', key: 'k' })).storage, { k: 'v' });
  const both = (await ask(networkTool, { action: 'get_storage', storageType: 'all' })).storage;
  assert.deepEqual([both.localStorage.k, both.sessionStorage.s], ['v', 'w']);
  await ask(networkTool, { action: 'clear_storage' });
  assert.equal(await run('localStorage.length + sessionStorage.length'), 0);
});

test('browser_emulate: viewport, user_agent, geolocation, timezone, device, offline, throttle', async () => {
  await ask(tabTool, { action: 'new', url: pages.url('/form.html') });
  await ask(emulateTool, { action: 'viewport', width: 640, height: 480 });
  assert.equal(await run('innerWidth'), 640);
  await ask(emulateTool, { action: 'user_agent', userAgent: 'Mine/1.0' });
  assert.equal(await run('navigator.userAgent'), 'Mine/1.0');
  await ask(emulateTool, { action: 'timezone', timezoneId: 'Asia/Tokyo' });
  assert.equal(await run('Intl.DateTimeFormat().resolvedOptions().timeZone'), 'Asia/Tokyo');
  const nowhere = { action: 'timezone', timezoneId: 'Mars/Olympus' };
  await assert.rejects(ask(emulateTool, nowhere), code('INVALID_ARGUMENTS'));
  await ask(emulateTool, { action: 'geolocation', latitude: 48.2, longitude: 16.4 });
  const where =
    'new Promise((ok, no) => navigator.geolocation.getCurrentPosition((p) => ok(p.coords.latitude), no))';
  assert.equal(await run(where), 48.2);
  const phone = await ask(emulateTool, { action: 'device', device: 'iPhone 15' });
  assert.equal(phone.mobile, true);
  assert.match(await run('navigator.userAgent'), /iPhone/);
  await assert.rejects(ask(emulateTool, { action: 'device', device: 'iPhone 1500' }), code('NO_SUCH_DEVICE'));
  const fetched = "fetch('/echo').then(() => 'passed', () => 'failed')";
  await ask(emulateTool, { action: 'offline', offline: true });
  assert.equal(await run(fetched), 'failed');
  await ask(emulateTool, { action: 'throttle', preset: 'none' });
  assert.equal(await run(fetched), 'passed');
  const slow = await ask(emulateTool, { action: 'throttle', preset: 'slow-3g' });
  assert.deepEqual([slow.downloadThroughput, slow.latency], [62_500, 400]);
  const took = await run(
    "(async () => { const t = performance.now(); await fetch('/echo'); return performance.now() - t; })()",
  );
  assert.ok(took >= 350, `${took} ms`);
  await ask(emulateTool, { action: 'throttle', preset: 'none' });
  await assert.rejects(ask(emulateTool, { action: 'throttle' }), code('INVALID_ARGUMENTS'));
  await ask(tabTool, { action: 'close' });
});

test('browser_debug: dialog, console, performance, trace, downloads', async () => {
  await show('<button onclick="globalThis.said = prompt(\'Name?\')">Ask</button>');
  const asked = await ask(interactTool, { action: 'click', selector: 'button' });
  assert.deepEqual(asked.dialog, { type: 'prompt', message: 'Name?' });
  await assert.rejects(run('1'), code('MODAL_STATE'));
  const handled = await ask(debugTool, { action: 'dialog', promptText: 'Ann' });
  assert.deepEqual([handled.dialogType, handled.action], ['prompt', 'accept']);
  assert.equal(await run('globalThis.said'), 'Ann');
  await run("console.log('plain'); console.warn('careful'); console.error('bad')");
  const { logs } = await ask(debugTool, { action: 'console', level: 'warning', clear: true });
  assert.deepEqual(
    logs.map((one: { text: string }) => one.text),
    ['careful'],
  );
  assert.equal((await ask(debugTool, { action: 'console' })).count, 0);
  const { metrics, timing } = await ask(debugTool, { action: 'performance' });
  assert.ok(metrics.Nodes > 0);
  assert.ok(timing.duration >= 0);
  await ask(debugTool, { action: 'trace_start' });
  await run('1');
  const { trace } = await ask(debugTool, { action: 'trace_stop' });
  assert.ok(JSON.parse(Buffer.from(trace, 'base64').toString()).traceEvents.length > 0);
  await assert.rejects(ask(debugTool, { action: 'trace_stop' }), code('NOT_RECORDING'));
  const waiting = ask(debugTool, { action: 'download_wait', timeout: 20_000 });
  await run("location.href = '/download?name=mine.csv'; 0");
  const done = await waiting;
  assert.deepEqual([done.state, done.filename, done.progress], ['complete', 'mine.csv', 100]);
  assert.equal(await readFile(done.filepath, 'utf8'), 'a,b\n1,2\n');
  const listed = await ask(debugTool, { action: 'downloads', state: 'complete' });
  assert.equal(listed.count, 1);
  assert.ok(done.filepath.startsWith(listed.downloadDirectory), 'in the folder of its own instance');
});

test('sleep', async () => {
  assert.deepEqual(await ask(sleepTool, { duration: 5 }), { slept: 5 });
  await assert.rejects(ask(sleepTool, { duration: 'abc' }), code('INVALID_ARGUMENTS'));
});

test('all 52 pairs were called', () => {
  const all = moonsurf.tools.flatMap(
    ({ name, modes }) => modes?.map((mode) => `${name} ${mode.name}`) ?? [name],
  );
  assert.equal(all.length, 52);
  assert.deepEqual(
    all.filter((pair) => !used.has(pair)),
    [],
  );
});
