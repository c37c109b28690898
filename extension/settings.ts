import { EXTENSION_PORTS } from '../src/contract/extension.ts';
import { newNonce } from './proof.ts';

/** What outlives the browser: who we are, and what the server gave us. */
export interface Settings {
  readonly browser: string;
  readonly secret?: string;
  /** Named by the person. */
  readonly port?: number;
}

export async function readSettings(): Promise<Settings> {
  const { browser, secret, port } = await chrome.storage.local.get(['browser', 'secret', 'port']);
  return {
    browser: typeof browser === 'string' ? browser : await makeName(),
    ...(typeof secret === 'string' && { secret }),
    ...(typeof port === 'number' && { port }),
  };
}

/** Tells this profile from others; nothing else is in it. */
async function makeName(): Promise<string> {
  const browser = newNonce().slice(0, 16);
  await chrome.storage.local.set({ browser });
  return browser;
}

export const keepSecret = (secret: string) => chrome.storage.local.set({ secret });
export const dropSecret = () => chrome.storage.local.remove('secret');

export const portsOf = ({ port }: Settings): readonly number[] =>
  port === undefined ? EXTENSION_PORTS : [port];

/** Whether private windows may be seen: the browser's own switch lets us in there, and this one is asked for besides. */
export async function seesPrivate(): Promise<boolean> {
  const { private: isWanted } = await chrome.storage.local.get('private');
  return isWanted === true && (await chrome.extension.isAllowedIncognitoAccess());
}

/** Whether this tab is one that the person wants us to leave alone, whatever it shows. */
export const isLeftAlone = async (tab: chrome.tabs.Tab | undefined): Promise<boolean> =>
  tab?.incognito === true && !(await seesPrivate());

/** While the person wants nothing to be watched. */
export async function pausedUntil(): Promise<number> {
  const { paused } = await chrome.storage.local.get('paused');
  return typeof paused === 'number' ? paused : 0;
}
