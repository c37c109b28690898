/** Real programs through the proxy: what they see and store must be the same as without it. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import test from 'node:test';
import { promisify } from 'node:util';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import { wireExport } from '../../src/toolsets/wire/wire-export.ts';
import { wireFlow } from '../../src/toolsets/wire/wire-flow.ts';
import { wireFlows } from '../../src/toolsets/wire/wire-flows.ts';
import { freePort } from '../kit/free-port.ts';
import { lacking } from '../kit/needs.ts';
import { lackingPostgres, startPostgres } from '../kit/postgres.ts';
import { scratch } from '../kit/scratch.ts';
import { portOf } from '../kit/tcp.ts';
import { type WireKit, wireKit, words } from '../kit/wire-kit.ts';
import { hash, readAll } from '../kit/wire-rig.ts';

const exec = promisify(execFile);

async function flowIds(kit: WireKit, port: number): Promise<string[]> {
  await kit.settled();
  const { data } = await kit.call(wireFlows, { port, limit: 500 });
  return (data!.flows as { id: string }[]).map((flow) => flow.id);
}

test('psql and pgbench against PostgreSQL', { skip: await lackingPostgres() }, async (t) => {
  const cluster = await startPostgres();
  t.after(() => cluster.stop());
  const kit = await wireKit(t);
  const direct = Number(new URL(cluster.url).port);
  const port = await kit.rule(direct);
  const at = (n: number) => ['-h', '127.0.0.1', '-p', String(n), '-U', 'postgres'];
  const query = (n: number, sql: string) => exec('psql', [...at(n), '-Atc', sql, 'postgres']);

  const sql = "select n, md5(n::text), repeat('ä€😀', n) from generate_series(1, 300) n";
  assert.equal((await query(port, sql)).stdout, (await query(direct, sql)).stdout);
  await assert.rejects(query(port, 'select * from nowhere'), /relation "nowhere" does not exist/);

  await exec('pgbench', [...at(direct), '-i', '-q', 'postgres']);
  const { stdout } = await exec('pgbench', [
    ...at(port),
    '-c',
    '4',
    '-t',
    '50',
    '-M',
    'prepared',
    'postgres',
  ]);
  assert.match(stdout, /number of transactions actually processed: 200\/200/);
  const sums = await query(
    direct,
    'select (select sum(abalance) from pgbench_accounts) = (select sum(delta) from pgbench_history)',
  );
  assert.equal(sums.stdout.trim(), 't');

  const ids = await flowIds(kit, port);
  const shown = words(await kit.call(wireFlow, { id: ids.at(-1)!, limit: 100 }));
  assert.match(shown, /postgres .*generate_series/);
  const failed = await kit.call(wireFlows, { port, text: 'nowhere' });
  const [{ id }] = failed.data!.flows as [{ id: string }];
  assert.match(words(await kit.call(wireFlow, { id })), /relation "nowhere" does not exist/);
});

test('redis-benchmark and redis-cli against Redis', {
  skip: lacking('redis-server', 'redis-cli', 'redis-benchmark'),
}, async (t) => {
  const folder = await scratch(t);
  const direct = await freePort();
  const server = spawn('redis-server', [
    '--port',
    String(direct),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
  ]);
  t.after(async () => {
    server.kill();
    await once(server, 'close');
  });
  for await (const line of server.stdout) if (String(line).includes('Ready to accept connections')) break;
  server.stdout.resume();
  const kit = await wireKit(t);
  const port = await kit.rule(direct);
  const { stdout } = await exec('redis-benchmark', [
    '-p',
    String(port),
    '-t',
    'set,get,lrange_100',
    '-n',
    '2000',
    '-c',
    '20',
    '-P',
    '8',
    '--csv',
  ]);
  assert.match(stdout, /"SET",/);
  const value = randomBytes(50_000).toString('base64');
  await exec('redis-cli', ['-p', String(port), 'set', 'k', value]);
  const [through, straight] = await Promise.all(
    [port, direct].map((n) => exec('redis-cli', ['-p', String(n), 'get', 'k'])),
  );
  assert.equal(through!.stdout, straight!.stdout);
  assert.equal(through!.stdout.trim(), value);
  await kit.settled();
  const { data } = await kit.call(wireFlows, { port, protocol: 'redis', limit: 5 });
  const [newest] = data!.flows as [{ id: string }];
  assert.match(words(await kit.call(wireFlow, { id: newest.id })), /redis .*GET/i);
});

test('curl fetches the same bytes, and the HAR tells of them', { skip: lacking('curl') }, async (t) => {
  const bytes = randomBytes(3_000_000);
  const web = createServer((_, response) => response.end(bytes)).listen(0, '127.0.0.1');
  await once(web, 'listening');
  t.after(() => web.close());
  const kit = await wireKit(t);
  const port = await kit.rule(portOf(web.address()));
  const options = { encoding: 'buffer', maxBuffer: 1e8 } as const;
  const { stdout } = await exec(
    'curl',
    ['-s', `http://127.0.0.1:${port}/a`, `http://127.0.0.1:${port}/b`],
    options,
  );
  assert.equal(hash(stdout), hash(Buffer.concat([bytes, bytes])));
  await kit.settled();
  const [file] = (await kit.call(wireExport, { format: 'har' })).data!.files as [{ path: string }];
  const { log } = JSON.parse((await exec('cat', [file.path], { maxBuffer: 1e8 })).stdout);
  assert.deepEqual(
    log.entries.map((entry: { response: { content: { size: number } } }) => entry.response.content.size),
    [3_000_000, 3_000_000],
  );
});

test('a browser shows the same page', {
  skip: (await findBrowser({ env: process.env })) ? false : 'no browser is installed',
}, async (t) => {
  const pages: Record<string, string> = {
    '/': '<title>t</title><script src="/s.js"></script><link rel=stylesheet href="/c.css"><p>start</p>',
    '/s.js':
      'addEventListener("load", async () => { const r = await fetch("/data"); document.querySelector("p").textContent = await r.text() })',
    '/c.css': 'p { color: rgb(1, 2, 3) }',
    '/data': 'fetched in the page',
  };
  const web = createServer((request, response) => {
    const path = request.url ?? '/';
    response.setHeader(
      'content-type',
      path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html',
    );
    response.end(pages[path] ?? '');
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  t.after(() => web.close());
  const kit = await wireKit(t);
  const port = await kit.rule(portOf(web.address()));
  const browser = await findBrowser({ env: process.env });
  const dump = async (n: number) => {
    const profile = await scratch(t);
    const quiet = [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ];
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      ...quiet,
      `--user-data-dir=${profile}`,
      '--virtual-time-budget=5000',
    ];
    return (await exec(browser!.path, [...flags, '--dump-dom', `http://127.0.0.1:${n}/`])).stdout;
  };
  const through = await dump(port);
  assert.match(through, /<p>fetched in the page<\/p>/);
  assert.equal(through, await dump(portOf(web.address())));
  const { data } = await kit.call(wireFlows, { port, text: 'GET /data' });
  assert.equal((data!.flows as unknown[]).length, 1);
});

test('a binary stream both ways at once, in odd pieces, arrives as it was sent', async (t) => {
  const size = 8 * 1024 * 1024;
  const [up, down] = [randomBytes(size), randomBytes(size)];
  const server = createTcpServer(async (socket) => {
    const [received] = await Promise.all([readAll(socket), pour(socket, down)]);
    serverGot.resolve(hash(received));
  }).listen(0, '127.0.0.1');
  const serverGot = Promise.withResolvers<string>();
  await once(server, 'listening');
  t.after(() => server.close());
  const kit = await wireKit(t);
  const port = await kit.rule(portOf(server.address()));
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [received] = await Promise.all([readAll(socket), pour(socket, up)]);
  assert.equal(hash(received), hash(down));
  assert.equal(await serverGot.promise, hash(up));
  const [id] = await flowIds(kit, port);
  const files = (await kit.call(wireExport, { format: 'raw', ids: [id!] })).data!.files as { path: string }[];
  const logged = await Promise.all(
    files.map(async ({ path }) =>
      hash((await exec('cat', [path], { encoding: 'buffer', maxBuffer: 1e8 })).stdout),
    ),
  );
  assert.deepEqual(logged, [hash(up), hash(down)]);
});

async function pour(socket: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0, n = 1; at < bytes.length; at += n) {
    n = (n * 7919) % 65_521;
    if (!socket.write(bytes.subarray(at, at + n))) await once(socket, 'drain');
  }
  socket.end();
}
