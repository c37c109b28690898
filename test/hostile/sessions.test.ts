/** Clients of one server, with the same key and with another one: each has tabs of its own. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { QUIET_ARGS } from '../kit/browser.ts';
import { fetchText, openSse } from '../kit/http.ts';
import { initialize, type Message, toolCall } from '../kit/json-rpc.ts';
import { type Client, client, KEY, LIMIT_MS, OTHER, served } from '../kit/keyed-clients.ts';
import { lacking } from '../kit/needs.ts';
import { type Pages, startPages } from '../kit/pages.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';
import { echoServer, exchange } from '../kit/tcp.ts';

const skip = lacking('chromium');
const goTo = (who: Client, pages: Pages, path: string) =>
  who.ok('browser_navigate', { url: pages.url(path) });
/** Without the marks of outside words, whose tags may look like a tab's id. */
const tabsOf = async (who: Pick<Client, 'ok'>) => {
  const list = (await who.ok('browser_tabs', { action: 'list' })).replaceAll(/<\/?page [^>]*>/g, '');
  return [...list.matchAll(/\bt\d[\w.]*/g)].map(([id]) => id);
};

for (const [kind, profile] of [
  ['--isolated', false],
  ['a profile', true],
] as const) {
  test(`with ${kind} each client has its own tabs, active page, dialogs and logs`, { skip }, async (t) => {
    const flags = profile ? ['--user-data-dir', join(await scratch(t), 'profile')] : ['--isolated'];
    const { pages, base } = await served(t, flags);
    const ann = await client(base, KEY);
    const ben = await client(base, KEY);
    const eve = await client(base, OTHER);

    await goTo(ann, pages, '/set-cookie?name=who&value=ann');
    await ann.value('localStorage.setItem("mine", "of ann")');
    await Promise.all([goTo(ben, pages, '/'), goTo(eve, pages, '/form.html')]);
    const [[own = ''], [his = ''], [hers = '']] = [await tabsOf(ann), await tabsOf(ben), await tabsOf(eve)];
    assert.equal(new Set([own, his, hers]).size, 3);

    // A profile's logins are shared, as windows of one browser share them; else nothing is.
    for (const other of [ben, eve]) {
      assert.equal((await other.value('document.cookie')).includes('who=ann'), profile);
      assert.equal((await other.value('localStorage.mine')).includes('of ann'), profile);
    }

    // Whatever names another's tab, context or element names nothing.
    for (const other of [ben, eve]) {
      await other.fails('NO_SUCH_TAB', 'browser_snapshot', { tab: own });
      await other.fails('NO_SUCH_TAB', 'browser_tabs', { action: 'close', tab: own });
      await other.fails('NO_SUCH_TAB', 'browser_close', { tab: own });
      await other.fails('NO_SUCH_TAB', 'interact', { action: 'get_text', selector: 'body', tab_id: own });
      await other.fails('NO_SUCH_TAB', 'observe', { what: 'page', tab_id: own });
    }
    await ann.ok('browser_context_create', { name: 'secret' });
    for (const other of [ben, eve]) {
      assert.doesNotMatch(await other.ok('browser_context_list'), /secret/);
      await other.fails('NO_SUCH_CONTEXT', 'browser_context_switch', { name: 'secret' });
      await other.fails('NO_SUCH_CONTEXT', 'browser_context_close', { name: 'secret' });
      await other.fails('NO_SUCH_CONTEXT', 'browser_cookie_list', { context: 'secret' });
    }
    await ann.ok('browser_context_close', { name: 'secret' });

    // What one's page opens is one's own, also when the opener says nothing of itself.
    await goTo(ann, pages, '/popups.html');
    await ann.ok('browser_click', { target: '#blank' });
    await ann.ok('browser_click', { target: '#popup' });
    // A busy machine takes its time to open a window.
    for (let own = await tabsOf(ann); own.length < 3; ) own = await tabsOf(ann);
    assert.equal((await tabsOf(ann)).length, 3);
    for (const other of [ben, eve]) assert.equal((await tabsOf(other)).length, 1);
    assert.doesNotMatch(await eve.ok('observe', { what: 'tabs' }), /popups\.html/);

    // One goes back, has a dialog, downloads, logs and routes: the others' pages stay as they are.
    await goTo(ann, pages, '/dialogs.html');
    await ann.ok('browser_click', { target: '#alert' });
    await ben.fails('NO_MODAL_STATE', 'browser_handle_dialog', { accept: true });
    assert.match(await ben.ok('browser_snapshot'), /Count/);
    await ann.ok('browser_handle_dialog', { accept: true });
    await ann.ok('browser_navigate_back');
    assert.match(await ben.value('location.pathname'), /"?\/"?/);
    await goTo(ann, pages, '/downloads.html');
    await ann.ok('browser_click', { target: '#server' });
    await goTo(ann, pages, '/noisy.html');
    for (const other of [ben, eve]) {
      assert.doesNotMatch(await other.ok('browser_snapshot'), /report\.csv/);
      assert.doesNotMatch(await other.ok('browser_console_messages', { level: 'debug' }), /noisy/i);
      assert.doesNotMatch(await other.ok('browser_network_requests', { static: true }), /noisy|dialogs/);
    }
    await ann.ok('browser_route', { pattern: '**/inner.html', body: 'made up' });
    await goTo(ann, pages, '/inner.html');
    assert.match(await ann.value('document.body.textContent'), /made up/);
    await goTo(eve, pages, '/inner.html');
    assert.doesNotMatch(await eve.value('document.body.textContent'), /made up/);
    assert.doesNotMatch(await eve.ok('browser_route_list'), /inner/);

    // One closes, or goes: the others' pages stay.
    assert.match(await ben.ok('browser_close'), /others still use/);
    assert.equal((await tabsOf(ann)).length, 3);
    assert.match(await eve.value('location.pathname'), /inner\.html/);
    await goTo(ben, pages, '/');
    assert.equal((await tabsOf(ben)).length, 1);
    await ann.end();
    assert.equal((await tabsOf(ben)).length, 1);
    assert.match(await eve.value('location.pathname'), /inner\.html/);
    const headers = { authorization: `Bearer ${KEY}` };
    const health = JSON.parse((await fetchText(`${base}/health`, { headers })).text);
    assert.equal(health.contexts.length, 1, 'of the own key only, without the session that ended');
    await ben.end();
    assert.match(await eve.ok('browser_close'), /Closed the browser/);
  });
}

