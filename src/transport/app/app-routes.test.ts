import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { startFront } from '../../../test/kit/echo-front.ts';
import { fetchText as send } from '../../../test/kit/http.ts';
import { NOTHING_DRAWN, NOTHING_LIVE, NOTHING_STEERED } from '../../../test/kit/nothing-live.ts';
import { fault } from '../../kernel/fault.ts';
import { type AppCalls, type AppReader, type AppRecord, appServing } from './app-routes.ts';
import type { AppPictures } from './picture-routes.ts';

const BLOB = 'a'.repeat(64);
const asked: unknown[][] = [];
let tellLater = () => false;
const row = { seq: 1, time: 1, stream: 'console', tone: 'plain', kind: 'log', text: 'x' } as const;
const record: AppRecord = {
  about: async (callers) => ({ version: '1', agents: [...callers] }),
  rows: async (...args) => {
    asked.push(args);
    if (args[1].filter === 'bad') throw new Error('inside');
    return { rows: [row] };
  },
  histogram: async () => ({ from: 0, width: 1, parts: 0, lanes: {} }),
  item: async (_, seq) =>
    seq === 1 ? { row, source: 'browser', where: {}, tests: [], data: { html: '<b>\u202e' } } : undefined,
  story: async (_, seq) => (seq === 1 ? { causes: [], effects: [] } : undefined),
  body: async (_, seq, blob) =>
    seq === 1 && blob === BLOB
      ? { bytes: Buffer.from('<script>alert(1)</script>'), mimeType: 'text/html' }
      : seq === 2
        ? { bytes: Buffer.from('x'), mimeType: 'image/PNG; a=b' }
        : undefined,
  listen: (callers, filter, hear) => {
    tellLater = () => hear({ rows: [row] });
    hear({ rows: [{ ...row, text: `${callers} ${filter}` }] });
    return () => {};
  },
};

const reader: AppReader = {
  explain: async (_, seq) => {
    if (seq !== 1) throw fault('NO_SUCH_ITEM', { what: 'item', id: String(seq) });
    return { first: 'It was full.', told: '+0 GET /' };
  },
  source: async (_, seq) => (seq === 1 ? { url: 'a.ts', line: 1, first: 1, lines: ['x'] } : undefined),
};

const journal: AppCalls = {
  calls: async (callers, { filter }, limit, before) => {
    asked.push([callers, filter, limit, before]);
    return { calls: [] };
  },
  costs: async (...args) => {
    asked.push(args);
    return { from: 0, width: 1, parts: 0, tools: [], agents: [] };
  },
};

const shelf = { id: 'p 1', time: '', width: 1, height: 1, mode: 'window', marks: 0 };
const pictures: AppPictures = {
  list: async () => ({ pictures: [shelf] }),
  open: async (_, id) => {
    if (id !== shelf.id) throw fault('NO_SUCH_SCREENSHOT', { id });
    return { picture: shelf, marks: [], isKept: true };
  },
  image: async (...args) => {
    asked.push(args);
    return { bytes: Buffer.from('x'), mimeType: 'image/png' };
  },
  keep: async (...args) => void asked.push(args),
  hide: async () => ({ marks: [], notCovered: 'faces' }),
  exported: async (...args) => {
    asked.push(args);
    return { bytes: Buffer.from('<svg/>'), mimeType: 'image/svg+xml' };
  },
};

async function start(t: TestContext) {
  const report = async (callers: readonly string[], { filter }: { readonly filter: string }) => {
    if (filter === 'bad') throw new Error('inside');
    return ['<!doctype html>', `${callers} ${filter}`];
  };
  const app = appServing({
    record,
    reader,
    journal,
    report,
    pictures,
    live: NOTHING_LIVE,
    drawings: NOTHING_DRAWN,
    control: NOTHING_STEERED,
  });
  const { base: origin, port } = await startFront(t, {
    key: 'the-key-of-all',
    routes: app.routes,
    sockets: app.sockets,
  });
  const base = `${origin}/app`;
  const login = async (code: string) =>
    send(`${base}/api/login`, { method: 'POST', body: { code }, headers: { origin } });
  const enter = async () => {
    const code = app.linkFor(['own user']).split('k=')[1]!;
    const { headers } = await login(code);
    return String(headers['set-cookie']).split(';')[0]!;
  };
  return { app, base, port, origin, login, enter };
}

test('a code becomes a cookie once; without it nothing is told', async (t) => {
  const { app, base, origin, login } = await start(t);
  for (const path of [
    'about',
    'items',
    'histogram',
    'calls',
    'costs',
    'item/1',
    'story/1',
    'explain/1',
    'source/1',
    `body/1/${BLOB}`,
  ])
    assert.equal((await send(`${base}/api/${path}`)).status, 401, path);
  const code = app.linkFor(['own user']).split('k=')[1]!;
  const entered = await login(code);
  assert.equal(entered.status, 200);
  const set = String(entered.headers['set-cookie']);
  assert.match(set, /^sensorium_\d+=[\w-]{43}; Path=\/app; HttpOnly; SameSite=Strict;/);
  assert.equal((await login(code)).status, 403);
  assert.equal((await login('x')).status, 403);
  const cookie = set.split(';')[0]!;
  assert.deepEqual(JSON.parse((await send(`${base}/api/about`, { headers: { cookie } })).text).agents, [
    'own user',
  ]);
  const left = await send(`${base}/api/logout`, { method: 'POST', headers: { cookie, origin } });
  assert.equal(left.status, 200);
  assert.equal((await send(`${base}/api/about`, { headers: { cookie } })).status, 401);
});

