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

interface Candidate {
  readonly path: string;
  readonly kind: BrowserKind;
}

/** The first browser of the order, or undefined. */
export async function findBrowser(options: FindBrowserOptions): Promise<FoundBrowser | undefined> {
  const platform = options.platform ?? process.platform;
  const found = await findPath(options, platform);
  if (!found || !options.withVersion) return found;
  const version = await versionOf(found.path, platform);
  return version === undefined ? found : { ...found, version };
}

async function findPath(
  options: FindBrowserOptions,
  platform: NodeJS.Platform,
): Promise<Candidate | undefined> {
  const given = options.given ?? options.env.SENSORIUM_BROWSER;
  if (given) return (await isProgram(given)) ? { path: given, kind: 'given' } : undefined;
  for (const kind of options.kinds ?? KINDS) {
    for (const path of await candidatesOf(kind, options.env, platform)) {
      if (await isProgram(path)) return { path, kind };
    }
  }
  return undefined;
}

const KINDS: readonly BrowserKind[] = ['playwright', 'chrome', 'edge', 'chromium'];

async function candidatesOf(
  kind: BrowserKind,
  env: FindBrowserOptions['env'],
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
  if (kind === 'playwright') return playwrightBrowsers(env, platform);
  if (kind === 'testing') return testingBrowsers(env, platform);
  return installedBrowsers(env, platform)
    .filter((candidate) => candidate.kind === kind)
    .map(({ path }) => path);
}

/** Chrome for Testing, where Puppeteer and people put it. */
async function testingBrowsers(
  env: FindBrowserOptions['env'],
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
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

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false; // whatever is wrong with it, it cannot be started
  }
}

/** Where Playwright keeps its browsers, by its own rule. */
function playwrightFolder(env: FindBrowserOptions['env'], platform: NodeJS.Platform): string | undefined {
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
async function playwrightBrowsers(
  env: FindBrowserOptions['env'],
  platform: NodeJS.Platform,
): Promise<readonly string[]> {
  const folder = playwrightFolder(env, platform);
  if (!folder) return [];
  const names = await readdir(folder).catch(() => []);
  const revision = (name: string) => Number(name.slice('chromium-'.length));
  return names
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => revision(b) - revision(a))
    .flatMap((name) => (inPlaywright[platform] ?? []).map((rest) => posix.join(folder, name, rest)));
}

const onPath: ReadonlyArray<readonly [BrowserKind, string]> = [
  ['chrome', 'google-chrome'],
  ['chrome', 'google-chrome-stable'],
  ['edge', 'microsoft-edge'],
  ['edge', 'microsoft-edge-stable'],
  ['chromium', 'chromium'],
  ['chromium', 'chromium-browser'],
];

const linuxPlaces: ReadonlyArray<readonly [BrowserKind, string]> = [
  ['chrome', '/opt/google/chrome/chrome'],
  ['edge', '/opt/microsoft/msedge/msedge'],
  ['chromium', '/usr/lib/chromium/chromium'],
  ['chromium', '/snap/bin/chromium'],
];

const macApps: ReadonlyArray<readonly [BrowserKind, string]> = [
  ['chrome', 'Google Chrome'],
  ['edge', 'Microsoft Edge'],
  ['chromium', 'Chromium'],
];

const windowsPlaces: ReadonlyArray<readonly [BrowserKind, string]> = [
  ['chrome', 'Google\\Chrome\\Application\\chrome.exe'],
  ['edge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['chromium', 'Chromium\\Application\\chrome.exe'],
];

function installedBrowsers(env: FindBrowserOptions['env'], platform: NodeJS.Platform): readonly Candidate[] {
  const all = (
    places: ReadonlyArray<readonly [BrowserKind, string]>,
    folders: readonly (string | undefined)[],
  ) =>
    places.flatMap(([kind, rest]) =>
      folders.flatMap((folder) => (folder ? [{ kind, path: `${folder}${rest}` }] : [])),
    );
  if (platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
    return all(
      windowsPlaces,
      bases.map((base) => base && `${base}\\`),
    );
  }
  if (platform === 'darwin') {
    const apps = macApps.map(([kind, name]) => [kind, `${name}.app/Contents/MacOS/${name}`] as const);
    return all(apps, ['/Applications/', env.HOME && `${env.HOME}/Applications/`]);
  }
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  const named = all(
    onPath,
    folders.map((folder) => `${folder}/`),
  );
  const placed = linuxPlaces.map(([kind, path]) => ({ kind, path }));
  const order: readonly BrowserKind[] = ['chrome', 'edge', 'chromium'];
  return order.flatMap((kind) => [...named, ...placed].filter((candidate) => candidate.kind === kind));
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