test('the record shows a session its own, and more of the same key only when asked', { skip }, async (t) => {
  const home = await scratch(t);
  const before = await served(t, ['--isolated'], home);
  const [ann, ben, eve] = [
    await client(before.base, KEY),
    await client(before.base, KEY),
    await client(before.base, OTHER),
  ];
  const { pages } = before;
  await goTo(ann, pages, '/');
  await Promise.all([goTo(ben, pages, '/'), goTo(eve, pages, '/')]);
  const [old = ''] = await tabsOf(ann);
  await ann.value('setTimeout(() => { throw new Error("of ann") })');
  await ann.ok('browser_evaluate', { function: '() => fetch("/echo", { method: "POST", body: "of ann" })' });
  await ann.ok('add-port-rule', { local_port: 0, target_host: '127.0.0.1', target_port: 9 });
  const [, id = ''] = /"id":(\d+)/.exec(await ann.ok('observe', { what: 'errors' })) ?? [];
  assert.match(await ann.ok('observe', { what: 'errors' }), /of ann/);
  for (const other of [ben, eve]) {
    assert.match(await other.ok('observe', { what: 'errors' }), /^0 errors/);
    assert.doesNotMatch(await other.ok('observe', { what: 'timeline' }), /of ann|\/echo/);
    assert.doesNotMatch(await other.ok('observe', { what: 'network_waterfall' }), /echo/);
    await other.fails('NO_SUCH_ITEM', 'observe', { what: 'errors', error_id: id });
    await other.ok('configure', { action: 'clear' });
  }
  assert.match(await ann.ok('observe', { what: 'errors' }), /of ann/, 'cleared by nobody else');
  assert.match(await ben.ok('observe', { what: 'errors', scope: 'folder' }), /of ann.*"client":"kit"/s);
  for (const scope of ['folder', 'all', 'kit'])
    assert.match(await eve.ok('observe', { what: 'errors', scope }), /^0 errors/);
  await before.server.stop();

  const after = await served(t, ['--isolated'], home);
  const again = await client(after.base, KEY);
  await goTo(again, after.pages, '/');
  assert.match(await again.ok('observe', { what: 'errors' }), /^0 errors/);
  assert.notEqual((await tabsOf(again))[0], old);
  for (const scope of ['folder', 'all', 'kit']) {
    const found = await again.ok('observe', { what: 'errors', scope, tab_id: old });
    assert.match(found, /of ann/, scope);
  }
  await again.fails('kit', 'observe', { what: 'errors', scope: 'nobody' });
});

