import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What is loaded from now on is kept compiled for the next time, in a folder that only the user can write to. */
export function keepCompiled(): void {
  try {
    const folder = join(cacheFolder(), 'sensorium', 'compiled');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // a home that cannot be written to: then it is compiled each time
  }
}

/** Where this system keeps what can be made anew. */
function cacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME || join(homedir(), '.cache');
}
