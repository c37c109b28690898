import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testDriver } from '../../../../test/kit/browser.ts';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';

const say = (words: string) =>
  `<!doctype html><link rel=icon href=data:,><script>console.log('${words}');</script>`;

describe('capture of a whole browser', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({
      '/': say('the page'),
      '/frames': `${say('outer')}<iframe src="/same"></iframe><iframe src="{{other}}/cross"></iframe><iframe srcdoc="<script>console.log('srcdoc')</script>"></iframe>`,
      '/same': `${say('same site')}<button>Same</button>`,
      '/cross': `${say('other site')}<button>Cross</button><script>fetch('/data?cross'); setTimeout(() => { throw new Error('in the frame'); });</script>`,
      '/popups': `${say('opener')}<button onclick="window.open('/popup')">Open</button><a href="/popup?link" target=_blank rel=noopener>Link</a>
        <button id=quick onclick="window.open('/popup?quick'); ">Quick</button>`,
      '/popup': (_request, response, url) => {
        response.setHeader('content-type', 'text/html');
        response.end(
          `${say(`popup ${url.search}`)}<script>fetch('/data' + location.search + 'popup'); throw new Error('popup${url.search}');</script>`,
        );
      },
      '/workers': `${say('workers')}<script>
        const dedicated = new Worker('/worker.js'), shared = new SharedWorker('/shared.js');
        const service = navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready);
        const ask = async () => { dedicated.postMessage(1); shared.port.postMessage(1); (await service).active.postMessage(1); };
        </script>`,
      '/worker.js': `console.log('dedicated', { deep: { er: 1 } }); onmessage = () => fetch('/data?worker'); new Worker('/nested.js'); setTimeout(() => { throw new Error('worker error'); });`,
      '/nested.js': `console.log('nested');`,
      '/shared.js': `console.log('shared'); onconnect = ({ ports }) => { ports[0].onmessage = () => fetch('/data?shared'); };`,
      '/service.js': `console.log('service'); onmessage = () => fetch('/data?service');`,
      '/data': (_request, response) => void response.end('data'),
      '/csp': (_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.setHeader(
          'content-security-policy',
          "default-src 'none'; script-src 'self'; connect-src 'self'; sandbox allow-scripts; require-trusted-types-for 'script'",
        );
        response.end(
          '<!doctype html><title>Strict</title><button>Strict</button><script src="/csp.js"></script>',
        );
      },
      '/csp.js': `console.log('strict', { a: { b: 1 } }); performance.mark('strict mark');`,
    });
    rig = await startCapture();
  });
  after(async () => {
    await rig.close();
    await site.close();
  });
  const said = (words: string) =>
    rig.first('console', ({ message }) => message.startsWith(words), `the words "${words}"`);
  const asked = (path: string) =>
    rig.first('request', ({ url }) => url.endsWith(path), `the request of ${path}`);

  it('sees everything under a strict policy and in a sandbox', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/csp'));
    assert.deepEqual((await said('strict')).data.args, ['strict', { a: { b: 1 } }]);
    await tab.page.click('button');
    const click = await rig.first('action', ({ selectors }) => selectors?.text === 'Strict', 'the click');
    assert.equal(click.data.source, 'human');
    await rig.first('performance', (data) => data.kind === 'mark' && data.name === 'strict mark', 'the mark');
    await rig.first('vitals', ({ url, lcp }) => url === site.url('/csp') && lcp !== undefined, 'the vitals');
  });

  it('sees frames, of the same and of another site, and says which', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/frames'));
    const cross = await said('other site');
    assert.equal(cross.data.frame, `${site.otherOrigin}/cross`);
    assert.equal(cross.data.url, site.url('/frames'));
    assert.equal(cross.where.page, tab.id);
    assert.equal((await said('same site')).data.frame, site.url('/same'));
    await said('srcdoc');
    await asked('/data?cross');
    const thrown = await rig.first('exception', ({ message }) => message === 'in the frame', 'the exception');
    assert.equal(thrown.data.frame, `${site.otherOrigin}/cross`);
    for (const name of ['Cross', 'Same']) {
      const frame = tab.page.frames().find((other) => other.url().endsWith(`/${name.toLowerCase()}`));
      await frame!.click('button');
      const click = await rig.first(
        'action',
        ({ selectors }) => selectors?.text === name,
        `the click on ${name}`,
      );
      assert.ok(click.data.frame?.endsWith(`/${name.toLowerCase()}`));
    }
  });

  it('sees popups from their first script and request on, under their own name', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/popups'));
    await tab.page.click('button');
    const first = await said('popup');
    assert.notEqual(first.where.page, tab.id);
    const { where } = await asked('/data?popup'.replace('?popup', 'popup'));
    assert.equal(where.page, first.where.page);
    const opened = await rig.first(
      'navigation',
      ({ kind }, item) => kind === 'opened' && item.where.page === first.where.page,
      'the opening',
    );
    assert.equal(opened.data.opener, tab.id);
    const action = await rig.first(
      'action',
      ({ type }) => type === 'popup',
      'the opening, told of the opener',
    );
    assert.equal(action.data.toUrl, site.url('/popup'));
    assert.equal(action.where.page, tab.id);
    await tab.page.click('a');
    await said('popup ?link');
    await rig.first('exception', ({ message }) => message === 'popup?link', 'what the popup threw');
  });

  it('sees workers of every kind', async () => {
    const tab = await rig.engine.tab();
    await tab.page.goto(site.url('/workers'));
    const dedicated = await said('dedicated');
    assert.equal(dedicated.data.worker, site.url('/worker.js'));
    assert.deepEqual(dedicated.data.args, ['dedicated', { deep: { er: 1 } }]);
    assert.equal(dedicated.where.page, tab.id);
    assert.equal(dedicated.data.url, site.url('/workers'));
    assert.equal((await said('nested')).where.page, tab.id);
    const shared = await said('shared');
    assert.equal(shared.data.worker, site.url('/shared.js'));
    assert.equal((await said('service')).data.worker, site.url('/service.js'));
    await tab.page.evaluate('ask()');
    for (const kind of ['worker', 'shared', 'service']) {
      const { data } = await asked(`/data?${kind}`);
      assert.match(data.worker ?? '', new RegExp(`/${kind}\\.js$`));
      assert.ok(
        data.responseBody && 'blob' in data.responseBody && rig.body(data.responseBody.blob) === 'data',
      );
    }
    const thrown = await rig.first(
      'exception',
      ({ message }) => message === 'worker error',
      'what the worker threw',
    );
    assert.equal(thrown.data.worker, site.url('/worker.js'));
  });

  it('keeps contexts apart', async () => {
    const other = await rig.engine.createContext('other');
    const tab = await other.tab();
    await tab.page.goto(`${site.url('/')}?other`);
    const { where } = await rig.first('console', ({ url }) => url.endsWith('?other'), 'its words');
    assert.deepEqual(where, { instance: 'b1', context: 'other', page: tab.id });
    await rig.engine.closeContext('other');
  });

  it('says nothing twice, follows the contract and complains about nothing', async () => {
    await rig.capture.settled();
    for (const words of [
      'opener',
      'dedicated',
      'shared',
      'service',
      'nested',
      'outer',
      'other site',
      'srcdoc',
    ]) {
      assert.equal(rig.all('console', ({ message }) => message.startsWith(words)).length, 1, words);
    }
    const ids = rig.all('request').map(({ data }) => data.requestId);
    assert.equal(ids.length, new Set(ids).size);
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });

  it('tells that a page crashed', async () => {
    const context = await rig.engine.context();
    const tab = await context.newTab();
    await tab.page.goto('chrome://crash').catch(() => {});
    await rig.first(
      'navigation',
      ({ kind }, item) => kind === 'crashed' && item.where.page === tab.id,
      'the crash',
    );
  });

  it('goes on after the browser has crashed', async () => {
    const handle = await rig.engine.browser();
    process.kill(handle.pid!, 'SIGKILL');
    await rig.first('navigation', ({ kind }) => kind === 'closed', 'the end of the pages');
    const tab = await rig.engine.tab();
    await tab.page.goto(`${site.url('/')}?again`);
    await rig.first('console', ({ url }) => url.endsWith('?again'), 'the words of the new browser');
  });
});

