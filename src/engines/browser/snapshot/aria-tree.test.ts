import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { plainBrowser } from '../../../../test/kit/browser.ts';
import { ariaTree } from './aria-tree.ts';

const browser = await plainBrowser();
after(() => browser.close());

const frame = (type: string, text: string) =>
  `<iframe width=300 height=200 src="data:${type},${encodeURIComponent(text)}"></iframe>`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">drawn</text></svg>';
const PAGE = `<h1>Hello</h1><a href="#x" aria-expanded=true>Open \u2028 "it"</a><input value=typed disabled>
  ${frame('text/html', `<button>Inner</button>${frame('text/html', '<p>Innermost')}`)}
  <iframe></iframe>
  <div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML='<button>Shadow</button>'</script>`;

async function open(t: TestContext, html: string): Promise<Page> {
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.setContent(html, { waitUntil: 'load' });
  return page;
}

/** Counts how often the public way was gone. */
function watched(t: TestContext, page: Page) {
  return t.mock.method(page, 'ariaSnapshotJSON').mock;
}

test('the quick way gives what the public one gives: frames, shadow trees, states, boxes', async (t) => {
  const page = await open(t, PAGE);
  for (const boxes of [false, true]) {
    const options = { mode: 'ai', boxes, timeout: 10_000 } as const;
    const expected = await page.ariaSnapshotJSON(options);
    const publicWay = watched(t, page);
    assert.deepEqual(await ariaTree(page, options), expected);
    assert.equal(publicWay.callCount(), 0, 'this version of Playwright has its frames elsewhere');
    publicWay.restore();
    assert.match(JSON.stringify(expected), /Innermost.*Shadow/);
  }
});

test('its refs lead to the elements', async (t) => {
  const page = await open(t, PAGE);
  const text = JSON.stringify(await ariaTree(page, { mode: 'ai', timeout: 10_000 }));
  const ref = /"role":"button","name":"Inner"[^}]*?"ref":"(\w+)"/.exec(text)?.[1];
  assert.equal(await page.getByRef(ref!).textContent(), 'Inner');
});

test('where Playwright is not in this process the public way is gone', async (t) => {
  const page = await open(t, PAGE);
  const remote = Object.create(page, { _connection: { value: {} } }) as Page;
  const publicWay = watched(t, page);
  const tree = await ariaTree(remote, { mode: 'ai', timeout: 10_000 });
  assert.match(JSON.stringify(tree), /Innermost/);
  assert.equal(publicWay.callCount(), 1);
});

test('a page that does not answer is given up in time, and at once when nobody waits any longer', async (t) => {
  const page = await open(t, PAGE);
  const begun = page.waitForEvent('console');
  const endless = page.evaluate("console.log('begun'); for (;;);").catch(() => {}); // ends with the page
  await begun;
  await assert.rejects(ariaTree(page, { mode: 'ai', timeout: 300 }), { name: 'TimeoutError' });
  const nobody = new AbortController();
  const asked = ariaTree(page, { mode: 'ai', timeout: 60_000, signal: nobody.signal });
  nobody.abort(new Error('nobody waits'));
  await assert.rejects(asked, /nobody waits|abort/i);
  await page.close();
  await endless;
});

test('a page that is gone says so', async (t) => {
  const page = await open(t, PAGE);
  await page.close();
  await assert.rejects(ariaTree(page, { mode: 'ai', timeout: 10_000 }), /closed/);
});

/** Serves the given pages; `/never` and what they ask for besides stay without an answer. */
async function serve(t: TestContext, pages: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    if (body === undefined) return;
    const type = body.startsWith('<svg') ? 'image/svg+xml' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `:${(server.address() as AddressInfo).port}`;
}

const read = async (page: Page, timeout = 10_000) =>
  JSON.stringify(await ariaTree(page, { mode: 'ai', timeout }));

test('a drawing is read from its root, in a page of its own and in a frame', async (t) => {
  const framed = await open(t, frame('image/svg+xml', drawing));
  assert.match(await read(framed), /"iframe".*"drawn"/);
  const port = await serve(t, { '/': drawing });
  await framed.goto(`http://127.0.0.1${port}/`);
  assert.match(await read(framed), /"img".*"drawn"/);
});

test('a document without a body, or without anything, is empty and keeps nobody waiting', async (t) => {
  const page = await open(t, '<p>words</p>');
  const publicWay = watched(t, page);
  await page.evaluate('document.body.remove()');
  assert.doesNotMatch(await read(page), /words/);
  await page.evaluate('document.documentElement.remove()');
  assert.equal(await read(page), '[]');
  assert.equal(publicWay.callCount(), 0);
});

test('a frame that never comes and one that hangs are marked; the rest of the page is read', async (t) => {
  const port = await serve(t, {
    '/': '<button>Outer</button><iframe src=/never></iframe><iframe src=/inner></iframe>',
    '/inner': '<button>Inner</button>',
    '/hang': '<button>Hung</button>',
  });
  const page = await open(t, '');
  await page.goto(`http://127.0.0.1${port}/`, { waitUntil: 'commit' });
  await page.frameLocator('iframe >> nth=1').getByText('Inner').waitFor();
  const waiting = await read(page);
  assert.match(waiting, /"Outer".*"iframe"[^[\]]*"busy":true.*"Inner"/);
  // Another host is another process: it alone hangs.
  await page.evaluate(`document.querySelector('iframe').src = 'http://localhost${port}/hang'`);
  await page.frameLocator('iframe >> nth=0').getByText('Hung').waitFor();
  const hung = page.frames().find((one) => one.url().endsWith('/hang'));
  const begun = page.waitForEvent('console');
  hung?.evaluate("console.log('begun'); for (;;);").catch(() => {}); // ends with the page
  await begun;
  assert.match(await read(page, 2_000), /"Outer".*"iframe"[^[\]]*"busy":true.*"Inner"/);
});
