import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { postFile } from './post-file.ts';

test('of an answer no more is read than is wanted, and what comes packed stays so', async (t) => {
  const site = await startSite({
    '/short': (_request, response) => void response.end('thank you'),
    '/endless': (_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    },
    '/packed': (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000))),
  });
  t.after(() => site.close());
  const started = await startEngine();
  t.after(() => started.close());
  const { page } = await started.engine.tab();
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
  const post = (path: string) =>
    postFile(page.context(), { url: site.url(path), file, timeoutMs: 60_000, most: 50_000 });
  const short = await post('/short');
  assert.deepEqual([short.status, short.body.toString(), short.isCut], [200, 'thank you', false]);
  const endless = await post('/endless');
  assert.deepEqual([endless.body.length, endless.isCut], [50_000, true]);
  const packed = await post('/packed');
  assert.equal(packed.packing, 'gzip');
  assert.ok(packed.body.length < 50_000, `${packed.body.length}`);
});
