/**
 * Sensorium installed as a user has it, in a folder of its own: `deep` names the command that installs Lighthouse, the
 * command is run as it is told, and the next answer has the report. Brings some 180 MB from the registry.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { RawClient } from '../bench/raw-client.ts';
import { say } from './options.ts';

const run = promisify(execFile);
const PAGE = '<!doctype html><title>Shop</title><h1>Shop</h1><img src="/x.png"><button></button>';
const EXPECTED = ['button-name', 'html-has-lang', 'image-alt'];
const LIMIT_MS = 240_000;

interface Told {
  readonly code?: string;
  readonly retry?: string;
  readonly final?: boolean;
  readonly correlation_id?: string;
  readonly result?: Told;
  readonly lighthouse?: {
    readonly version: string;
    readonly scores: Readonly<Record<string, number>>;
    readonly failed: readonly { readonly id: string }[];
  };
}

/** A page is opened by the installed command and looked at deeply. */
async function lookDeeply(folder: string, url: string): Promise<Told> {
  const command = join(folder, 'node_modules/sensorium/bin/gasoline-mcp.cjs');
  const flags = ['--standalone', '--headless', '--isolated', '--no-sandbox'];
  const client = new RawClient([command, ...flags], join(folder, 'home'), folder);
  const call = async (name: string, args: object): Promise<Told> =>
    JSON.parse(await client.request('tools/call', { name, arguments: args })).result.structuredContent;
  try {
    await client.initialize();
    client.initialized();
    await call('interact', { action: 'navigate', url });
    let told = await call('analyze', { what: 'performance', trace: 'load', deep: true, budget: 50_000 });
    const { correlation_id: id } = told;
    for (const end = performance.now() + LIMIT_MS; told.final === false && performance.now() < end; ) {
      await wait(1_000);
      told = await call('observe', { what: 'command_result', correlation_id: id, budget: 50_000 });
    }
    return told.result ?? told;
  } finally {
    const ended = new Promise((done) => client.child.once('exit', done));
    client.child.stdin.end();
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'eval-lighthouse-'));
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
});
await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
try {
  const npm = (...args: string[]) => run('npm', args, { cwd: folder });
  await run('npm', ['pack', '--pack-destination', folder], { cwd: resolve(import.meta.dirname, '..') });
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
  await mkdir(join(folder, 'home'));
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  await npm('install', '--no-audit', '--no-fund', `./${packed}`);
  const before = await lookDeeply(folder, url);
  const command = /"npm (install \S+)"/.exec(before.retry ?? '')?.[1];
  say(`without it: ${before.code}, "npm ${command}"`);
  await npm(...(command ?? '').split(' '));
  const { lighthouse } = await lookDeeply(folder, url);
  const found = lighthouse?.failed.map(({ id }) => id) ?? [];
  say(`with it: Lighthouse ${lighthouse?.version}, ${JSON.stringify(lighthouse?.scores)}`);
  say(`audits that failed: ${found.join(', ')}`);
  const isRight = before.code === 'PACKAGE_MISSING' && EXPECTED.every((id) => found.includes(id));
  if (!isRight) process.exitCode = 1;
} finally {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
}
