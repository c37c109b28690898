/** A scratch Postgres cluster: real, on a local socket and a free port of loopback, gone in the end. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { unmet } from './needs.ts';

const exec = promisify(execFile);

export interface PostgresCluster {
  /** A URL for the database "postgres". It has a password, though the cluster asks for none. */
  readonly url: string;
  /** The same for a new, empty database. */
  createDatabase(name: string): Promise<string>;
  /** Stops the server and keeps its data. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Why there can be no cluster here, or false: for `skip`. */
export async function lackingPostgres(): Promise<string | false> {
  if (!(await binaries())) return unmet('not installed here: initdb, postgres (Debian: postgresql)');
  if (process.getuid?.() === 0 && !(await postgresUser())) {
    return unmet('PostgreSQL refuses to run as root and there is no user "postgres"');
  }
  return false;
}

/** One that `isDurable` keeps what it has committed through anything, as every other one does unless told. */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresCluster> {
  const bin = await binaries();
  const why = await lackingPostgres();
  if (!bin || why) throw new Error(why || 'PostgreSQL is not installed');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? await postgresUser() : undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  await exec(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...(isDurable
      ? []
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=32MB']),
    'max_connections=40',
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess | undefined;
  const pause = async () => {
    if (!server || server.exitCode !== null) return;
    const exit = once(server, 'exit');
    // A fast shutdown: open connections are cut.
    server.kill('SIGINT');
    await exit;
  };
  const stop = async () => {
    await pause();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
  const psql = (sql: string) =>
    exec(path.join(bin, 'psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qAtc', sql], {
      env: options.env,
    });
  const resume = async () => {
    server = spawn(path.join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
    await untilReady(() => psql('select 1'), server);
  };
  try {
    await resume();
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (database: string) => `postgres://postgres:secret@127.0.0.1:${port}/${database}`;
  return {
    url: urlOf('postgres'),
    async createDatabase(name) {
      await psql(`create database "${name}"`);
      return urlOf(name);
    },
    pause,
    resume,
    stop,
  };
}

async function untilReady(ask: () => Promise<unknown>, server: { exitCode: number | null }): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) {
        throw new Error('the scratch PostgreSQL did not come up', { cause: error });
      }
      await sleep(50);
    }
  }
}

/** The folder of the newest installation: Debian keeps one for each major version, others have it in PATH. */
async function binaries(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? await readdir(root) : [];
  const folders = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

async function postgresUser(): Promise<User | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await exec('id', [flag, 'postgres'])).stdout)),
    );
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}
