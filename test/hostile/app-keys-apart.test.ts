/** Somebody with another key of the same server, who has opened the web app and asks for what is not theirs. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import WebSocket from 'ws';
import { fetchText } from '../kit/http.ts';
import { client, KEY, LIMIT_MS, OTHER, served } from '../kit/keyed-clients.ts';
import { lacking } from '../kit/needs.ts';

const MARK = 'CanaryOfTheFirst';

test('the web app gives another key nothing by number, by name or by socket', {
  skip: lacking('chromium'),
}, async (t) => {
  const { base, pages } = await served(t, ['--isolated']);
  const agent = await client(base, KEY);
  await agent.ok('browser_navigate', { url: pages.url('/form.html') });
  await agent.value(
    `(console.log('${MARK}'), fetch('/echo?${MARK}', { method: 'POST', body: '${MARK}' }), 1)`,
  );
  await agent.ok('browser_take_screenshot');
  await agent.ok('add-port-rule', { local_port: 0, target_host: '127.0.0.1', target_port: 9 });

  const login = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { headers: told } = await fetchText(`${base}/app/api/login-key`, {
      method: 'POST',
      headers,
      body: '',
    });
    return String(told['set-cookie']).split(';')[0]!;
  };
  const [first, other] = [await login(KEY), await login(OTHER)];
  const ask = (cookie: string, path: string, body?: object) =>
    fetchText(`${base}/app/api/${path}`, {
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      limitMs: LIMIT_MS,
    });
  const refused = async (path: string, body?: object) => {
    const { status, text } = await ask(other, path, body);
    assert.equal(status, 404, `${path}: ${text}`);
  };

  const rows: { seq: number }[] = JSON.parse((await ask(first, 'items?limit=500')).text).rows;
  assert.ok(rows.length > 3);
  const blobs = new Set<string>();
  for (const { seq } of rows) {
    const { text } = await ask(first, `item/${seq}`);
    for (const [, blob = ''] of text.matchAll(/"blob":"([0-9a-f]{64})"/g)) blobs.add(blob);
    for (const kind of ['item', 'story', 'explain', 'source']) await refused(`${kind}/${seq}`);
  }
  assert.ok(blobs.size > 0);
  for (const blob of blobs) for (const { seq } of rows) await refused(`body/${seq}/${blob}`);
  const pictures: { id: string }[] = JSON.parse((await ask(first, 'pictures')).text).pictures;
  assert.equal(pictures.length, 1);
  for (const { id } of pictures) {
    for (const kind of ['picture', 'pixels', 'paper']) await refused(`${kind}/${id}`);
    for (const kind of ['marks', 'hide', 'export']) await refused(`${kind}/${id}`, { marks: [] });
  }
  for (const path of ['items', `items?filter=${MARK}`, 'calls', 'report', 'pictures', 'instances'])
    assert.doesNotMatch((await ask(other, path)).text, new RegExp(`${MARK}|form\\.html`), path);

  const live = async (cookie: string) => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/app/live`, {
      headers: { cookie, origin: base },
    });
    t.after(() => socket.terminate());
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(String(data)));
    await once(socket, 'open');
    return { heard, say: (word: object) => socket.send(JSON.stringify(word)), socket };
  };
  const [own, strange] = [await live(first), await live(other)];
  strange.say({ look: { all: true, page: 't1' } });
  strange.say({ takeOver: 't1' });
  strange.say({ act: { kind: 'text', text: 'typed by a stranger' }, page: 't1' });
  strange.say({ traffic: true });
  strange.say({ filter: '' });
  own.say({ filter: '' });
  own.say({ look: { all: true } });
  // Both have been told of their pages, and the own one of what was said meanwhile.
  await agent.value(`(console.log('${MARK} again'), 1)`);
  while (
    !own.heard.some((one) => one.includes(`${MARK} again`)) ||
    !own.heard.some((one) => one.includes('form.html'))
  )
    await once(own.socket, 'message');
  while (!strange.heard.some((one) => one.includes('"pages"'))) await once(strange.socket, 'message');
  assert.doesNotMatch(strange.heard.join('\n'), new RegExp(`${MARK}|form\\.html`));
  assert.match(strange.heard.join('\n'), /"pages":\[\]/);
  assert.doesNotMatch(await agent.ok('browser_snapshot'), /typed by a stranger/);
});
