/** Archive, policy and hashes of a site that does a little of everything, put to use in a browser. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { plainBrowser } from '../../../../test/kit/browser.ts';
import { importAsChrome } from '../../../../test/kit/chrome-har.ts';
import { harSchema } from '../../../../test/kit/har-schema.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { type TelemetryRig, telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const PAGE = `<!doctype html><title>Shop</title><link rel=icon href="data:,">
<link rel=stylesheet href="{{other}}/other.css" crossorigin><link rel=stylesheet href="/own.css"><style>h1 { color: green }</style>
<script src="{{other}}/other.js" crossorigin></script><script src="/own.js"></script>
<h1 style="margin: 1px">Shop</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img src="/dot.gif"><iframe src="{{other}}/frame"></iframe>
<button id=buy onclick="buy()">Buy</button><form action="/sent" method=post><input name=n><button id=send>Send</button></form><p id=out></p>
<script>
async function buy() {
  const answer = await fetch('/api/buy', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"item":7}' });
  await answer.json();
  await fetch('{{other}}/api/else').then((one) => one.text());
  const made = document.createElement('script'); made.textContent = 'window.late = 1'; document.head.append(made);
  new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => {
    const socket = new WebSocket('ws://' + location.host + '/live');
    socket.onopen = () => { socket.send('hello'); socket.send(new Uint8Array([1, 2, 255])); };
    let heard = 0;
    socket.onmessage = () => { if (++heard === 2) out.textContent = 'done'; };
  };
}
</script>`;

const typed = (type: string, text: string, more: Record<string, string> = {}) =>
  ((_request, response) =>
    void response.writeHead(200, { 'content-type': type, ...more }).end(text)) as Parameters<
    typeof startSite
  >[0][string];
const open = { 'access-control-allow-origin': '*' };

const closings: (() => unknown)[] = [];
let site: Site;
let rig: TelemetryRig;

const walk = async (page: Page) => {
  await page.click('#buy');
  // No script of ours: a policy may forbid it.
  await page.getByText('done').waitFor({ timeout: 10_000 });
};

before(async () => {
  site = await startSite({
    '/': PAGE,
    '/own.css': typed('text/css', 'p { color: blue }'),
    '/own.js': 'window.own = "é";',
    '/other.css': typed('text/css', 'b { color: red }', open),
    '/other.js': typed('text/javascript', 'window.other = "ü";', open),
    '/dot.gif': typed('image/gif', 'GIF89a'),
    '/frame': '<!doctype html><p>framed</p><script>window.x = eval("1")</script>',
    '/api/buy': typed('application/json', '{"order":42}', { 'set-cookie': 'sid=secret; Path=/; HttpOnly' }),
    '/api/else': typed('text/plain', 'else', open),
    '/sent': '<!doctype html><title>Sent</title><p>Thanks',
  });
  rig = await telemetryRig({ after: (close) => void closings.unshift(close) });
  await rig.call('interact', { action: 'navigate', url: site.url('/') });
  await walk((await rig.engine.tab()).page);
});
after(async () => {
  for (const close of closings) await close();
  await site.close();
});

const make = async (format: string, args: object = {}) => {
  const { data, isError, summary } = await rig.call('generate', { format, budget: 1_000_000, ...args });
  assert.equal(isError, false, `${format}: ${summary} ${JSON.stringify(data)}`);
  return data;
};

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
const entryOf = (archive: any, ending: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: the same
  archive.log.entries.find(({ request }: any) => request.url.endsWith(ending));

verifies(
  ['gasoline: generate har', 'gasoline: fault 10 dates of archives', 'gasoline: fault 18 har'],
  async () => {
    // The page tells of its load some time after it.
    const timesOf = async () => (await make('har')).har.log.pages[0]?.pageTimings;
    await until('times of the load', async () => (await timesOf())?.onLoad > 0);
    const { har, entries_count } = await make('har');
    harSchema.parse(har);
    assert.equal(har.log.entries.length, entries_count);
    const imported = importAsChrome(har);
    const asChrome = (path: string) => imported.find(({ url }) => url.endsWith(path))!;
    assert.deepEqual([imported.length, asChrome('/live').messages.length], [entries_count, 4]);
    assert.deepEqual(
      ['/', '/own.js', '/own.css', '/api/buy', '/live', '/dot.gif'].map((path) => asChrome(path).type),
      ['document', 'script', 'stylesheet', 'fetch', 'websocket', 'image'],
    );
    assert.ok(asChrome('/api/buy').hasPage);
    const buy = entryOf(har, '/api/buy');
    assert.equal(buy.request.postData.text, '{"item":7}');
    assert.equal(buy.response.content.text, '{"order":42}');
    assert.equal(buy.response.content.size, 12);
    assert.ok(buy.response.headersSize > 50 && buy.timings.wait > 0 && buy.time > 0, JSON.stringify(buy));
    assert.deepEqual(buy.response.cookies, [
      { name: 'sid', value: '[withheld]', httpOnly: true, secure: false, path: '/' },
    ]);
    assert.equal(buy.serverIPAddress, '127.0.0.1');
    assert.ok(Math.abs(Date.parse(buy.startedDateTime) - Date.now()) < 120_000);
    const [page] = har.log.pages;
    assert.ok(buy.pageref === page.id && page.pageTimings.onLoad > 0, JSON.stringify(page));
    const times = har.log.entries.map(({ startedDateTime }: { startedDateTime: string }) => startedDateTime);
    assert.deepEqual(times, times.toSorted());
    const live = entryOf(har, '/live');
    assert.equal(live.response.status, 101);
    assert.deepEqual(
      live._webSocketMessages.map(({ type, opcode, data }: Record<string, unknown>) => [type, opcode, data]),
      [
        ['send', 1, 'hello'],
        ['send', 2, 'AQL/'],
        ['receive', 1, 'hello'],
        ['receive', 2, 'AQL/'],
      ],
    );
  },
);

test('filters choose, and what is long or named becomes a file', async () => {
  const { har } = await make('har', { method: 'POST', status_min: 200, status_max: 299 });
  assert.equal(har.log.entries.length, 1);
  const long = await make('har', { budget: 3000 });
  harSchema.parse(JSON.parse(await readFile(long.saved_to, 'utf8')));
  const { saved_to, file_size_bytes } = await make('har', { save_to: 'walk.har' });
  assert.equal(saved_to, join(rig.folder, 'walk.har'));
  assert.equal((await readFile(saved_to)).length, file_size_bytes);
  // Ours may be written anew, what others wrote stays.
  await make('har', { save_to: 'walk.har' });
  await writeFile(join(rig.folder, 'theirs.har'), 'theirs');
  const refused = await rig.call('generate', { format: 'har', save_to: 'theirs.har' });
  assert.equal(refused.isError, true);
  assert.equal(await readFile(join(rig.folder, 'theirs.har'), 'utf8'), 'theirs');
  const outside = await rig.call('generate', { format: 'har', save_to: '/etc/walk.har' });
  assert.equal(outside.data.error, 'path_not_allowed');
  const none = await rig.call('generate', { format: 'har', url: 'nowhere' });
  assert.equal(none.data.error, 'no_data');
});

/** The walk with a policy that comes with every document of the site; tells what the browser objected to. */
async function violations(header: string, policy: string, isWalked = true): Promise<readonly string[]> {
  const browser = await plainBrowser(['--disable-features=LocalNetworkAccessChecks']);
  try {
    const page = await browser.newPage();
    await page.addInitScript(
      `globalThis.heard = []; document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        heard.push(violatedDirective + ' ' + blockedURI));`,
    );
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, headers: { ...answer.headers(), [header]: policy } });
      },
    );
    await page.goto(site.url('/'));
    if (isWalked) await walk(page);
    return await page.evaluate('heard');
  } finally {
    await browser.close();
  }
}