it('sees a page that was open before, and tags what it sees with the tests that run', async (t) => {
  const site = await startSite({ '/': `${say('early')}<button>Press</button>` });
  t.after(() => site.close());
  const profile = await scratch(t);
  let active: readonly string[] = [];
  const driver = testDriver({ userDataDir: profile });
  const rig = await startCapture({ testIds: () => active }, { driver });
  t.after(() => rig.close());
  const tab = await rig.engine.tab();
  await tab.page.goto(site.url('/'));
  const before = await rig.first('console', ({ message }) => message === 'early', 'the first words');
  assert.equal(before.testIds, undefined);
  active = ['checkout', 'login'];
  await tab.page.click('button');
  const click = await rig.first('action', ({ type }) => type === 'click', 'the click');
  assert.deepEqual(click.testIds, ['checkout', 'login']);
});

it('records no bodies and no input where that is switched off', async (t) => {
  const site = await startSite({
    '/': `${say('private')}<input aria-label=Name>`,
    '/data': (_q, r) => void r.end('data'),
  });
  t.after(() => site.close());
  const privacy = { bodies: false, inputValues: false, headers: ['x-mine'], authWords: [], secretWords: [] };
  const rig = await startCapture({ privacy });
  t.after(() => rig.close());
  const tab = await rig.engine.tab();
  await tab.page.goto(site.url('/'));
  await tab.page.fill('input', 'Ada');
  await tab.page.evaluate(
    `fetch('/data', { method: 'POST', body: 'x', headers: { 'x-mine': '1', 'x-api-key': 'shown' } })`,
  );
  const { data } = await rig.first('request', ({ url }) => url.endsWith('/data'), 'the request');
  assert.deepEqual(data.requestBody, { withheld: 'switched-off' });
  assert.deepEqual(data.responseBody, { withheld: 'switched-off', length: 4 });
  assert.deepEqual(data.withheldHeaders, ['x-mine']);
  await rig.capture.settled();
  const [typed] = rig.all('action', ({ type }) => type === 'input');
  assert.deepEqual([typed?.data.value, typed?.data.length], ['[redacted]', 3]);
});
