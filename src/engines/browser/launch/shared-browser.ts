import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the browser that was shared under a name (Playwright's `browser.bind`) can be reached: Playwright keeps a
 * file for each. One that has ended may have left its file, so of several the newest counts.
 */
export async function sharedBrowser(name: string, env: Environment): Promise<string | undefined> {
  const folder = env.PWTEST_SERVER_REGISTRY ?? join(cacheFolder(env, process.platform), 'ms-playwright', 'b');
  const files = await readdir(folder).catch(() => []);
  const read = await Promise.all(files.map((file) => readShared(join(folder, file))));
  const shared = read.filter((one) => one?.title === name).sort((a, b) => b!.written - a!.written);
  return shared[0]?.endpoint;
}

interface Shared {
  readonly written: number;
  readonly title?: string;
  readonly endpoint?: string;
}

async function readShared(path: string): Promise<Shared | undefined> {
  try {
    const { mtimeMs: written } = await stat(path);
    return { ...(JSON.parse(await readFile(path, 'utf8')) as object), written };
  } catch {
    return undefined; // gone, or being written
  }
}

function cacheFolder(env: Environment, platform: NodeJS.Platform): string {
  const home = homedir();
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  return env.XDG_CACHE_HOME ?? join(home, '.cache');
}