test('what a session sets is its own, what it taps its key’s, and a folder’s rules say so', {
  skip,
}, async (t) => {
  const { pages, base } = await served(t, ['--isolated']);
  const ann = await client(base, KEY);
  const ben = await client(base, KEY);
  const eve = await client(base, OTHER);
  for (const who of [ann, ben, eve]) await goTo(who, pages, '/');

  // The switch for acting, and how much answers tell.
  const off = { action: 'telemetry', pilot: false, telemetry_mode: 'off' };
  assert.match(await ann.ok('configure', off), /^For this session .*Pilot is off/);
  await ann.fails('PILOT_DISABLED', 'interact', { action: 'click', selector: 'body' });
  for (const other of [ben, eve]) {
    await other.ok('interact', { action: 'click', selector: 'body' });
    assert.match(await other.ok('configure', { action: 'telemetry' }), /telemetry_mode is auto.*Pilot is on/);
  }

  // Tests: their names, their end, what they mark.
  await ann.ok('configure', { action: 'test_boundary_start', test_id: 'of-ann' });
  for (const other of [ben, eve]) {
    assert.doesNotMatch(await other.ok('configure', { action: 'health' }), /of-ann/);
    assert.match(
      await other.ok('configure', { action: 'test_boundary_end', test_id: 'of-ann' }),
      /not running/,
    );
  }
  for (const who of [ann, ben, eve]) await who.value('console.error("said")');
  const marked = { what: 'logs', test_id: 'of-ann' };
  assert.match(await ann.ok('observe', marked), /said/);
  for (const other of [ben, eve]) assert.doesNotMatch(await other.ok('observe', marked), /said/);
  assert.match(await ann.ok('configure', { action: 'test_boundary_end', test_id: 'of-ann' }), /is over/);

  // Rules against noise are for a folder, and its key.
  const rule = { action: 'noise_rule', noise_action: 'add', pattern: '^said$' };
  assert.match(await ann.ok('configure', rule), /for all sessions of yours in this folder/);
  for (const who of [ann, ben]) assert.doesNotMatch(await who.ok('observe', { what: 'logs' }), /"said"/);
  assert.match(await eve.ok('observe', { what: 'logs' }), /"said"/);
  assert.doesNotMatch(await eve.ok('configure', { action: 'noise_rule' }), /\^said\$/);

  // Rules of ports, what passed, and its faults.
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const [, port = ''] = /port (\d+)/.exec(await ann.ok('add-port-rule', { local_port: 0, ...target })) ?? [];
  await exchange(Number(port), 'of ann');
  const add = { action: 'add', type: 'latency', port: Number(port), attributes: { latency: 1 } };
  const [, broken = ''] = /Added (\S+):/.exec(await ann.ok('wire_fault', add)) ?? [];
  const listed = (await ann.ok('wire_flows')).split('\n');
  const [, flow = ''] =
    /^id (\S+)/.exec(listed.find((line) => line.includes(`${port}→`) && !line.startsWith('Rule')) ?? '') ??
    [];
  assert.ok(flow, listed.join('\n'));
  assert.match(await ann.ok('wire_flow', { id: flow, view: 'text' }), /of ann/);
  assert.match(await ben.ok('wire_flow', { id: flow, view: 'text' }), /of ann/, 'ports outlive sessions');
  assert.match(await ben.ok('wire_fault', { action: 'list' }), /latency/);
  assert.doesNotMatch(await eve.ok('wire_flows'), new RegExp(`${port}|${flow}`));
  await eve.fails('NO_SUCH_FLOW', 'wire_flow', { id: flow });
  await eve.fails('NO_SUCH_FLOW', 'wire_replay', { id: flow });
  await eve.fails('NO_SUCH_FLOW', 'wire_export', { format: 'raw', ids: [flow] });
  await eve.fails('NO_FLOWS', 'wire_export', { format: 'raw' });
  await eve.fails('NO_SUCH_RULE', 'wire_fault', add);
  await eve.fails('NO_SUCH_WIRE_FAULT', 'wire_fault', { action: 'remove', id: broken });
  assert.match(await eve.ok('wire_fault', { action: 'list' }), /No faults are set/);
  await eve.fails('NO_SUCH_RULE', 'remove-port-rule', { local_port: Number(port) });
  await ann.end();
  await ben.ok('remove-port-rule', { local_port: Number(port) });
});

