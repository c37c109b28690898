import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from './end-process.ts';

/**
 * Who holds a Chromium profile, in words; undefined when nobody does. Chromium leaves a link named
 * SingletonLock that points to "host-pid"; a crashed one leaves it behind, so the process is looked for.
 */
export async function profileHolder(userDataDir: string): Promise<string | undefined> {
  const target = await readlink(join(userDataDir, 'SingletonLock')).catch(() => undefined);
  const match = /^(.*)-(\d+)$/.exec(target ?? '');
  if (!match) return undefined;
  const host = match[1]!;
  const pid = Number(match[2]);
  if (host !== hostname()) return `process ${pid} on ${host}`;
  if (!isAlive(pid)) return undefined;
  const name = await processName(pid);
  return name ? `${name} (process ${pid})` : `process ${pid}`;
}

async function processName(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const program = line.split(/[\0 ]/, 1)[0];
  return program ? basename(program) : undefined;
}
