import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';
import { isPrivate } from './private-address.ts';
import { isForbidden, rulesIn } from './robots.ts';

const asked: { readonly method: string; readonly path: string; readonly cookie: string | undefined }[] = [];
const waiting = { now: 0, most: 0 };
const note = ({ method = '', url: path = '', headers }: IncomingMessage) =>
  void asked.push({ method, path, cookie: headers.cookie });

const many = Array.from({ length: 12 }, (_, i) => `<a href="/slow?${i}">slow ${i}</a>`).join('');
const rig = new AnalyzeRig({
  '/': `<!doctype html><title>Links</title><link rel=icon href="data:,"><h2 id=part>Part</h2>
<a href="/good">Good</a> <a href="/good">Good again</a> <a href="/gone">Gone</a> <a href="/moved">Moved</a>
<a href="/circle">Circle</a> <a href="/members">Members</a> <a href="/nohead">No head</a> <a href="/hang">Hangs</a>
<a href="#part">Part</a> <a href="#nowhere">Nowhere</a> <a href="/good#there">There</a> <a href="/good#not">Not there</a>
<a href="mailto:a@b.example">Mail</a> <a href="{{other}}/good">Another host</a>
<a href="/leads-inside">Inside</a> <x-nav></x-nav>
<script>document.cookie = 'session=1';
customElements.define('x-nav', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<a href="/shadow">In the shadow</a>'; } });</script>`,
  '/second': '<!doctype html><title>Second</title><link rel=icon href="data:,"><a href="/good">Good</a>',
  '/many': `<!doctype html><title>Many</title><link rel=icon href="data:,">${many}`,
  '/good': (request, response) => {
    note(request);
    response.setHeader('content-type', 'text/html').end('<h1 id="there">There</h1>');
  },
  '/shadow': (_request, response) => void response.end('x'),
  '/moved': (_request, response) => void response.writeHead(301, { location: '/step' }).end(),
  '/step': (_request, response) => void response.writeHead(302, { location: '/good' }).end(),
  '/circle': (_request, response) => void response.writeHead(302, { location: '/circle' }).end(),
  '/members': (_request, response) => void response.writeHead(401).end(),
  '/nohead': (request, response) => {
    note(request);
    response.writeHead(request.method === 'HEAD' ? 405 : 200).end('x');
  },
  '/hang': () => {},
  '/leads-inside': (request, response) => {
    const { port } = new URL(`http://${request.headers.host}`);
    response.writeHead(302, { location: `http://localhost:${port}/good` }).end();
  },
  '/slow': (_request, response) => {
    waiting.most = Math.max(waiting.most, ++waiting.now);
    setTimeout(() => {
      waiting.now--;
      response.end('x');
    }, 50);
  },
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;
const byPath = (results: Any[]) =>
  Object.fromEntries(results.map((one: Any) => [one.url.replace(rig.site.origin, ''), one]));

verifies('gasoline: analyze link_health', async () => {
  await rig.open('/');
  asked.length = 0;
  const { results, counts, other_links: other } = await rig.look('link_health', { timeout_ms: 1500 });
  const of = byPath(results);
  const codes = Object.fromEntries(Object.entries(of).map(([path, one]) => [path, (one as Any).code]));
  assert.deepEqual(codes, {
    '/good': 'ok',
    '/gone': 'broken',
    '/moved': 'redirect',
    '/circle': 'broken',
    '/members': 'requires_auth',
    '/nohead': 'ok',
    '/hang': 'timeout',
    '/#part': 'ok',
    '/#nowhere': 'missing_anchor',
    '/good#there': 'ok',
    '/good#not': 'missing_anchor',
    [`${rig.site.otherOrigin}/good`]: 'private_address',
    '/leads-inside': 'private_address',
    '/shadow': 'ok',
  });
  assert.deepEqual([of['/good'].count, of['/good'].text, of['/good'].status], [2, 'Good', 200]);
  assert.deepEqual([of['/moved'].redirect_to, of['/moved'].redirects], [rig.site.url('/good'), 2]);
  assert.deepEqual([of['/gone'].status, of['/gone'].is_external], [404, false]);
  assert.deepEqual([counts.total, counts.broken, other], [14, 2, 1]);
  assert.equal(results.at(-1).code, 'ok', 'what is wrong comes first');
  // Only reading, without the page's cookies, and GET where HEAD is not known.
  assert.deepEqual([...new Set(asked.map(({ method }) => method))].toSorted(), ['GET', 'HEAD']);
  assert.ok(asked.every(({ cookie }) => cookie === undefined));
  assert.deepEqual(
    asked.filter(({ path }) => path === '/nohead').map(({ method }) => method),
    ['HEAD', 'GET'],
  );
  const none = await rig.look('link_health', { domain: 'elsewhere.example' });
  assert.deepEqual(none.counts, { total: 0 });
});

verifies('gasoline: fault 30 link_health', 'link_health checks the tab of tab_id', async () => {
  await rig.open('/');
  const { page } = await rig.tools
    .call('observe', { what: 'page' })
    .then(({ data }) => ({ page: data.tab_id }));
  await rig.act('new_tab', { url: rig.site.url('/second') });
  const { counts } = await rig.look('link_health', { timeout_ms: 1500 });
  assert.equal(counts.total, 1);
  const first = await rig.look('link_health', { tab_id: page, timeout_ms: 1500 });
  assert.equal(first.counts.total, 14);
});

test('links are checked side by side, as many as wanted', async () => {
  await rig.open('/many');
  await rig.look('link_health', { max_workers: 3 });
  assert.equal(waiting.most, 3);
});

verifies('gasoline: analyze link_validation', async () => {
  await rig.open('/second');
  const urls = [rig.site.url('/good'), rig.site.url('/gone'), `${rig.site.otherOrigin}/good`];
  const told = await rig.look('link_validation', {
    urls: [...urls, 'http://[::1]/', 'http://192.168.0.1/x'],
  });
  assert.deepEqual([told.status, told.total], ['completed', 5]);
  const codes = Object.fromEntries(told.results.map(({ url, code }: Any) => [url, code]));
  assert.deepEqual(codes, {
    [urls[0]!]: 'ok',
    [urls[1]!]: 'broken',
    [urls[2]!]: 'private_address',
    'http://[::1]/': 'private_address',
    'http://192.168.0.1/x': 'private_address',
  });
  for (const wrong of [{}, { urls: ['ftp://x.example/'] }, { urls: ['nonsense'] }, { urls: [] }]) {
    const refused = await rig.call('link_validation', wrong);
    assert.deepEqual(
      [refused.isError, refused.data.code],
      [true, 'INVALID_ARGUMENTS'],
      JSON.stringify(wrong),
    );
  }
});

test('which addresses are private', () => {
  const inside =
    '127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1';
  const outside =
    '1.1.1.1 172.32.0.1 192.169.0.1 100.128.0.1 8.8.8.8 223.255.255.1 2606:4700::1111 2a00:1450::1';
  for (const address of inside.split(' ')) assert.equal(isPrivate(address), true, address);
  for (const address of outside.split(' ')) assert.equal(isPrivate(address), false, address);
});

test('what robots.txt forbids', () => {
  const rules = rulesIn(
    'User-agent: *\nDisallow: /private # not this\nAllow: /private/open\nDisallow: /*.pdf$\n',
  );
  const forbidden = (path: string) => isForbidden(rules, path);
  assert.deepEqual(
    ['/', '/private', '/private/x', '/private/open/x', '/a.pdf', '/a.pdf?x', '/public'].map(forbidden),
    [false, true, true, false, true, false, false],
  );
  const ours = rulesIn('User-agent: other\nDisallow: /\n\nUser-agent: *\nUser-agent: more\nDisallow:\n');
  assert.equal(isForbidden(ours, '/x'), false);
  assert.equal(
    isForbidden(rulesIn('User-agent: sensorium-link-check\nDisallow: /\nUser-agent: *\nAllow: /'), '/x'),
    true,
  );
});
