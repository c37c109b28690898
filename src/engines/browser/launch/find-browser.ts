/**
 * Finds a Chromium-family browser without starting one. The order is the promise: the given path, then a
 * Playwright-managed browser, then an installed Chrome, Edge or Chromium.
 */
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, realpath, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

export type BrowserKind = 'given' | 'playwright' | 'chrome' | 'edge' | 'chromium' | 'testing';

export interface FoundBrowser {
  readonly path: string;
  readonly kind: BrowserKind;
  readonly version?: string;
}

export interface FindBrowserOptions {
  /** A path from a flag; wins over SENSORIUM_BROWSER. A given path that is no executable file finds nothing. */
  readonly given?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Only these, in this order; unset: a Playwright-managed one, then Chrome, Edge, Chromium. */
  readonly kinds?: readonly BrowserKind[] | undefined;
  /** Ask the browser for its version too (starts it with --version; never on Windows, where that opens a window). */
  readonly withVersion?: boolean;
}

/** Where to look, and by which rules. */
interface Machine {
  readonly env: FindBrowserOptions['env'];
  readonly platform: NodeJS.Platform;
}

/** The first browser of the order, or undefined. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser | undefined> {
  const machine = { env: options.env, platform: options.platform ?? process.platform };
  const found = await findPath(options, machine);
  if (!found || !options.withVersion) return found;
  const version = await versionOf(found.path, machine.platform);
  return version === undefined ? found : { ...found, version };
}

async function findPath({ given, env, kinds = KINDS }: FindBrowserOptions, machine: Machine) {
  const path = given ?? env.SENSORIUM_BROWSER;
  if (path) return (await isProgram(path)) ? { path, kind: 'given' as const } : undefined;
  for (const kind of kinds) {
    for (const path of await candidatesOf(kind, machine)) {
      if (await isProgram(path)) return { path, kind };
    }
  }
  return undefined;
}

const KINDS: readonly BrowserKind[] = ['playwright', 'chrome', 'edge', 'chromium'];

async function candidatesOf(kind: BrowserKind, machine: Machine): Promise<readonly string[]> {
  if (kind === 'playwright') return playwrightBrowsers(machine);
  if (kind === 'testing') return testingBrowsers(machine);
  return kind === 'given' ? [] : installedBrowsers(INSTALLED[kind], machine);
}

/** Chrome for Testing, where Puppeteer and people put it. */
async function testingBrowsers({ env, platform }: Machine): Promise<readonly string[]> {
  const home = platform === 'win32' ? env.USERPROFILE : env.HOME;
  const folder = env.PUPPETEER_CACHE_DIR ?? (home && posix.join(home, '.cache', 'puppeteer'));
  const names = folder ? await readdir(posix.join(folder, 'chrome')).catch(() => []) : [];
  const cached = names
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .flatMap((name) =>
      (inPlaywright[platform] ?? []).map((rest) => posix.join(folder!, 'chrome', name, rest)),
    );
  const placed = platform === 'linux' ? ['/opt/chrome-for-testing/chrome', '/opt/chrome-linux64/chrome'] : [];
  return [...cached, ...placed];
}

export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false; // whatever is wrong with it, it cannot be started
  }
}

/** Where Playwright keeps its browsers, by its own rule. */
function playwrightFolder({ env, platform }: Machine): string | undefined {
  const set = env.PLAYWRIGHT_BROWSERS_PATH;
  if (set && set !== '0') return set;
  const home = env.HOME;
  if (platform === 'win32') return env.LOCALAPPDATA && win32.join(env.LOCALAPPDATA, 'ms-playwright');
  if (platform === 'darwin') return home && posix.join(home, 'Library', 'Caches', 'ms-playwright');
  const cache = env.XDG_CACHE_HOME ?? (home && posix.join(home, '.cache'));
  return cache && posix.join(cache, 'ms-playwright');
}

const inPlaywright: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['chrome-win64/chrome.exe', 'chrome-win/chrome.exe'],
  darwin: ['', '-arm64', '-x64'].flatMap((arch) => [
    `chrome-mac${arch}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
    `chrome-mac${arch}/Chromium.app/Contents/MacOS/Chromium`,
  ]),
  linux: ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-linux-arm64/chrome'],
};

/** Every place where a Playwright-managed Chromium may lie, newest revision first. */
async function playwrightBrowsers(machine: Machine): Promise<readonly string[]> {
  const folder = playwrightFolder(machine);
  if (!folder) return [];
  const names = await readdir(folder).catch(() => []);
  const revision = (name: string) => Number(name.slice('chromium-'.length));
  return names
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) => (inPlaywright[machine.platform] ?? []).map((rest) => posix.join(folder, name, rest)));
}

/** Names on the PATH, then places on Linux; the app on a Mac; the program's place below the folders of Windows. */
interface Installed {
  readonly names: readonly string[];
  readonly places: readonly string[];
  readonly app: string;
  readonly windows: string;
}

const INSTALLED: Readonly<Record<'chrome' | 'edge' | 'chromium', Installed>> = {
  chrome: {
    names: ['google-chrome', 'google-chrome-stable'],
    places: ['/opt/google/chrome/chrome'],
    app: 'Google Chrome',
    windows: 'Google\\Chrome\\Application\\chrome.exe',
  },
  edge: {
    names: ['microsoft-edge', 'microsoft-edge-stable'],
    places: ['/opt/microsoft/msedge/msedge'],
    app: 'Microsoft Edge',
    windows: 'Microsoft\\Edge\\Application\\msedge.exe',
  },
  chromium: {
    names: ['chromium', 'chromium-browser'],
    places: ['/usr/lib/chromium/chromium', '/snap/bin/chromium'],
    app: 'Chromium',
    windows: 'Chromium\\Application\\chrome.exe',
  },
};

function installedBrowsers({ names, places, app, windows }: Installed, { env, platform }: Machine) {
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return bases.flatMap((base) => (base ? `${base}\\${windows}` : []));
  }
  if (platform === 'darwin')
    return ['', env.HOME].flatMap((home) =>
      home === undefined ? [] : `${home}/Applications/${app}.app/Contents/MacOS/${app}`,
    );
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  return [...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)), ...places];
}

/** "156.0.8078.79": from the folder beside the program on Windows, elsewhere from the program itself. */
async function versionOf(path: string, platform: NodeJS.Platform): Promise<string | undefined> {
  const version = /\d+\.\d+\.\d+(\.\d+)?/;
  if (platform === 'win32') {
    const names = await readdir(win32.dirname(path)).catch(() => []);
    return names.find((name) => version.test(name));
  }
  const program = await realpath(path).catch(() => path);
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: 10_000 }, (error, stdout) => {
      resolve(error ? undefined : version.exec(stdout)?.[0]);
    });
  });
}
