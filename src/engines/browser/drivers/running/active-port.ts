import { readFile } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import { fault } from '../../../../kernel/fault.ts';
import { type ProfileBrand, profileFolderOf } from '../../launch/profile-store.ts';

export interface RunningOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As --browser names it; unset: Chrome, Edge or Chromium, the first that takes connections. */
  readonly channel?: string | undefined;
  /** Where that browser keeps its profiles, when it is not the usual folder. */
  readonly userDataDir?: string | undefined;
}

/** The first that asks its person whether it may be reached while it runs. */
const FIRST_VERSION = 144;

/** Where a browser that runs takes DevTools: it writes that into the folder of its profiles. */
export async function findActivePort(options: RunningOptions): Promise<string> {
  const folders = foldersOf(options);
  for (const folder of folders) {
    const address = addressIn(await textOf(join(folder, 'DevToolsActivePort')));
    if (address) return address;
  }
  for (const folder of folders) {
    const version = (await textOf(join(folder, 'Last Version'))).trim();
    const major = Number.parseInt(version, 10);
    if (major < FIRST_VERSION)
      throw fault('UNSUPPORTED_HERE', {
        what: 'A browser as it runs',
        why: `version ${version} in ${folder} is too old, ${FIRST_VERSION} is the first that can be reached`,
      });
  }
  throw fault('RUNNING_BROWSER_CLOSED', {
    why: `no DevToolsActivePort in ${folders.join(', ') || 'any known folder'}`,
  });
}

function addressIn(text: string): string | undefined {
  const [port, path] = text.split('\n').map((line) => line.trim());
  const isPort = /^\d{1,5}$/.test(port ?? '') && Number(port) >= 1 && Number(port) <= 65_535;
  return isPort && path?.startsWith('/') ? `ws://127.0.0.1:${port}${path}` : undefined;
}

const textOf = (path: string) => readFile(path, 'utf8').catch(() => '');

function foldersOf({ env, channel, userDataDir }: RunningOptions): readonly string[] {
  if (userDataDir !== undefined) return [userDataDir];
  const channels = channel === undefined ? ['chrome', 'msedge', 'chromium'] : [channel];
  return channels.flatMap((one) => folderOf(one, env) ?? []);
}

const BRANDS: Readonly<Record<string, ProfileBrand>> = {
  chrome: 'chrome',
  msedge: 'edge',
  chromium: 'chromium',
};

/** What a channel adds to the name of the stable one's folder. */
const SUFFIXES = {
  linux: { beta: '-beta', dev: '-unstable', canary: '-canary' },
  darwin: { beta: ' Beta', dev: ' Dev', canary: ' Canary' },
  win32: { beta: ' Beta', dev: ' Dev', canary: ' SxS' },
} as const;

export function folderOf(
  channel: string,
  env: RunningOptions['env'],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [name = '', kind] = channel.split('-');
  const brand = BRANDS[name];
  const folder = brand && profileFolderOf(brand, env, platform);
  if (!folder || kind === undefined) return folder;
  const suffixes = SUFFIXES[platform === 'win32' || platform === 'darwin' ? platform : 'linux'];
  const isEdgesOwn = platform === 'linux' && name === 'msedge' && kind === 'dev';
  const suffix = isEdgesOwn ? '-dev' : suffixes[kind as keyof typeof suffixes];
  if (platform !== 'win32') return folder + suffix;
  const brandFolder = win32.dirname(folder);
  return win32.join(brandFolder + suffix, win32.basename(folder));
}
