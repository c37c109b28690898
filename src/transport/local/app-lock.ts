import { closeSync, openSync } from 'node:fs';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault, fault, notWritable } from '../../kernel/fault.ts';
import { makeFolder } from '../../session/output-folder.ts';
import type { GreetingAnswer } from './greeting.ts';
import { askApp } from './reach-app.ts';

export interface AppLock {
  release(): Promise<void>;
}

/** An app that is starting or ending holds the lock without answering; that is over soon. */
const PATIENCE_MS = 3000;
const STEP_MS = 50;

/**
 * The right to listen at the address, for one process at a time. The lock is the system's lock on a file, which
 * ends with its process: what a dead app left behind can be told from a living one, and of two that start at once
 * exactly one gets it.
 */
export async function claimAddress(address: string): Promise<AppLock> {
  // The system lets one process own the name of a pipe, and frees it when that process ends.
  if (address.startsWith('\\\\')) return claimPipe(address);
  checkLength(address);
  const folder = dirname(address);
  await ownFolder(folder);
  const pidFile = join(folder, 'app.pid');
  for (const end = Date.now() + PATIENCE_MS; ; await delay(STEP_MS)) {
    const unlock = await lockFile(join(folder, 'app.lock'));
    const running = await askApp(address);
    if (unlock && !running) {
      await rm(address, { force: true });
      await writeFile(pidFile, `${process.pid}\n`, { mode: 0o600 });
      return { release: () => rm(pidFile, { force: true }).finally(unlock) };
    }
    unlock?.();
    if (running) throw runsAlready(running);
    if (Date.now() > end) throw await silentApp(address, pidFile);
  }
}

async function claimPipe(address: string): Promise<AppLock> {
  const running = await askApp(address);
  if (running) throw runsAlready(running);
  return { release: async () => {} };
}

const runsAlready = ({ pid, endpoint }: GreetingAnswer) => fault('APP_RUNS_ALREADY', { pid, endpoint });

/** Somebody holds the lock and says nothing. */
async function silentApp(address: string, pidFile: string): Promise<Fault> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => '0'));
  return fault('APP_RUNS_ALREADY', { pid, endpoint: `without an answer at ${address}` });
}

/** SQLite is the one lock of the operating system that Node has. Returns how to let go, or undefined. */
async function lockFile(path: string): Promise<(() => void) | undefined> {
  closeSync(openSync(path, 'a', 0o600));
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (thrown) {
    database.close();
    if (isBusy(thrown)) return undefined;
    throw thrown;
  }
}

const SQLITE_BUSY = 5;
const isBusy = (thrown: unknown) =>
  thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY;

/** The system cuts off what is longer, without a word, or refuses it with a riddle. */
function checkLength(address: string): void {
  const limit = process.platform === 'linux' ? 107 : 103;
  const bytes = Buffer.byteLength(address);
  if (bytes > limit) throw fault('APP_ADDRESS_TOO_LONG', { path: address, bytes, limit });
}

/** A folder of our own, which nobody else can look into, also when it was there before. */
async function ownFolder(path: string): Promise<void> {
  await makeFolder(path);
  if (process.platform === 'win32') return;
  const { uid, mode } = await stat(path);
  if (uid !== process.getuid?.())
    throw fault('FOLDER_NOT_WRITABLE', { path, why: 'it belongs to another user' });
  if ((mode & 0o077) === 0) return;
  try {
    await chmod(path, 0o700);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}