test('with a key one is who has that key', async (t) => {
  const { base, origin } = await start(t);
  const enter = (key: string) =>
    send(`${base}/api/login-key`, { method: 'POST', headers: { origin, authorization: `Bearer ${key}` } });
  assert.equal((await enter('wrong')).status, 403);
  const { headers } = await enter('the-key-of-all');
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  assert.deepEqual(JSON.parse((await send(`${base}/api/about`, { headers: { cookie } })).text).agents, [
    'key 1',
  ]);
});

test('pages of other origins, ports and hosts are kept out, cookie or not', async (t) => {
  const { base, port, enter } = await start(t);
  const cookie = await enter();
  const refused = async (headers: Record<string, string>) =>
    (await send(`${base}/api/about`, { headers: { cookie, ...headers } })).status;
  assert.equal(await refused({ origin: 'http://localhost:1' }), 403);
  assert.equal(await refused({ origin: `http://localhost:${port}` }), 403);
  assert.equal(await refused({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }), 403);
  assert.equal(await refused({ host: 'rebound.example' }), 403);
  assert.equal(await refused({}), 200);
});

test('questions are bounded, and wrong ones are told', async (t) => {
  const { base, enter } = await start(t);
  const headers = { cookie: await enter() };
  await send(`${base}/api/items?filter=a%20b&from=5&to=x&limit=99999&before=1-2`, { headers });
  const [callers, ask, limit, before] = asked.at(-1) as [
    string[],
    { filter: string; from: number },
    number,
    string,
  ];
  assert.deepEqual([callers, ask.filter, ask.from, limit, before], [['own user'], 'a b', 5, 500, '1-2']);
  await send(`${base}/api/calls?filter=tool:a&limit=9999&before=7`, { headers });
  assert.deepEqual(asked.at(-1), [['own user'], 'tool:a', 200, 7]);
  await send(`${base}/api/calls?before=x`, { headers });
  assert.deepEqual(asked.at(-1), [['own user'], '', 60, undefined]);
  await send(`${base}/api/costs?parts=-3`, { headers });
  assert.equal(asked.at(-1)?.[2], 60);
  assert.equal((await send(`${base}/api/items?filter=bad`, { headers })).status, 500);
  assert.equal((await send(`${base}/api/item/2`, { headers })).status, 404);
  for (const path of ['explain/2', 'source/2', 'picture/gone'])
    assert.equal((await send(`${base}/api/${path}`, { headers })).status, 404, path);
  assert.match((await send(`${base}/api/explain/1`, { headers })).text, /It was full/);
  assert.equal((await send(`${base}/api/item/..%2f`, { headers })).status, 404);
  const item = await send(`${base}/api/item/1`, { headers });
  assert.ok(!item.text.includes('\u202e'));
  assert.equal(item.headers['x-content-type-options'], 'nosniff');
});

