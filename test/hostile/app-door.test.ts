/** Another user of the machine who was sent the cookie of the web app, or read its link in the list of processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchText } from '../kit/http.ts';
import { served } from '../kit/keyed-clients.ts';
import { needsRoot, statusesAsOther } from '../kit/other-user.ts';

test('neither the link nor the cookie of the web app lets another user in', {
  skip: needsRoot,
}, async (t) => {
  const { base, server } = await served(t, []);
  const [, code = ''] = await server.stderrMatch(/\/app\/#k=(\S+)/);
  const body = JSON.stringify({ code });
  const login = { url: `${base}/app/api/login`, headers: { 'content-type': 'application/json' }, body };
  assert.deepEqual(await statusesAsOther([login]), [403]);
  const { status, headers } = await fetchText(login.url, { headers: login.headers, body });
  assert.equal(status, 200, 'the code is still good for its own user');
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const about = `${base}/app/api/about`;
  assert.equal((await fetchText(about, { headers: { cookie } })).status, 200);
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const strangers = [
    { url: about, headers: { cookie } },
    { url: about, headers: { cookie, 'X-Forwarded-For': '10.0.0.1' } },
    { url: `${base}/app/live`, headers: { cookie, ...upgrade } },
  ];
  assert.deepEqual(await statusesAsOther(strangers), [401, 401, 401]);
});
