import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fault } from '../../../../kernel/fault.ts';
import { within } from '../../../../kernel/within.ts';
import type { ProxyHost } from '../../context/proxy.ts';
import { type BrowserKind, findBrowser } from '../../launch/find-browser.ts';
import { listProfiles, type ProfileBrand, profileFolderOf } from '../../launch/profile-store.ts';
import { messageOf } from '../../page/translate.ts';
import type { BrowserHandle, Driver } from '../driver.ts';
import { EXTENSION_ID, ExtensionLink } from './extension-link.ts';
import { ExtensionTransport } from './extension-transport.ts';
import { openTabs } from './open-tabs.ts';

export interface ExtensionOptions extends ProxyHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly executablePath?: string | undefined;
  /** Which of the user's browsers; unset: Chrome, Edge or Chromium, whichever is there. */
  readonly brand?: ProfileBrand | undefined;
  readonly userDataDir?: string | undefined;
  /** The profile's folder, such as `Profile 1`; unset: the first that has the extension. */
  readonly profile?: string | undefined;
  /** Spares the user the question whether we may. */
  readonly token?: string | undefined;
  /** How long the extension may take to connect, in milliseconds. */
  readonly timeout?: number | undefined;
}

/** With a token nobody is asked; without one, a person reads the question first. */
const CONNECT_MS = 30_000;
const ASKED_MS = 120_000;

/** Works in the user's own running browser, on the tabs that its extension shares with us. */
export function extensionDriver(options: ExtensionOptions): Driver {
  return { kind: 'cdp', open: () => openThrough(options) };
}

async function openThrough(options: ExtensionOptions): Promise<BrowserHandle> {
  const link = new ExtensionLink(options);
  const transport = new ExtensionTransport(link); // from the start: the extension tells of its tabs first
  try {
    await openConnectPage(options, await link.listen());
    const ms = options.timeout ?? (options.token ? CONNECT_MS : ASKED_MS);
    const isReady = await within(
      link.ready.then(() => true),
      ms,
    );
    if (!isReady) throw new Error(`it did not answer within ${ms / 1000} s`);
    return await openTabs(link, transport);
  } catch (thrown) {
    link.close();
    if (thrown instanceof Error && 'code' in thrown) throw thrown;
    throw fault('EXTENSION_NOT_CONNECTED', { why: messageOf(thrown) }, thrown);
  }
}

/** The page of the extension that asks the user, opened in the browser that is running. */
async function openConnectPage(options: ExtensionOptions, relay: string): Promise<void> {
  const { env, brand } = options;
  const kinds: readonly BrowserKind[] = brand ? [brand] : ['chrome', 'edge', 'chromium'];
  const found = await findBrowser({ given: options.executablePath, env, kinds });
  if (!found) throw fault('BROWSER_NOT_FOUND', { wanted: options.executablePath ?? kinds.join(', ') });
  const profile = options.profile ?? (await profileWithExtension(options, found.kind));
  const page = new URL(`chrome-extension://${EXTENSION_ID}/connect.html`);
  page.searchParams.set('mcpRelayUrl', relay);
  page.searchParams.set('client', JSON.stringify({ name: 'sensorium' }));
  page.searchParams.set('protocolVersion', '2');
  if (options.token) page.searchParams.set('token', options.token);
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  const args = [
    ...(options.userDataDir === undefined ? [] : [`--user-data-dir=${options.userDataDir}`]),
    ...(profile === undefined ? [] : [`--profile-directory=${profile}`]),
    ...(isRoot ? ['--no-sandbox'] : []),
    page.href,
  ];
  const child = spawn(found.path, args, {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...env },
  });
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref(); // it is the user's browser, not ours
}

async function profileWithExtension(
  { env, userDataDir, executablePath }: ExtensionOptions,
  kind: BrowserKind,
): Promise<string | undefined> {
  const folder =
    userDataDir ?? (executablePath === undefined ? profileFolderOf(kind as ProfileBrand, env) : undefined);
  if (folder === undefined) return undefined;
  for (const { directory } of await listProfiles(folder)) {
    if (existsSync(join(folder, directory, 'Extensions', EXTENSION_ID))) return directory;
  }
  // One that was loaded from a folder of the developer's lies elsewhere: let the browser itself say.
  if (executablePath !== undefined) return undefined;
  throw fault('EXTENSION_NOT_CONNECTED', { why: `no profile in ${folder} has it` });
}