test('a port rule that persists stays its key’s over a restart', async (t) => {
  const home = await scratch(t);
  const target = { target_host: '127.0.0.1', target_port: await echoServer(t) };
  const first = await served(t, [], home);
  const ann = await client(first.base, KEY);
  const kept = await ann.ok('add-port-rule', { local_port: 0, ...target, persist: true });
  const port = Number(/port (\d+)/.exec(kept)?.[1]);
  const stranger = await client(first.base, OTHER);
  await stranger.fails('NO_SUCH_RULE', 'remove-port-rule', { local_port: port });
  first.server.kill('SIGTERM');
  await first.server.exit;

  const second = await served(t, [], home);
  await second.server.stderrMatch(new RegExp(`port ${port} is forwarded to .*, as it was before`));
  assert.equal(String(await exchange(port, 'of ann')), 'of ann');
  const eve = await client(second.base, OTHER);
  assert.doesNotMatch(await eve.ok('wire_flows'), new RegExp(`${port}`));
  await eve.fails('NO_SUCH_RULE', 'remove-port-rule', { local_port: port });
  const again = await client(second.base, KEY);
  assert.match(await again.ok('wire_flows'), new RegExp(`Rule ${port}→.*\\(persists\\)`));
  await again.ok('remove-port-rule', { local_port: port });
  await assert.rejects(exchange(port, 'nobody'));
});

test('calls without a session share the tabs of their key', { skip }, async (t) => {
  const { pages, base } = await served(t, ['--isolated']);
  const [first, second] = [await client(base, KEY, true), await client(base, KEY, true)];
  const other = await client(base, OTHER, true);
  await goTo(first, pages, '/form.html');
  assert.match(await second.value('location.pathname'), /form\.html/);
  assert.match(await other.value('location.href'), /about:blank/);
});

test('--shared-browser-context gives all the same tabs, and none may close them', { skip }, async (t) => {
  const { pages, base } = await served(t, ['--isolated', '--shared-browser-context']);
  const [first, second] = [await client(base, KEY), await client(base, OTHER)];
  await goTo(first, pages, '/form.html');
  assert.match(await second.value('location.pathname'), /form\.html/);
  await second.fails('BROWSER_SHARED', 'browser_close');
  await first.end();
  assert.match(await second.value('location.pathname'), /form\.html/);
});

/** The same over the old SSE transport. */
async function sseClient(t: TestContext, base: string, key: string): Promise<Pick<Client, 'ok'>> {
  const stream = await openSse(t, `${base}/sse?token=${key}`);
  const { data: endpoint } = await stream.event('endpoint');
  const headers = { authorization: `Bearer ${key}` };
  let last = 0;
  const ask = async (message: Message) => {
    await fetchText(endpoint, { body: message, headers, limitMs: LIMIT_MS });
    return stream.answer(message.id ?? null, LIMIT_MS);
  };
  await ask(initialize(++last));
  return { ok: async (tool, args = {}) => textOf(await ask(toolCall(++last, tool, args))) };
}

function textOf({ result, error }: Message): string {
  assert.ok(result && !result.isError, JSON.stringify(result ?? error));
  return (result.content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
}

async function haveOwnTabs(pages: Pages, clients: readonly Pick<Client, 'ok'>[]): Promise<void> {
  const paths = ['/form.html', '/inner.html', '/'].slice(0, clients.length);
  const open = (who: Pick<Client, 'ok'>, i: number) =>
    who.ok('browser_navigate', { url: pages.url(paths[i]!) });
  await Promise.all(clients.map(open));
  const seen = new Set<string>();
  for (const [i, who] of clients.entries()) {
    const [id = '', ...more] = await tabsOf(who);
    assert.deepEqual([more, seen.has(id)], [[], false], id);
    seen.add(id);
    const where = await who.ok('browser_evaluate', { function: '() => location.pathname' });
    assert.ok(where.includes(`"${paths[i]}"`), where);
  }
  await clients[0]!.ok('browser_close');
  const left = await clients[1]!.ok('browser_evaluate', { function: '() => location.pathname' });
  assert.ok(left.includes(paths[1]!), 'closed only its own');
}

test('clients over SSE have tabs of their own', { skip }, async (t) => {
  const { pages, base } = await served(t, ['--isolated']);
  const keys = [KEY, KEY, OTHER];
  await haveOwnTabs(pages, await Promise.all(keys.map((key) => sseClient(t, base, key))));
});

test('bridged stdio clients of one app have tabs of their own', { skip }, async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const home = await scratch(t);
  const launch = ['--headless', '--isolated', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const app = await startServer(t, 'sensorium', ['app', '--port', '0', ...launch], { home });
  await app.lines.first((line) => /^ +Socket/.test(line), 'the socket');
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const command = await startServer(t, 'sensorium', ['--bridge'], { home });
      await command.initialize();
      const ok: Client['ok'] = async (tool, args) => textOf(await command.call(tool, args, LIMIT_MS));
      return { ok };
    }),
  );
  await haveOwnTabs(pages, clients);
});
