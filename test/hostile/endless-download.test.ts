/** A server whose download never ends. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { browserKit } from '../kit/browser-kit.ts';
import { lacking } from '../kit/needs.ts';

test('a download that is larger than allowed is stopped', { skip: lacking('chromium') }, async (t) => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const server = createServer((_request, response) => {
    response.setHeader('content-disposition', 'attachment; filename="endless.bin"');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const kit = await browserKit(t, ['--download-mb', '2']);
  const { port } = server.address() as AddressInfo;
  await kit.call('browser_navigate', { url: `http://127.0.0.1:${port}/` });
  const engine = await kit.engine();
  const { state, failure } = await engine.downloads.wait(undefined, 20_000);
  assert.deepEqual([state, failure], ['failed', 'larger than 2 MB, the limit of --download-mb']);
  assert.deepEqual(
    (await readdir(engine.outputDir).catch(() => [])).filter((name) => name.includes('endless')),
    [],
  );
});
