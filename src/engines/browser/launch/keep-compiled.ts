import { existsSync, mkdirSync, statSync } from 'node:fs';
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** By then whatever a first page needs has been loaded. Clients often end a server without letting it end. */
const WRITE_AFTER_MS = 5_000;

/**
 * What is loaded from now on is kept compiled for the next time, in a folder that only the user can write to. Once it
 * is there, bin/launch.cjs reads it from the start; a start that only answers a question writes nothing to it.
 */
export function keepCompiled(): void {
  if (keptIn || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  try {
    const folder = join(cacheFolder(), 'sensorium', 'compiled');
    makeFolder(folder);
    if (!isOurs(folder)) return;
    keptIn = folder;
    if (!getCompileCacheDir()) enableCompileCache(folder);
    setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
    // Before the launcher lets go of the folder.
    process.prependOnceListener('exit', () => flushCompileCache());
  } catch {
    // a home that cannot be written to: then it is compiled each time
  }
}

let keptIn: string | undefined;

/** The folder of compiled code, where it is kept. */
export const compiledFolder = () => keptIn;

/** One by one: where nothing can be made, such as below /proc, Node's own way tries for ever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another of us was faster
  }
}

/** What lies there is run, so nobody else may have put it there. bin/launch.cjs asks the same. */
function isOurs(folder: string): boolean {
  if (process.platform === 'win32') return true;
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Where this system keeps what can be made anew. */
function cacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME || join(homedir(), '.cache');
}
