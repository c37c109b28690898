import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';

const PAGE = `<!doctype html><title>Shop</title><link rel=icon href="data:,">
<script src="{{other}}/widget.js"></script><img src="{{other}}/pixel.gif"><script src="/own.js"></script>
<h1>Shop</h1><p id=out>own words</p>
<script>window.ready = fetch('{{other}}/collect', { method: 'POST', body: JSON.stringify({ mail: 'ann@mail-of-hers.org' }) }).catch(() => {});
if (!window.makeWidget) throw new TypeError('makeWidget is not there'); makeWidget();</script>`;

const rig = new AnalyzeRig({
  '/': PAGE,
  '/own.js': 'window.own = 1;',
  '/widget.js':
    'window.makeWidget = () => { const b = document.createElement("button"); b.textContent = "Chat with us"; document.body.append(b); };',
  '/pixel.gif': ((_request: unknown, response: { writeHead: CallableFunction }) =>
    response
      .writeHead(200, { 'content-type': 'image/gif', 'set-cookie': 'track=1; Path=/' })
      .end(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'))) as never,
  '/collect': ((_request: unknown, response: { writeHead: CallableFunction }) =>
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()) as never,
  '/plain': '<!doctype html><title>Plain</title><link rel=icon href="data:,"><h1>Alone</h1>',
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;
const audit = (args: object = {}) => rig.look('third_party_audit', args);

const request = (url: string, type: string) => ({
  url,
  pageUrl: 'https://seen-shop.example/',
  type,
  requestId: url,
  method: 'GET',
  state: 'done' as const,
  status: 200,
  startTime: 0,
  ms: 1,
  requestHeaders: [],
  hasAuth: false,
  sizes: { transfer: 1000 },
});

verifies('gasoline: analyze third_party_audit', async () => {
  await rig.open('/');
  const found = await audit({ url: rig.site.otherOrigin });
  assert.equal(found.third_parties.length, 1);
  const [one] = found.third_parties;
  assert.deepEqual([one.name, one.risk_level], ['localhost', 'critical']);
  assert.deepEqual(one.resources, { scripts: 1, images: 1, other: 1 });
  assert.deepEqual(one.sets_cookies, ['track']);
  assert.deepEqual(one.outbound_details.contains_pii_fields, ['email']);
  assert.ok(one.total_transfer_bytes > 300 && one.request_count === 3, JSON.stringify(one));
  const shown = await rig.tools.call('observe', { what: 'network_bodies', request_id: one.items[0] });
  assert.match(JSON.stringify(shown.data), /localhost/);
});

test('who they are, and which of them are counted as our own', async () => {
  rig.tools.see('request', request('https://www.google-analytics.com/analytics.js', 'script') as never);
  rig.tools.see('request', request('https://cdn.seen-shop.example/a.js', 'script') as never);
  rig.tools.see('request', request('https://fonts.gstatic.com/x.woff2', 'font') as never);
  rig.tools.see('request', request('https://x7qz9kfw2hvb4.top/a.png', 'image') as never);
  const since = { since: 60, tab_id: 't1' };
  const names = async (args: object) =>
    (await audit({ ...since, ...args })).third_parties.map(({ name }: Any) => name);
  const all = (await audit(since)).third_parties;
  const analytics = all.find(({ origins }: Any) => origins[0].includes('google-analytics'));
  assert.deepEqual(
    [analytics.name, analytics.category, analytics.risk_level],
    ['Google Analytics', 'analytics', 'high'],
  );
  assert.ok(
    !all.some(({ origins }: Any) => origins.join().includes('seen-shop')),
    'below the same registered name',
  );
  const odd = all.find(({ name }: Any) => name.endsWith('.top'));
  assert.equal(odd.reputation.classification, 'suspicious');
  assert.equal(odd.reputation.suspicion_flags.length, 2);
  const dynamic = await names({ include_static: false });
  assert.ok(!dynamic.some((name: string) => name.endsWith('.top')) && dynamic.includes('Google Analytics'));
  const lists = {
    internal: ['google-analytics.com'],
    blocked: ['x7qz9kfw2hvb4.top'],
    allowed: ['gstatic.com'],
  };
  const sorted = (await audit({ ...since, custom_lists: lists })).third_parties;
  assert.ok(!sorted.some(({ name }: Any) => name === 'Google Analytics'));
  assert.equal(sorted.find(({ name }: Any) => name.endsWith('.top')).risk_level, 'critical');
  assert.ok(sorted.some(({ reputation }: Any) => reputation.classification === 'enterprise_allowed'));
});

test('what breaks without them is seen by really loading the page', async () => {
  await rig.open('/');
  const { without } = await audit({ without: ['localhost'] });
  assert.deepEqual([without.breaks, without.missing_controls], [true, ['button Chat with us']]);
  assert.ok(without.blocked_requests >= 2, JSON.stringify(without));
  assert.match(without.new_errors.join(), /makeWidget is not there/);
  const tabs = await rig.tools.call('observe', { what: 'tabs' });
  assert.equal(tabs.data.tabs.length, 1, 'its tab is closed again');
  const { entries } = (await rig.tools.call('observe', { what: 'actions' })).data;
  const isTrial = ({ tab_id: tab, to_url: to = '' }: Any) =>
    tab !== tabs.data.tabs[0].id && to !== 'about:blank';
  assert.deepEqual(entries.filter(isTrial), [], 'what was tried out is not what was done');
  const { errors } = (await rig.tools.call('observe', { what: 'errors' })).data;
  const ofTrial = errors.filter(({ message }: Any) => /makeWidget is not there|BLOCKED_BY/.test(message));
  assert.deepEqual(ofTrial, [], 'and no error of the site');
  const none = await audit({ without: ['nobody.example'] });
  assert.deepEqual(
    [none.without.breaks, none.without.blocked_requests],
    [false, 0],
    JSON.stringify(none.without),
  );
});

test('without pilot nothing is loaded, and without requests there is nothing to say', async () => {
  await rig.tools.call('configure', { action: 'telemetry', pilot: false });
  const refused = await rig.call('third_party_audit', { without: ['localhost'] });
  assert.equal(refused.data.code, 'PILOT_DISABLED');
  assert.equal((await rig.call('third_party_audit')).isError, false);
  await rig.tools.call('configure', { action: 'telemetry', pilot: true });
  assert.equal((await rig.call('third_party_audit', { url: 'nowhere.example' })).data.error, 'no_data');
});
