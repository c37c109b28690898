import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';

const AWS = `AKIA${'QZ7XK2MWPL4VNR8T'}`;
const JWT = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"4711","name":"x"}').toString('base64url')}.c2lnbmF0dXJlLW9mLWl0`;
const html = (text: string, headers: Record<string, string | string[]> = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: the kit's own type
  ((_request: any, response: any) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
      .end(text)) as never;

const SAFE = {
  'content-security-policy':
    "default-src 'none'; script-src 'nonce-abcdefghij' 'strict-dynamic'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=()',
};

const rig = new AnalyzeRig({
  '/': `<!doctype html><title>Shop</title><link rel=icon href="data:,">
<script src="{{other}}/vendor/jquery-1.8.1.min.js"></script><script src="{{other}}/kept.js" integrity="sha384-AAAA" crossorigin></script>
<script src="/app.js"></script><h1>Shop</h1>
<script>
localStorage.setItem('idToken', '${JWT}'); sessionStorage.setItem('plain', 'blue');
document.cookie = 'sessionid=1; path=/';
console.log('using', '${AWS}');
fetch('/api/people', { credentials: 'omit' }).then((one) => one.json());
</script>`,
  '/vendor/jquery-1.8.1.min.js': '/*! jQuery v1.8.1 jquery.com | jquery.org/license */\nwindow.jq = 1;',
  '/kept.js': 'window.kept = 1;',
  '/app.js': `window.config = { region: 'eu', key: '${AWS}' };`,
  '/api/people': ((_request: unknown, response: { writeHead: CallableFunction }) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': ['sid=abc; Path=/', 'theme=dark; Path=/'],
      })
      .end('[{"name":"Ann","mail":"ann@mail-of-hers.org","pay":"4111 1111 1111 1111"}]')) as never,
  '/safe': html('<!doctype html><title>Safe</title><link rel=icon href="data:,"><h1>Safe</h1>', SAFE),
  '/loose': html('<!doctype html><title>Loose</title><link rel=icon href="data:,">', {
    ...SAFE,
    'content-security-policy': "script-src 'unsafe-inline' *",
  }),
  '/meta': html(
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'self'; object-src 'none'; base-uri 'none'"><title>Meta</title>`,
  ),
  '/search': ((_request: unknown, response: never, url: URL) =>
    (
      html(
        `<!doctype html><title>Found</title><p>Results for ${url.searchParams.get('q')}</p>`,
      ) as CallableFunction
    )(_request, response)) as never,
  '/escaped': ((_request: unknown, response: never, url: URL) =>
    (
      html(
        `<!doctype html><title>Found</title><p>${url.searchParams.get('q')?.replaceAll('<', '&lt;')}</p>`,
      ) as CallableFunction
    )(_request, response)) as never,
  '/go': ((_request: unknown, response: { writeHead: CallableFunction }, url: URL) =>
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/safe' }).end()) as never,
  '/hard': `<!doctype html><title>Hard</title><link rel=icon href="data:,"><script src="/hard.js"></script>`,
  '/hard.js': `/*${' jQuery JavaScript Library'.repeat(20_000)}*/`,
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

const audit = (args: object = {}) => rig.look('security_audit', args);
const titles = ({ findings }: Any, check?: string) =>
  findings.filter((one: Any) => !check || one.check === check).map(({ title }: Any) => title);

verifies(['gasoline: analyze security_audit', 'gasoline: fault 12 audits'], async () => {
  await rig.open('/');
  await rig.act('wait_for', { selector: 'h1' });
  const found = await audit();
  const of = (check: string, title: RegExp) =>
    found.findings.find((one: Any) => one.check === check && title.test(one.title));
  assert.equal(of('headers', /No Content-Security-Policy/).severity, 'medium');
  assert.ok(of('headers', /frame the page/) && of('headers', /X-Content-Type-Options/));
  assert.deepEqual(
    [of('cookies', /Scripts can read/).evidence, of('cookies', /Scripts can read/).severity],
    ['cookie sid', 'high'],
  );
  assert.ok(
    found.findings.some((one: Any) => one.check === 'cookies' && one.evidence === 'cookie sessionid'),
    'what a script set is held by the browser',
  );
  assert.match(of('integrity', /script/).location, /jquery-1\.8\.1/);
  assert.equal(titles(found, 'integrity').length, 1, 'the other one has a hash');
  const library = of('libraries', /^jquery 1\.8\.1: .*(?:Selector|XSS)/);
  assert.match(library.evidence, /CVE-/);
  assert.match(library.remediation, /Use jquery [\d.]+/);
  assert.match(found.libraries.data_of, /^\d{4}-\d\d-\d\d$/);
  assert.equal(of('credentials', /server sent \(script\)/).severity, 'high');
  assert.match(of('credentials', /localStorage/).location, /idToken/);
  assert.ok(of('credentials', /console/));
  assert.deepEqual(
    [of('pii', /in an answer/).severity, of('auth', /without credentials/).severity],
    ['high', 'high'],
  );
  // The worst first, by items of the record, and not the secrets themselves.
  const ranks = ['critical', 'high', 'medium', 'low', 'info'];
  const order = found.findings.map((one: Any) => ranks.indexOf(one.severity));
  assert.deepEqual(order, order.toSorted());
  const { items } = of('integrity', /script/);
  const shown = await rig.tools.call('observe', { what: 'network_bodies', request_id: items[0] });
  assert.match(JSON.stringify(shown.data), /jquery-1\.8\.1/);
  assert.ok(!JSON.stringify(found).includes(AWS.slice(6)) && !JSON.stringify(found).includes(JWT.slice(30)));
  assert.equal(found.summary.total_findings, found.findings.length);
});

test('checks and severity choose, and what is well made is not blamed', async () => {
  await rig.open('/safe');
  const safe = await audit({ url: '/safe', checks: ['headers', 'csp'] });
  assert.deepEqual(safe.findings, []);
  await rig.open('/loose');
  const loose = await audit({ url: '/loose', checks: ['csp'], severity_min: 'high' });
  assert.ok(loose.findings.length > 0 && loose.findings.every((one: Any) => one.severity === 'high'));
  assert.ok(loose.findings.some((one: Any) => /unsafe-inline/.test(one.title)));
  await rig.open('/meta');
  const meta = await audit({ url: '/meta', checks: ['headers'] });
  assert.ok(!titles(meta).includes('No Content-Security-Policy'), 'a policy may stand in the document');
  const wrong = await rig.call('security_audit', { checks: ['everything'] });
  assert.equal(wrong.isError, true);
});

test('input that comes back and redirects that lead elsewhere', async () => {
  await rig.open('/search?q=%3Cb%3Ehi%3C/b%3E');
  const raw = await audit({ url: '/search', checks: ['input'] });
  assert.deepEqual([raw.findings[0].title, raw.findings[0].severity], ['Input comes back unescaped', 'high']);
  await rig.open('/escaped?q=%3Cb%3Ehi%3C/b%3E');
  assert.deepEqual((await audit({ url: '/escaped', checks: ['input'] })).findings, []);
  await rig.open(`/go?to=${encodeURIComponent(`${rig.site.otherOrigin}/safe`)}`);
  const open = await audit({ url: '/go', checks: ['input'] });
  assert.match(open.findings[0].evidence, /parameter to led to http:\/\/localhost/);
  await rig.open('/go');
  const own = await audit({ url: '/go', checks: ['input'] });
  assert.equal(own.findings[0].count, 1, 'the way within the site is none');
});

test('TLS: what goes without it, and mixed content', async () => {
  const request = (url: string, pageUrl: string, type: string, more: object = {}) => ({
    url,
    pageUrl,
    type,
    requestId: `r${url}`,
    method: 'GET',
    state: 'done' as const,
    status: 200,
    mimeType: 'text/html',
    startTime: 0,
    ms: 1,
    requestHeaders: [],
    responseHeaders: [],
    hasAuth: false,
    sizes: {},
    ...more,
  });
  const page = 'https://tls-shop.example/';
  const now = Date.now() / 1000;
  rig.tools.see(
    'request',
    request(page, page, 'document', {
      isNavigation: true,
      tls: {
        protocol: 'TLS 1.0',
        subject: 'tls-shop.example',
        issuer: 'x',
        validFrom: 0,
        validTo: now + 86_400,
      },
    }) as never,
  );
  rig.tools.see('request', request('http://tls-shop.example/a.js', page, 'script') as never);
  rig.tools.see('request', request('http://tls-shop.example/a.png', page, 'image') as never);
  rig.tools.see(
    'request',
    request('https://tls-shop.example/t?access_token=[redacted]', page, 'fetch') as never,
  );
  const found = await audit({ url: 'tls-shop', checks: ['transport', 'headers', 'credentials'] });
  const severities = Object.fromEntries(
    found.findings.map((one: Any) => [`${one.title} ${one.location.replace(/.*\//, '')}`, one.severity]),
  );
  assert.equal(severities['Mixed content a.js'], 'critical');
  assert.equal(severities['Mixed content a.png'], 'medium');
  assert.equal(severities['An outdated protocol tls-shop.example'], 'high');
  assert.equal(severities['The certificate expires soon tls-shop.example'], 'low');
  assert.equal(severities['No Strict-Transport-Security tls-shop.example'], 'high');
  assert.equal(severities['An address carries what is named like a secret t'], 'medium');
});

test('without the pilot the record alone is looked at, and that is said', async () => {
  await rig.tools.call('configure', { action: 'telemetry', pilot: false });
  const found = await audit({ url: rig.site.origin });
  await rig.tools.call('configure', { action: 'telemetry', pilot: true });
  assert.match(found.not_looked.join(), /Pilot is off/);
  assert.ok(titles(found, 'headers').length > 0);
  const none = await rig.call('security_audit', { url: 'nowhere.example' });
  assert.deepEqual([none.isError, none.data.error], [true, 'no_data']);
});

test('a script made to be hard to search keeps nobody waiting', async () => {
  await rig.open('/hard');
  const started = performance.now();
  const found = await audit({ url: '/hard', checks: ['libraries'] });
  assert.ok(performance.now() - started < 30_000);
  assert.equal(found.findings.length === 0 || found.libraries.seen.length > 0, true);
});
