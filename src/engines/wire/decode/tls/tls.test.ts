import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import tls from 'node:tls';
import { decoderSuite } from '../../../../../test/kit/decoder-suite.ts';
import type { Chunk } from '../chunk.ts';
import { capturingRelay } from '../fixtures/capturing-relay.ts';
import { decodeAll, flow } from '../fixtures/flows.ts';
import { tls as decoder } from './tls.ts';

const tunnel = flow(
  ['up', 'CONNECT x:1 HTTP/1.1\r\n\r\n\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00'],
  ['down', 'HTTP/1.1 200 OK\r\n\r\n\x15\x03\x03\x00\x02\x02\x28'],
  ['up', '\x17\x03\x03\x00\x02ab\x17\x03\x03\x00\x01c'],
  ['down', '\x17\x03\x03\x00\x02xx'],
);

decoderSuite(decoder, { 'a tunnel': tunnel });

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
after(() => rmSync(folder, { recursive: true }));

function certificate(): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  execFileSync('openssl', [...request, '-subj', '/CN=wire.test', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function talk(
  t: { after: (close: () => unknown) => void },
  options: tls.SecureContextOptions,
): Promise<Chunk[]> {
  const server = tls.createServer({ ...certificate(), ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    socket.on('data', () => socket.end('x'.repeat(40_000)));
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const relay = await capturingRelay({ port: address.port });
  t.after(relay.close);
  const client = tls.connect({
    port: relay.port,
    host: '127.0.0.1',
    servername: 'wire.test',
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...options,
  });
  await once(client, 'secureConnect');
  client.write('hello');
  client.resume();
  await once(client, 'close');
  return relay.flows[0] ?? [];
}

test('TLS 1.3: both hellos in clear, the rest as counts', async (t) => {
  const messages = await decodeAll(await talk(t, { minVersion: 'TLSv1.3' }));
  const [hello] = messages;
  assert.equal(hello?.kind, 'client-hello');
  assert.equal(hello?.detail.sni, 'wire.test');
  assert.deepEqual(hello?.detail.alpn, ['http/1.1']);
  assert.deepEqual(hello?.detail.versions, ['TLS 1.3']);
  assert.match(String(hello?.detail.ja3), /^[0-9a-f]{32}$/);
  const answer = messages.find((one) => one.kind === 'server-hello');
  assert.equal(answer?.detail.version, 'TLS 1.3');
  assert.match(String(answer?.detail.cipher), /^TLS_AES_/);
  const data = messages.filter((one) => one.kind === 'application-data' && one.direction === 'down');
  assert.ok(data.reduce((sum, one) => sum + Number(one.detail.bytes), 0) > 40_000);
  assert.ok(messages.every((one) => one.error === undefined && one.protocol === 'tls'));
});

test('TLS 1.2: the certificate and the chosen ALPN are visible too', async (t) => {
  const messages = await decodeAll(await talk(t, { maxVersion: 'TLSv1.2' }));
  const answer = messages.find((one) => one.kind === 'server-hello');
  assert.equal(answer?.detail.version, 'TLS 1.2');
  assert.equal(answer?.detail.alpn, 'http/1.1');
  assert.ok(
    messages.some((one) => one.direction === 'down' && one.summary.includes('certificate CN=wire.test')),
  );
  const kinds = messages.map((one) => `${one.direction} ${one.kind}`);
  assert.ok(kinds.includes('up change-cipher-spec') && kinds.includes('down encrypted-handshake'));
  assert.ok(messages.every((one) => one.error === undefined));
});

test('alerts by name; a record that is none ends the reading there', async () => {
  const hello = flow(
    ['up', '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00'],
    ['down', '\x15\x03\x03\x00\x02\x02\x28garbage'],
  );
  const messages = await decodeAll(hello);
  assert.deepEqual(
    messages.map((one) => [one.kind, one.direction]),
    [
      ['client-hello', 'up'],
      ['alert', 'down'],
      ['error', 'down'],
      ['data', 'down'],
    ],
  );
  assert.match(JSON.stringify(messages[0]?.detail), /unreadable.*beyond its message/);
  assert.equal(messages[1]?.summary, 'alert fatal: handshake_failure');
  assert.match(messages[2]?.error ?? '', /not a TLS record \(down, offset 12\)/);
});
