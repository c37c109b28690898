import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { networkRequest } from './network-requests.ts';
import { drop } from './pointer.ts';
import { emulateMedia } from './viewport.ts';

const kit = await browserKit({ after }, ['--caps', 'extra']);
const open = (path: string) => kit.ok('browser_navigate', { url: kit.pages.url(path) });

test('drop: files and data from outside the page', async () => {
  writeFileSync(join(kit.folder, 'cargo.txt'), 'x');
  await open('/drag.html');
  assert.match((await kit.ok(drop, { target: '#target', paths: ['cargo.txt'] })).text, /cargo\.txt/);
  await open('/drag.html');
  assert.match((await kit.ok(drop, { target: '#target', data: { 'text/plain': 'words' } })).text, /words/);
  await kit.fails('INVALID_ARGUMENTS', drop, { target: '#target' });
  await kit.fails('INVALID_ARGUMENTS', drop, { target: '#target', data: { 'text/plain': 1 } });
  await kit.fails('FILE_NOT_READABLE', drop, { target: '#target', paths: ['/etc/hostname'] });
});

test('emulate_media: the page sees it, null takes it back', async () => {
  await open('/index.html');
  const isDark = async () =>
    (await kit.ok('browser_evaluate', { function: "matchMedia('(prefers-color-scheme: dark)').matches" }))
      .text;
  await kit.ok(emulateMedia, { colorScheme: 'dark', media: 'print' });
  assert.match(await isDark(), /true/);
  await kit.ok(emulateMedia, { colorScheme: null });
  assert.match(await isDark(), /false/);
  await kit.fails('INVALID_ARGUMENTS', emulateMedia, {});
});

test('network_request: one request by its number; a binary body goes to a file', async () => {
  await open('/requests.html');
  await kit.ok('browser_click', { target: '#fetch' });
  const { data } = await kit.ok('browser_network_requests', { filter: 'echo' });
  const [{ number: index }] = data.requests as [{ number: number }];
  assert.match((await kit.ok(networkRequest, { index })).text, /\[POST\] \S+\/echo/);
  assert.match((await kit.ok(networkRequest, { index, part: 'request-body' })).text, /ping/);
  const saved = await kit.ok(networkRequest, { index, part: 'response-body', filename: 'body.txt' });
  assert.match(saved.text, /\[Response body\]\(\.\/body\.txt\)/);
  await kit.fails('NO_SUCH_REQUEST', networkRequest, { index: 500 });
});
