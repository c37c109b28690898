import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { crc32 } from 'node:zlib';
import { scratch } from '../../../../test/kit/scratch.ts';
import { findBrowser } from './find-browser.ts';
import { installBrowser, percentIn } from './install-browser.ts';

/** A zip with one stored file. */
function zip(name: string, content: Buffer): Buffer {
  const file = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(content), 10);
  common.writeUInt32LE(content.length, 14);
  common.writeUInt32LE(content.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, file, content]);
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(0x0314, 4);
  common.copy(entry, 6);
  entry.writeUInt32LE((0o100755 << 16) >>> 0, 38);
  const directory = Buffer.concat([entry, file]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}

async function serve(t: TestContext, answer: (path: string) => Buffer | undefined): Promise<string> {
  const server: Server = createServer((request, response) => {
    const body = answer(request.url ?? '');
    if (!body) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': body.length }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function environment(t: TestContext, host: string): Promise<Record<string, string>> {
  const home = await scratch(t);
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    PLAYWRIGHT_BROWSERS_PATH: `${home}/browsers`,
    PLAYWRIGHT_DOWNLOAD_HOST: host,
  };
}

test('a browser is downloaded with progress and then found', async (t) => {
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\necho Chromium 1.2.3.4\n#'),
    Buffer.alloc(3_000_000, 'x'),
  ]);
  const archive = zip('chrome-linux64/chrome', program);
  const ffmpeg = zip('ffmpeg-linux', Buffer.from('#!/bin/sh\n'));
  const host = await serve(t, (path) => (path.includes('ffmpeg') ? ffmpeg : archive));
  const env = await environment(t, host);
  const told: [number, string][] = [];
  await installBrowser({ env, progress: (percent, what) => told.push([percent, what]) });
  assert.ok(
    told.some(([percent]) => percent === 100),
    JSON.stringify(told),
  );
  assert.match(told[0]![1], /^Downloading \S+/);
  const found = await findBrowser({ env });
  assert.equal(found?.kind, 'playwright');
});

test('a download that fails says why', async (t) => {
  const host = await serve(t, () => undefined);
  const env = await environment(t, host);
  await assert.rejects(installBrowser({ env }), /Installing chromium failed: .*404/);
});

test('a cancelled one ends', async (t) => {
  const host = await serve(t, () => undefined);
  const env = await environment(t, host);
  await assert.rejects(installBrowser({ env, signal: AbortSignal.abort() }), /Installing chromium failed/);
});

test('percents in the lines of the installer', () => {
  assert.equal(percentIn('|■■■■      |  40% of 170.4 MiB'), 40);
  assert.equal(percentIn('Downloading Chromium 1.2'), undefined);
});
