import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { ActingRig } from '../../../../test/kit/acting-rig.ts';

const rig = new ActingRig();

async function upload(t: TestContext, answer: RequestListener) {
  const server = createServer((request, response) => {
    request.resume().once('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  await rig.open('/form');
  await writeFile(join(rig.tools.folder, 'a.csv'), 'a,b\n');
  const { port } = server.address() as AddressInfo;
  const { data } = await rig.act('upload', { file_path: 'a.csv', api_endpoint: `http://127.0.0.1:${port}/` });
  return data.result;
}

test('upload: an answer without an end is read for a while, also behind a redirect', async (t) => {
  let passed = 0;
  const gone = Promise.withResolvers<void>();
  const result = await upload(t, (request, response) => {
    if (request.url === '/') return void response.writeHead(307, { location: '/on' }).end();
    const piece = Buffer.alloc(65_536, 'x');
    const more = () => {
      do passed += piece.length;
      while (response.write(piece));
    };
    response.on('drain', more).on('close', () => gone.resolve());
    more();
  });
  await gone.promise;
  assert.equal(result.status, 200);
  assert.match(result.response_body, /^x{2000}$/);
  assert.match(result.response_cut, /64 kB/);
  assert.ok(passed < 64 * 2 ** 20, `${passed} bytes were sent`);
});

test('upload: an answer that is packed unasked is not unpacked', async (t) => {
  const bomb = brotliCompressSync(Buffer.alloc(20_000_000));
  const result = await upload(t, (_request, response) => {
    response.writeHead(201, { 'content-encoding': 'br' }).end(bomb);
  });
  assert.deepEqual([result.status, result.response_body], [201, '']);
  assert.match(result.response_cut, /\bbr\b/);
});

test('upload: a short answer is told whole, and nothing is said of a cut', async (t) => {
  const result = await upload(t, (_request, response) => response.end('thank you'));
  assert.deepEqual([result.response_body, result.response_cut], ['thank you', undefined]);
});

test('upload: a file that is too large to be sent in one piece is refused before it is read', async () => {
  await rig.open('/form');
  const path = join(rig.tools.folder, 'large.bin');
  await writeFile(path, '');
  await truncate(path, 5_000_000_000);
  const { data } = await rig.act('upload', { file_path: path, api_endpoint: '/sent' });
  assert.equal(data.code, 'FILE_NOT_READABLE');
  assert.match(data.message, /more than 100 MB/);
});
