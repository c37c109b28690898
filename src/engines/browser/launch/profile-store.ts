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
  try {
    const state = JSON.parse(await readFile(posix.join(folder, 'Local State'), 'utf8')) as LocalState | null;
    const profiles = Object.entries(state?.profile?.info_cache ?? {});
    return profiles.map(([directory, info]) => {
      const name = typeof info?.name === 'string' && info.name;
      return { directory, name: name || directory };
    });
  } catch {
    return []; // it is being written at this moment, or is no such file
  }
}

/** Where the browser notes its profiles, as far as that can be relied on. */
interface LocalState {
  readonly profile?: { readonly info_cache?: Record<string, { readonly name?: unknown } | null> } | null;
}
