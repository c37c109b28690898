import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { sendAgain } from './send-again.page.ts';

test('a page sends a request again, with its cookies and by its rules', async (t) => {
  let heard: { cookie?: string | undefined; kind?: string | undefined; words: string } | undefined;
  const site = await startSite({
    '/': (_request, response) => void response.writeHead(200, { 'set-cookie': 'cart=7' }).end('<p>Shop'),
    '/buy': async (request, response) => {
      let words = '';
      for await (const part of request) words += part;
      heard = { cookie: request.headers.cookie, kind: request.headers['content-type'], words };
      response.writeHead(201).end('{"order":1}');
    },
  });
  t.after(() => site.close());
  const started = await startEngine();
  t.after(() => started.close());
  const { page } = await started.engine.tab();
  await page.goto(site.url('/'));
  const headers = [['content-type', 'application/json']] as const;
  const given = { url: site.url('/buy'), method: 'POST', headers, body: '{"item":2}' };
  const { status, length } = await page.evaluate(sendAgain, given);
  assert.deepEqual([status, length], [201, 11]);
  assert.deepEqual(heard, { cookie: 'cart=7', kind: 'application/json', words: '{"item":2}' });
});
