/** The shop with its database, cache and payment service, each behind a port that our server taps. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawClient } from '../../bench/raw-client.ts';
import { freePort } from '../../test/kit/free-port.ts';
import { startPostgres } from '../../test/kit/postgres.ts';
import { program } from '../apps/bring.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Stand {
  /** The shop, through its tap. */
  readonly url: string;
  /** The text of the answer. */
  call(tool: string, args?: Record<string, unknown>): Promise<string>;
  /** Breaks the shop in that way, or in none. */
  turn(fault: string): Promise<void>;
  /** Ends our server and copies its record to that folder. */
  keep(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts everything; `modules` is the folder with the shop's packages. */
export async function startStand(
  modules: string,
  options: {
    readonly needsBrowser: boolean;
    readonly application?: string;
    /** Where the taps listen, if that is to be seen. */
    readonly taps?: { readonly shop: number; readonly db: number };
  },
): Promise<Stand> {
  const home = await mkdtemp(join(tmpdir(), 'story-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })];
  const close = async () => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const redisPort = await freePort();
    closing.push(
      await started('redis-server', ['--port', String(redisPort), '--save', '', '--bind', '127.0.0.1'], home),
    );
    const [port, thirdPort, switchPort] = [await freePort(), await freePort(), await freePort()];
    const taps = {
      shop: options.taps?.shop ?? (await freePort()),
      third: await freePort(),
      redis: await freePort(),
      db: options.taps?.db ?? (await freePort()),
    };
    const database = new URL(postgres.url);
    const client = new RawClient(serverArguments(home), home, home);
    const end = async () => {
      if (client.child.exitCode !== null) return;
      const gone = once(client.child, 'exit');
      client.child.stdin.end();
      await Promise.race([gone, sleep(8000)]);
      client.child.kill('SIGKILL');
    };
    closing.push(end);
    await client.initialize();
    client.initialized();
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const line = await client.request('tools/call', { name, arguments: args });
      const { result, error } = JSON.parse(line) as Answer;
      if (!result) throw new Error(`${name}: ${error?.message}`);
      const text = result.content.map((block) => block.text ?? '').join('\n');
      if (result.isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text.slice(0, 400)}`);
      return text;
    };
    for (const [local, target] of [
      [taps.shop, port],
      [taps.third, thirdPort],
      [taps.redis, redisPort],
      [taps.db, Number(database.port)],
    ])
      await call('add-port-rule', { local_port: local, target_host: '127.0.0.1', target_port: target });
    const viaTap = new URL(postgres.url);
    viaTap.port = String(taps.db);
    viaTap.hostname = '127.0.0.1';
    const shop = await program(
      `http://127.0.0.1:${switchPort}/`,
      process.execPath,
      [join(import.meta.dirname, options.application ?? 'shop.cjs')],
      {
        cwd: home,
        env: {
          SHOP_MODULES: modules,
          PORT: String(port),
          THIRD_PORT: String(thirdPort),
          SWITCH_PORT: String(switchPort),
          THIRD_URL: `http://127.0.0.1:${taps.third}`,
          THIRD_DIRECT: `http://127.0.0.1:${taps.third}`,
          DOWN: `http://127.0.0.1:${await freePort()}`,
          DB_URL: viaTap.href,
          DB_ADMIN: postgres.url,
          REDIS_URL: `redis://127.0.0.1:${taps.redis}`,
        },
      },
    );
    closing.push(() => shop.stop());
    if (options.needsBrowser) await call('browser_navigate', { url: `http://localhost:${taps.shop}/` });
    const turn = async (fault: string) => {
      const answer = await fetch(`http://127.0.0.1:${switchPort}/?name=${encodeURIComponent(fault)}`, {
        method: 'POST',
      });
      if (!answer.ok) throw new Error(`the shop: ${await answer.text()}`);
    };
    const keep = async (folder: string) => {
      await end();
      await rm(folder, { recursive: true, force: true });
      await cp(join(home, 'state'), folder, { recursive: true });
    };
    return { url: `http://localhost:${taps.shop}`, call, turn, keep, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Answer {
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text?: string }[] };
  readonly error?: { readonly message: string };
}

function serverArguments(home: string): string[] {
  const bundle = join(root, 'bin/sensorium.cjs');
  if (!existsSync(bundle)) throw new Error('bin/sensorium.cjs is missing');
  const flags = [
    '--standalone',
    '--headless',
    '--isolated',
    '--rate-limit',
    '0',
    '--state-dir',
    join(home, 'state'),
  ];
  return [bundle, ...flags];
}

export async function started(
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(command, args, { cwd, stdio: 'ignore' });
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  await sleep(300);
  return async () => {
    if (child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
}
