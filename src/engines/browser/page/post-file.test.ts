import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { navigate } from '../actions/navigate.ts';
import { postFile } from './post-file.ts';

test('each answer has the bound of its own posting, and comes with the cookies of the page', async (t) => {
  const started = await startEngine();
  t.after(() => started.close());
  const site = await startSite({
    '/': (_, response) => {
      response.setHeader('set-cookie', 'who=me');
      response.setHeader('content-type', 'text/html').end('<!doctype html>');
    },
    '/say': (request, response, url) => {
      request.resume().once('end', () => {
        response.end(`${request.headers.cookie} ${'x'.repeat(Number(url.searchParams.get('length')))}`);
      });
    },
  });
  t.after(() => site.close());
  const tab = await started.engine.tab();
  await navigate(tab, site.url('/'));
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
  const post = (length: number, most: number) =>
    postFile(tab.page.context(), { url: site.url(`/say?length=${length}`), file, timeoutMs: 60_000, most });
  const [short, long, exact] = await Promise.all([post(3, 1000), post(300_000, 10), post(3, 10)]);
  assert.deepEqual([String(short.body), short.isCut, short.status], ['who=me xxx', false, 200]);
  assert.deepEqual([String(long.body), long.isCut], ['who=me xxx', true]);
  assert.deepEqual([String(exact.body), exact.isCut], ['who=me xxx', false]);
  // What others ask of the same browser has no bound of ours.
  const other = await tab.page.context().request.post(site.url('/say?length=300000'));
  assert.equal((await other.text()).length, 300_007);
});
