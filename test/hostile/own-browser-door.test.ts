/** Another user of the machine at the door of the extension: whoever waits there for a code can try all codes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSION_ORIGIN } from '../../src/contract/extension.ts';
import { fetchText } from '../kit/http.ts';
import { KEY, served } from '../kit/keyed-clients.ts';
import { needsRoot, statusesAsOther } from '../kit/other-user.ts';

const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('another user gets in by no way, with the origin of the extension neither', {
  skip: needsRoot,
}, async (t) => {
  const { base } = await served(t, []);
  const url = `${base}/extension`;
  const strangers = [
    { url, headers: { ...upgrade, Origin: EXTENSION_ORIGIN } },
    { url, headers: { ...upgrade, Origin: EXTENSION_ORIGIN, Authorization: `Bearer ${KEY}` } },
    { url, headers: upgrade },
    { url: `${url}/browsers` },
    { url: `${url}/pair`, method: 'POST', body: '{"code":"123456"}' },
  ];
  assert.deepEqual(await statusesAsOther(strangers), [403, 403, 403, 401, 401]);
  const own = { headers: { authorization: `Bearer ${KEY}` } };
  assert.equal((await fetchText(`${url}/browsers`, own)).status, 200);
});
