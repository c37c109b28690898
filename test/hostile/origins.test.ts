/** Pages that want out of the lists of origins, by every way that a browser has. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { type BrowserKit, browserKit } from '../kit/browser-kit.ts';
import { DEEDS, LAST_DEEDS, type Site, startSite, startUdp, tracesOf } from '../kit/forbidden-site.ts';
import { scratch } from '../kit/scratch.ts';
import { socksProxy } from '../kit/socks-proxy.ts';

async function page(kit: BrowserKit) {
  return (await (await kit.engine()).tab()).page;
}

/** Does a deed on a page of the one site, towards the other. */
async function act(kit: BrowserKit, home: Site, name: string, code: string, away: Site): Promise<void> {
  await kit.ok('browser_navigate', { url: `${home.origin}/` });
  await (await page(kit)).evaluate(`(${code})('${away.origin}/${name}')`);
}

const isRefused = (kit: BrowserKit, away: Site) =>
  kit.logged.filter(
    (line) => line.includes('an origin is not allowed') && line.includes(new URL(away.origin).port),
  ).length;

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo()) {
    assert.ok(performance.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function sites(t: TestContext): Promise<[home: Site, away: Site]> {
  return Promise.all([startSite(t), startSite(t)]);
}

test('without lists every deed arrives: what is not seen below was stopped', async (t) => {
  const [home, away] = await sites(t);
  const kit = await browserKit(t);
  for (const [name, code] of Object.entries({ ...DEEDS, ...LAST_DEEDS })) {
    await act(kit, home, name, code, away);
    if (name in LAST_DEEDS) await kit.ok('browser_navigate', { url: `${home.origin}/next` });
    for (const trace of tracesOf(name)) await away.asked.first((path) => path === trace, trace);
  }
  await kit.ok('browser_navigate', { url: `${home.origin}/redirect?to=${away.origin}/document` });
  assert.ok(away.asked.all.includes('/document'));
});

test('with --blocked-origins no connection is made, whatever a page does', async (t) => {
  const [home, away] = await sites(t);
  const kit = await browserKit(t, ['--blocked-origins', new URL(away.origin).host]);
  for (const [name, code] of Object.entries(DEEDS)) {
    await act(kit, home, name, code, away);
    assert.equal(away.connections(), 0, name);
  }
  for (const [name, code] of Object.entries(LAST_DEEDS)) {
    await act(kit, home, name, code, away);
    const before = isRefused(kit, away);
    await kit.ok('browser_navigate', { url: `${home.origin}/next` });
    await until(`${name} was not refused`, () => isRefused(kit, away) > before);
    assert.equal(away.connections(), 0, name);
  }
  const redirected = await kit.fails('NAVIGATION_FAILED', 'browser_navigate', {
    url: `${home.origin}/redirect?to=${away.origin}/document`,
  });
  assert.match(redirected.text, /the origin lists .* do not let it through/);
  const asked = await kit.fails('NAVIGATION_FAILED', 'browser_navigate', { url: `${away.origin}/document` });
  assert.match(asked.text, /blocked by the origin lists/);
  assert.equal(away.connections(), 0);
});

test('with --allowed-origins all else is closed: other contexts, instances and profiles too', async (t) => {
  const [home, away] = await sites(t);
  const lists = ['--page-origins', home.origin];
  const kit = await browserKit(t, lists, { profile: sensorium });
  const deed = `() => (${DEEDS['page-socket']})('${away.origin}/page-socket').then(() => 'tried')`;
  const tried = async (kit: BrowserKit) => {
    await kit.ok('browser_navigate', { url: `${home.origin}/` });
    assert.match((await kit.ok('browser_evaluate', { function: deed })).text, /tried/);
    assert.equal(away.connections(), 0);
  };
  await tried(kit);
  await kit.ok('browser_context_create', { name: 'other' });
  await tried(kit);
  await kit.ok('browser_instance', { action: 'new' });
  await tried(kit);
  const folder = await scratch(t);
  const bare = ['--headless', '--user-data-dir', folder, ...lists];
  await tried(await browserKit(t, bare, { bare: true, profile: sensorium }));
});

test('nothing leaves by UDP', async (t) => {
  const home = await startSite(t);
  const [stun, quic, quietStun, quietQuic] = await Promise.all([
    startUdp(t),
    startUdp(t),
    startUdp(t),
    startUdp(t),
  ]);
  const call = (port: number) => `new Promise((done) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
    peer.createDataChannel('x');
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  })`;
  const transport = (port: number) =>
    `void (globalThis.way = new WebTransport('https://127.0.0.1:${port}/')).ready.catch(() => {})`;
  const free = await browserKit(t);
  await free.ok('browser_navigate', { url: `${home.origin}/` });
  await (await page(free)).evaluate(`void ${call(stun.port)}`);
  await (await page(free)).evaluate(transport(quic.port));
  await stun.heard.first(() => true, 'a question of WebRTC');
  await quic.heard.first(() => true, 'a packet of WebTransport');
  const kit = await browserKit(t, ['--blocked-origins', 'http://blocked.example']);
  await kit.ok('browser_navigate', { url: `${home.origin}/` });
  await (await page(kit)).evaluate(call(quietStun.port));
  await (await page(kit)).evaluate(`${transport(quietQuic.port)}; globalThis.way.ready.catch(() => {})`);
  assert.deepEqual([quietStun.heard.all, quietQuic.heard.all], [[], []]);
});

test("the user's own proxy is used behind the lists, and what bypasses it does not bypass them", async (t) => {
  const [home, away] = await sites(t);
  const proxy = await socksProxy(t);
  const kit = await browserKit(t, [
    '--blocked-origins',
    away.origin,
    '--proxy-server',
    proxy.url,
    '--proxy-bypass',
    'near.localhost,127.0.0.1:1',
  ]);
  await act(kit, home, 'fetch-redirect', DEEDS['fetch-redirect']!, away);
  assert.ok(proxy.seen.includes(`GET /redirect?to=${away.origin}/fetch-redirect`), proxy.seen.join());
  const { port } = new URL(home.origin);
  const before = proxy.seen.length;
  await kit.ok('browser_navigate', { url: `http://near.localhost:${port}/near` });
  assert.ok(home.asked.all.includes('/near'));
  assert.deepEqual(
    proxy.seen.slice(before).filter((line) => line.includes('near')),
    [],
  );
  assert.equal(away.connections(), 0);
});

test('a proxy among the arguments of the browser would lead around the lists, and is refused', async (t) => {
  const args = JSON.stringify({ args: ['--proxy-server=http://127.0.0.1:1'] });
  const kit = await browserKit(
    t,
    ['--headless', '--isolated', '--blocked-origins', 'a.example', '--launch-options', args],
    {
      bare: true,
    },
  );
  const refused = await kit.fails('INVALID_FLAG', 'browser_snapshot');
  assert.match(refused.text, /--launch-options --proxy-server: .*--proxy-server and --proxy-bypass/);
});