test('bodies come as something that can only be looked at', async (t) => {
  const { base, enter } = await start(t);
  const headers = { cookie: await enter() };
  const body = await send(`${base}/api/body/1/${BLOB}`, { headers });
  assert.equal(body.headers['content-type'], 'application/octet-stream');
  assert.match(String(body.headers['content-disposition']), /^attachment/);
  assert.match(String(body.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  const picture = await send(`${base}/api/body/2/${BLOB}`, { headers });
  assert.equal(picture.headers['content-type'], 'image/png');
  assert.equal((await send(`${base}/api/body/3/${BLOB}`, { headers })).status, 404);
  assert.equal((await send(`${base}/api/body/1/..%2f..%2fetc`, { headers })).status, 404);
});

test('a report comes as a file that runs nothing here', async (t) => {
  const { base, enter } = await start(t);
  assert.equal((await send(`${base}/api/report`)).status, 401);
  const headers = { cookie: await enter() };
  const report = await send(`${base}/api/report?filter=is:error`, { headers });
  assert.equal(report.text, '<!doctype html>own user is:error');
  assert.match(
    String(report.headers['content-disposition']),
    /^attachment; filename="sensorium-report-.*\.html"$/,
  );
  assert.match(String(report.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.equal((await send(`${base}/api/report?filter=bad`, { headers })).status, 500);
});

test('pictures are for whoever has logged in, and what is exported is a file that runs nothing', async (t) => {
  const { base, origin, enter } = await start(t);
  for (const path of ['pictures', 'picture/p%201', 'pixels/p%201'])
    assert.equal((await send(`${base}/api/${path}`)).status, 401, path);
  const post = async (path: string, body: object, cookie?: string) =>
    send(`${base}/api/${path}`, { method: 'POST', body, headers: { origin, ...(cookie && { cookie }) } });
  for (const path of ['marks', 'hide', 'export'])
    assert.equal((await post(`${path}/p%201`, { marks: [] })).status, 401, path);
  const cookie = await enter();
  const headers = { cookie };
  assert.equal(JSON.parse((await send(`${base}/api/pictures`, { headers })).text).pictures[0].id, 'p 1');
  assert.equal(JSON.parse((await send(`${base}/api/picture/p%201`, { headers })).text).isKept, true);
  assert.match((await send(`${base}/api/picture/none`, { headers })).text, /"error":.*none/);
  await send(`${base}/api/pixels/p%201?longest=90000`, { headers });
  assert.deepEqual(asked.at(-1), [['own user'], 'p 1', undefined]);
  await send(`${base}/api/pixels/p%201?longest=320`, { headers });
  assert.deepEqual(asked.at(-1), [['own user'], 'p 1', 320]);
  assert.equal((await post('marks/p%201', { marks: [{ type: 'crop' }, 'x'] }, cookie)).status, 200);
  assert.deepEqual(asked.at(-1), [['own user'], 'p 1', [{ type: 'crop' }]]);
  assert.equal(JSON.parse((await post('hide/p%201', {}, cookie)).text).notCovered, 'faces');
  const svg = await post('export/p%201', { format: 'svg', marks: [] }, cookie);
  assert.equal(svg.headers['content-disposition'], 'attachment');
  assert.match(String(svg.headers['content-security-policy']), /^sandbox; default-src 'none'/);
  assert.equal(asked.at(-1)?.[3], 'svg');
  await post('export/p%201', { format: 'exe' }, cookie);
  assert.deepEqual(asked.at(-1)?.slice(2), [[], 'png']);
});

test('the page’s own files are served with a policy that lets nothing else run', async (t) => {
  const { base } = await start(t);
  const page = await send(`${base}/`);
  assert.equal(page.status, 200);
  assert.ok(!/<script(?![^>]*\bsrc=)|<style|\son\w+=|style=/i.test(page.text), 'nothing inline');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self';/);
  assert.ok(!/unsafe|data:|blob:|\*/.test(policy), policy);
  const [, script] = /src="([^"]+)"/.exec(page.text) ?? [];
  const code = await send(`${base}/${script}`);
  assert.match(String(code.headers['content-type']), /^text\/javascript/);
  assert.match(String(code.headers['cache-control']), /immutable/);
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/none.js'])
    assert.notEqual((await send(`${base}${path}`)).status, 200, path);
  assert.equal((await send(base)).status, 308);
});

test('the socket asks for the cookie and for the origin', async (t) => {
  const { base, origin, enter } = await start(t);
  const cookie = await enter();
  const url = `${base.replace('http', 'ws')}/live`;
  const opened = (headers: Record<string, string>) =>
    new Promise<WebSocket | number>((resolve) => {
      const socket = new WebSocket(url, { headers });
      socket.on('open', () => resolve(socket));
      socket.on('unexpected-response', (_, { statusCode = 0 }) => {
        socket.terminate();
        resolve(statusCode);
      });
      socket.on('error', () => {});
    });
  assert.equal(await opened({ origin }), 401);
  assert.equal(await opened({ cookie, origin: 'http://evil.example' }), 403);
  assert.equal(await opened({ cookie, origin: 'http://localhost:3000' }), 403);
  assert.equal(await opened({ authorization: 'Bearer the-key-of-all', origin }), 401);
  const socket = (await opened({ cookie, origin })) as WebSocket;
  t.after(() => socket.terminate());
  const heard = new Promise<string>((resolve) =>
    socket.on('message', (data) => String(data).includes('rows') && resolve(String(data))),
  );
  socket.send(JSON.stringify({ filter: 'is:error' }));
  assert.equal(JSON.parse(await heard).rows[0].text, 'own user is:error');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.send('nonsense');
  assert.equal(await closed, 1008);
});

test('the socket of who has logged out tells nothing more', async (t) => {
  const { base, origin, enter } = await start(t);
  const cookie = await enter();
  const socket = new WebSocket(`${base.replace('http', 'ws')}/live`, { headers: { cookie, origin } });
  t.after(() => socket.terminate());
  let heard = 0;
  const first = new Promise<void>((resolve) => {
    socket.on('message', () => {
      heard++;
      resolve();
    });
  });
  socket.on('open', () => socket.send('{"filter":""}'));
  await first;
  const closed = new Promise((resolve) => socket.on('close', (_, reason) => resolve(`${reason}`)));
  const { status } = await send(`${base}/api/logout`, { method: 'POST', headers: { cookie, origin } });
  assert.equal(status, 200);
  tellLater();
  assert.deepEqual([await closed, heard], ['nobody is logged in', 1]);
});