verifies(['gasoline: generate csp', 'gasoline: fault 16 csp'], async () => {
  const policies = new Set<string>();
  for (const mode of ['strict', 'moderate', 'report_only']) {
    const { policy, header, findings } = await make('csp', { mode });
    assert.deepEqual(await violations(header.toLowerCase(), policy), [], `${mode}: ${policy}`);
    if (mode === 'strict')
      assert.deepEqual(
        findings.filter(({ severity }: { severity: string }) => severity === 'high'),
        [],
        JSON.stringify(findings),
      );
    policies.add(`${header}: ${policy}`);
  }
  assert.equal(policies.size, 3);
  const { policy, directives } = await make('csp', { mode: 'strict' });
  const { host } = new URL(site.otherOrigin);
  assert.match(directives['script-src'], new RegExp(`${host}/other\\.js`));
  assert.match(directives['connect-src'], /'self'.*ws:\/\//);
  assert.match(directives['worker-src'], /blob:/);
  assert.doesNotMatch(policy, /unsafe-(inline|eval)/);
  // A policy that allows less is objected to: the check above can fail.
  const less = policy.replaceAll(/'sha256-[^']+'/g, '');
  assert.notDeepEqual(await violations('content-security-policy', less, false), []);
});

test('options of csp have their effect', async () => {
  const own = await make('csp', { exclude_origins: [site.otherOrigin], include_report_uri: true });
  assert.ok(!own.policy.includes(site.otherOrigin), own.policy);
  assert.equal(own.directives['report-uri'], '/csp-report');
  const unknown = await rig.call('generate', { format: 'csp', mode: 'lax' });
  assert.equal(unknown.data.error, 'invalid_param');
});

verifies(['gasoline: generate sri', 'gasoline: fault 17 sri'], async () => {
  const { resources, summary } = await make('sri');
  assert.deepEqual(
    resources.map(({ url, type }: Record<string, string>) => [type, new URL(url!).pathname]).toSorted(),
    [
      ['script', '/other.js'],
      ['stylesheet', '/other.css'],
    ],
  );
  assert.equal(summary.without_sri, 2);
  const styles = await make('sri', { resource_types: ['stylesheet'], origins: [site.origin] });
  assert.deepEqual(
    styles.resources.map(({ url }: { url: string }) => new URL(url).pathname),
    ['/own.css'],
  );
  // The page with the tags in the place of its own: the browser takes what they name, and nothing else.
  const tags = [...resources, ...styles.resources].map((one: { tag_template: string }) => one.tag_template);
  const loads = async (changed: readonly string[]) => {
    const browser = await plainBrowser(['--disable-features=LocalNetworkAccessChecks']);
    try {
      const page = await browser.newPage();
      await page.route(site.url('/'), (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><meta charset=utf-8>${changed.join('')}<b>b</b><p>p</p>`,
        }),
      );
      await page.goto(site.url('/'));
      return await page.evaluate(
        '[window.other, getComputedStyle(document.querySelector("b")).color, getComputedStyle(document.querySelector("p")).color]',
      );
    } finally {
      await browser.close();
    }
  };
  assert.deepEqual(await loads(tags), ['ü', 'rgb(255, 0, 0)', 'rgb(0, 0, 255)']);
  const wrong = tags.map((tag) => tag.replace('sha384-', 'sha384-A'));
  assert.deepEqual(await loads(wrong), [undefined, 'rgb(0, 0, 0)', 'rgb(0, 0, 0)']);
});
