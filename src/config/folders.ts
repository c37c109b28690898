import { homedir, userInfo } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from './load.ts';

/** Where the record, captures and settings live. */
export function stateFolder(given: string | undefined, env: Environment): string {
  if (given) return resolve(given);
  if (process.platform === 'win32')
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'sensorium');
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'sensorium');
}

/** Where a system keeps its own; files that answers name have no business there. */
const SYSTEM = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/sbin', '/sys'];
const SYSTEM_TOP = ['/usr', '/usr/bin', '/usr/lib', '/usr/sbin', '/var', '/run', '/home', '/opt'];

/** Whether somebody who names it as a place for files has made a mistake. */
export function isSystemFolder(path: string): boolean {
  const full = resolve(path);
  if (full === parse(full).root) return true;
  if (process.platform === 'win32') return /^[a-z]:\\(windows|program files( \(x86\))?)(\\|$)/i.test(full);
  if (full.startsWith('/dev/shm/')) return false;
  return SYSTEM_TOP.includes(full) || SYSTEM.some((one) => full === one || full.startsWith(`${one}/`));
}

/** Where npm puts packages that users add, such as OCR languages. */
export const addOnFolder = (state: string) => join(state, 'add-ons');

/**
 * The address on which the app serves the commands: a socket in an owner-only folder, a pipe on Windows. A state
 * folder of its own has an app of its own.
 */
export function appAddress(givenState: string | undefined, env: Environment): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\sensorium-${userInfo().username}`;
  // A socket's path may have about 100 characters; the runtime folder is short, and emptied by a restart.
  const runtime = !givenState && env.XDG_RUNTIME_DIR;
  const folder = runtime ? join(runtime, 'sensorium') : join(stateFolder(givenState, env), 'run');
  return join(folder, 'app.sock');
}

/** A folder that we write to. */
export const ownFolder = z
  .string()
  .min(1)
  .refine((path) => !isSystemFolder(path), 'that is a folder of the system');
