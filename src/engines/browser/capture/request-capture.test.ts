import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertContract, type CaptureRig, type Seen, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { BodyData } from '../../../contract/network-data.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('requests', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/': '<!doctype html><title>Requests</title><link rel=icon href=data:,><link rel=stylesheet href=/style.css><img src=/pixel.png>',
      '/style.css': (_request, response) => {
        response.setHeader('content-type', 'text/css');
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(`body { color: red } ${'/* long */'.repeat(200)}`));
      },
      '/pixel.png': (_request, response) => {
        response.setHeader('content-type', 'image/png');
        response.end(PIXEL);
      },
      '/api': async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(Buffer.from(chunk));
        response.setHeader('content-type', 'application/json');
        response.setHeader('set-cookie', [
          'sid=topsecretvalue; HttpOnly; SameSite=Lax; Path=/',
          'theme=dark; Secure',
        ]);
        response.setHeader('x-request-id', 'abc');
        response.end(JSON.stringify({ got: Buffer.concat(chunks).toString(), list: [1, 2] }));
      },
      '/auth/login': (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"access_token":"very secret"}');
      },
      '/hop': (_request, response) => void response.writeHead(302, { location: '/hop2' }).end(),
      '/hop2': (_request, response) => void response.writeHead(307, { location: '/api?landed=1' }).end(),
      '/broken': (request) => void request.socket.destroy(),
      '/hang': () => {},
      '/slow': (_request, response) => void setTimeout(() => response.end('slow'), 120),
      '/status': (_request, response, url) =>
        void response.writeHead(Number(url.searchParams.get('code'))).end('said'),
      '/leave': '<!doctype html><title>Leave</title><link rel=icon href=data:,>',
    });
    rig = await startCapture({ testIds: () => ['test-7'] });
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const run = async (script: string) => (await rig.engine.tab()).page.evaluate(script);
  const request = (path: string) =>
    rig.first('request', ({ url }) => url.endsWith(path), `the request of ${path}`);
  const text = (seen: Seen<'request'>, body: 'requestBody' | 'responseBody') =>
    rig.body((seen.data[body] as BodyData).blob);

  it('tells of every type, with its body, sizes and where it came from', async () => {
    const page = await request('/');
    assert.equal(page.data.type, 'document');
    assert.equal(page.data.isNavigation, true);
    assert.match(text(page, 'responseBody'), /^<!doctype html>/);
    const style = await request('/style.css');
    assert.equal(style.data.type, 'stylesheet');
    assert.match(text(style, 'responseBody'), /^body \{ color: red/);
    assert.ok(style.data.sizes.encodedBody! < style.data.sizes.decodedBody!);
    assert.ok(style.data.sizes.transfer! > 0);
    assert.equal(style.data.initiator?.type, 'parser');
    assert.equal(style.data.pageUrl, site.url('/'));
    const image = await request('/pixel.png');
    assert.equal(image.data.type, 'image');
    assert.equal((image.data.responseBody as BodyData).kind, 'binary');
    assert.equal((image.data.responseBody as BodyData).length, PIXEL.length);
  });

  verifies(
    ['gasoline: fault 11 bodies', 'gasoline: fault 12 headers'],
    'has XHR as well as fetch, both bodies, headers, timing, protocol, address, initiator',
    async () => {
      await run(`(() => { const x = new XMLHttpRequest(); x.open('POST', '/api?by=xhr'); x.setRequestHeader('x-mine', 'yes');
      return new Promise((done) => { x.onload = done; x.send('hello'); }).then(() => {}); })()`);
      const seen = await request('/api?by=xhr');
      const { data } = seen;
      assert.equal(data.type, 'xhr');
      assert.equal(data.method, 'POST');
      assert.equal(data.status, 200);
      assert.equal(text(seen, 'requestBody'), 'hello');
      assert.deepEqual(JSON.parse(text(seen, 'responseBody')), { got: 'hello', list: [1, 2] });
      assert.ok(data.requestHeaders.some(([name, value]) => name === 'x-mine' && value === 'yes'));
      assert.ok(data.responseHeaders?.some(([name, value]) => name === 'x-request-id' && value === 'abc'));
      assert.equal(data.protocol, 'http/1.1');
      assert.match(data.remoteAddress ?? '', /^127\.0\.0\.1:\d+$/);
      assert.equal(data.initiator?.type, 'script');
      assert.ok(data.timings?.wait !== undefined && data.timings.send !== undefined);
      assert.ok(Math.abs(data.startTime / 1000 - Date.now()) < 60_000);
      assert.ok(seen.time >= data.startTime);
      assert.deepEqual(seen.testIds, ['test-7']);
    },
  );

  verifies(['gasoline: fault 11 bodies'], 'measures, and waits for a body that takes its time', async () => {
    await run(`fetch('/slow').then((r) => r.text())`);
    const seen = await request('/slow');
    const { data } = seen;
    assert.equal(text(seen, 'responseBody'), 'slow');
    assert.ok(data.ms >= 110 && data.ms < 5_000, String(data.ms));
    assert.ok(data.timings!.wait! >= 100);
  });

  verifies(
    ['gasoline: fault 12 headers'],
    'withholds credentials, and says that they were there',
    async () => {
      await run(`fetch('/api?again=1', { headers: { authorization: 'Bearer abcdefgh', 'x-api-key': 'k' } })`);
      const { data } = await request('/api?again=1');
      assert.equal(data.hasAuth, true);
      assert.deepEqual([...(data.withheldHeaders ?? [])].sort(), [
        'authorization',
        'cookie',
        'set-cookie',
        'x-api-key',
      ]);
      assert.deepEqual(data.setCookies, [
        { name: 'sid', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' },
        { name: 'theme', httpOnly: false, secure: true },
      ]);
      assert.doesNotMatch(JSON.stringify(rig.evidence), /topsecretvalue|abcdefgh/);
    },
  );

  it('withholds bodies of endpoints for signing in, and values of secret fields elsewhere', async () => {
    await run(
      `fetch('/auth/login', { method: 'POST', body: JSON.stringify({ user: 'ada', password: 'hunter2' }) })`,
    );
    const login = await request('/auth/login');
    assert.deepEqual(login.data.requestBody, { withheld: 'auth-endpoint' });
    assert.equal((login.data.responseBody as { withheld: string }).withheld, 'auth-endpoint');
    await run(
      `fetch('/api?pay=1&cvv=123', { method: 'POST', body: new URLSearchParams({ name: 'Ada', card_number: '4111111111111111' }) })`,
    );
    const pay = await request('/api?pay=1&cvv=[redacted]');
    assert.equal(text(pay, 'requestBody'), 'name=Ada&card_number=[redacted]');
    assert.equal((pay.data.requestBody as BodyData).isRedacted, true);
  });

  it('follows redirects hop by hop', async () => {
    await run(`fetch('/hop').then((r) => r.text())`);
    const [first, second, last] = [
      await request('/hop'),
      await request('/hop2'),
      await request('/api?landed=1'),
    ];
    assert.deepEqual([first.data.status, second.data.status, last.data.status], [302, 307, 200]);
    assert.equal(second.data.redirectedFrom, first.data.requestId);
    assert.equal(first.data.redirectedTo, second.data.requestId);
    assert.equal(last.data.requestId, `${first.data.requestId}-2`);
    assert.ok(
      first.data.responseHeaders?.some(
        ([name, value]) => name.toLowerCase() === 'location' && value === '/hop2',
      ),
    );
    assert.ok(
      second.data.responseHeaders?.some(
        ([name, value]) => name.toLowerCase() === 'location' && value.includes('landed'),
      ),
    );
  });

  it('tells of failures, cancelled ones and refusals', async () => {
    await run(`fetch('/broken').catch(() => {})`);
    const broken = await request('/broken');
    assert.equal(broken.data.state, 'failed');
    assert.equal(broken.data.failure, 'net::ERR_EMPTY_RESPONSE');
    await run(
      `(() => { const c = new AbortController(); fetch('/hang?1', { signal: c.signal }).catch(() => {}); setTimeout(() => c.abort(), 30); })()`,
    );
    const cancelled = await request('/hang?1');
    assert.equal(cancelled.data.isCanceled, true);
    await run(`fetch('${site.otherOrigin}/api?cors=1').catch(() => {})`);
    const refused = await request('/api?cors=1');
    assert.equal(refused.data.corsError, 'MissingAllowOriginHeader');
    const gone = await (await rig.engine.tab()).page.evaluate(
      `fetch('/status?code=503').then((r) => r.status)`,
    );
    assert.equal(gone, 503);
    assert.equal((await request('/status?code=503')).data.status, 503);
  });

  it('has the answer to a form whose page is left at once', async () => {
    await run(
      `fetch('/api?leaving=1', { method: 'POST', body: 'bye' }).then(() => { location.href = '/leave'; })`,
    );
    const leaving = await request('/api?leaving=1');
    assert.equal(text(leaving, 'requestBody'), 'bye');
    await request('/leave');
  });

  it('tells what was under way when the page closed', async () => {
    const context = await rig.engine.context();
    const tab = await context.newTab();
    await tab.page.goto(site.url('/leave'));
    await tab.page.evaluate(`void fetch('/hang?forever')`);
    await rig.engine.tab({ tab: tab.id });
    while (!tab.network.list().some(({ url }) => url.endsWith('/hang?forever'))) await tab.page.evaluate('1');
    await rig.capture.settled();
    await context.closeTab(tab.id);
    const { data, where } = await request('/hang?forever');
    assert.notEqual(data.state, 'done');
    assert.equal(where.page, tab.id);
  });

  it('follows the contract, and tells each once', async () => {
    await rig.capture.settled();
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
    const ids = rig.all('request').map(({ data }) => data.requestId);
    assert.equal(ids.length, new Set(ids).size);
  });
});
