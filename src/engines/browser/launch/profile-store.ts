import { readFile } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { BrowserKind } from './find-browser.ts';

/** A profile that the user made in a browser of their own. */
export interface StoredProfile {
  /** The folder's name inside the browser's own one, such as `Profile 1`. */
  readonly directory: string;
  /** As the browser shows it. */
  readonly name: string;
}

export type ProfileBrand = Extract<BrowserKind, 'chrome' | 'edge' | 'chromium'>;

type Environment = Readonly<Record<string, string | undefined>>;

const PLACES: Readonly<Record<'linux' | 'darwin' | 'win32', Readonly<Record<ProfileBrand, string>>>> = {
  linux: { chrome: 'google-chrome', edge: 'microsoft-edge', chromium: 'chromium' },
  darwin: { chrome: 'Google/Chrome', edge: 'Microsoft Edge', chromium: 'Chromium' },
  win32: {
    chrome: 'Google\\Chrome\\User Data',
    edge: 'Microsoft\\Edge\\User Data',
    chromium: 'Chromium\\User Data',
  },
};

/** Where a browser keeps its profiles unless told otherwise. */
export function profileFolderOf(
  brand: ProfileBrand,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform === 'win32') return env.LOCALAPPDATA && win32.join(env.LOCALAPPDATA, PLACES.win32[brand]);
  if (platform === 'darwin')
    return env.HOME && posix.join(env.HOME, 'Library', 'Application Support', PLACES.darwin[brand]);
  const config = env.XDG_CONFIG_HOME ?? (env.HOME && posix.join(env.HOME, '.config'));
  return config && posix.join(config, PLACES.linux[brand]);
}

/** The profiles of a browser, from its own list of them. A browser that never ran has none. */
export async function listProfiles(folder: string): Promise<readonly StoredProfile[]> {
  const text = await readFile(posix.join(folder, 'Local State'), 'utf8').catch(() => undefined);
  const cache = text === undefined ? undefined : infoCache(text);
  return Object.entries(cache ?? {}).map(([directory, info]) => ({
    directory,
    name: nameIn(info) ?? directory,
  }));
}

function infoCache(text: string): object | undefined {
  try {
    const state: unknown = JSON.parse(text);
    const profile = fieldOf(state, 'profile');
    const cache = fieldOf(profile, 'info_cache');
    return typeof cache === 'object' && cache !== null ? cache : undefined;
  } catch {
    return undefined; // it is being written at this moment, or is no such file
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function nameIn(info: unknown): string | undefined {
  const name = fieldOf(info, 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}
