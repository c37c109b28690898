/** Requests as playwright-mcp tells them: the expected texts are what version 0.0.83 writes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';
import { readPattern } from './define-tool.ts';

const kit = await browserKit({ after }, ['--answers', 'playwright', '--caps', 'network']);

async function say(tool: string, args: Record<string, unknown> = {}): Promise<string> {
  const { text } = await kit.call(tool, args);
  return text.replaceAll(kit.pages.origin, 'ORIGIN').replaceAll(/\d{4}-\d\d-\d\dT[\d-]+Z/g, 'TIME');
}
const open = (path: string) => say('browser_navigate', { url: kit.pages.url(path) });

test('requests are those since an address was opened, and numbered from there', async () => {
  await open('/index.html');
  await open('/requests.html');
  await say('browser_click', { target: '#fetch' });
  assert.equal(
    await say('browser_network_requests'),
    '### Result\n2. [POST] ORIGIN/echo?x=1 => [200] OK\n\nNote: 1 static request not shown, run with "static" option to see it.',
  );
  assert.equal(
    await say('browser_network_requests', { static: true }),
    '### Result\n1. [GET] ORIGIN/requests.html => [200] OK\n2. [POST] ORIGIN/echo?x=1 => [200] OK',
  );
  const detail = await say('browser_network_request', { index: 2 });
  assert.match(
    detail,
    /^### Result\n#2 \[POST\] ORIGIN\/echo\?x=1\n\n {2}General\n {4}status: {4}\[200\] OK\n/,
  );
  assert.match(detail, /\n {4}x-test: yes\n/);
  assert.doesNotMatch(detail, /sec-fetch-dest/); // those that the browser adds later are not among them
  assert.match(
    detail,
    /\n\nCall browser_network_request with part="request-body" to read the request body\.\nCall browser_network_request with part="response-body" to read the response body\.$/,
  );
  assert.equal(await say('browser_network_request', { index: 2, part: 'request-body' }), '### Result\nping');
  assert.equal(await say('browser_network_request', { index: 1, part: 'request-body' }), '');
  assert.equal(
    await say('browser_network_request', { index: 2, part: 'request-headers', filename: 'h.txt' }),
    '### Result\n- [Request headers](./h.txt)',
  );
  assert.equal(
    await say('browser_network_request', { index: 9 }),
    '### Error\nRequest #9 not found. Use browser_network_requests to see available indexes.',
  );
  assert.equal(
    await say('browser_network_requests', { filter: '(' }),
    '### Error\nInvalid arguments for tool "browser_network_requests":\n✖ Invalid regular expression\n  → at filter',
  );
});

test('bodies that are no text are files, and what is not there is nothing', async () => {
  await open('/requests.html');
  await say('browser_route', { pattern: '**/picture', contentType: 'image/jpeg', body: 'no text' });
  await say('browser_evaluate', {
    function: "() => fetch('/picture').then(() => fetch('/broken').catch(() => 0))",
  });
  assert.match(
    await say('browser_network_requests'),
    /^### Result\n2\. \[GET\] ORIGIN\/picture => \[200\] OK\n3\. \[GET\] ORIGIN\/broken => \[FAILED\] net::ERR_EMPTY_RESPONSE\n\n/,
  );
  assert.equal(
    await say('browser_network_request', { index: 2, part: 'response-body' }),
    '### Result\noutput/response-TIME.jpg',
  );
  assert.equal(
    await say('browser_network_request', { index: 2, part: 'response-body', filename: 'a.jpg' }),
    '### Result\n./a.jpg',
  );
  assert.equal(readFileSync(join(kit.folder, 'a.jpg'), 'utf8'), 'no text');
  const failed = await say('browser_network_request', { index: 3 });
  assert.match(failed, /\n {4}status: {4}\[FAILED\] net::ERR_EMPTY_RESPONSE\n {4}type: {6}fetch\n/);
  for (const part of ['response-body', 'response-headers'])
    assert.equal(await say('browser_network_request', { index: 3, part }), '');
});

test('a pattern that is none is refused', async () => {
  assert.ok((await readPattern('t', 'filter', 'A', 'i')).test('a'));
  await assert.rejects(readPattern('t', 'filter', '('), /"filter" is no regular expression: \(/);
});
