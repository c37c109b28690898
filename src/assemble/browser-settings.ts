import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Config } from '../config/options.ts';
import type { EngineOptions } from '../engines/browser/browser-process.ts';
import type { ContextOptions } from '../engines/browser/context/context-options.ts';
import { loadInitPages } from '../engines/browser/context/init-pages.ts';
import type { ExtensionOptions } from '../engines/browser/drivers/extension/extension-driver.ts';
import type { LocalOptions } from '../engines/browser/drivers/local.ts';
import type { RunningDriverOptions } from '../engines/browser/drivers/running/running-driver.ts';
import { given } from '../engines/browser/given.ts';
import type { Needs } from './parts.ts';
import { styleOf } from './styles.ts';

/** A browser as --browser names it: an engine, and a brand of it that is installed. */
export function browserOf(name: Config['browser']): Pick<LocalOptions, 'browserName' | 'channel'> {
  if (name === undefined || name === 'chromium') return {};
  if (name === 'webkit' || name === 'firefox') return { browserName: name };
  return name.startsWith('moz-') ? { browserName: 'firefox', channel: name } : { channel: name };
}

/** How a browser of our own is started. Flags win over the launch options of a config file. */
export function launchSettings(config: Config): Omit<LocalOptions, 'log' | 'env' | 'userDataDir'> {
  const { headless, channel, executablePath, chromiumSandbox, proxy, ...launch } = config.launchOptions;
  const own = browserOf(config.browser);
  return {
    ...own,
    channel: own.channel ?? text(channel),
    headless: config.headless ?? flag(headless),
    executablePath: config.executablePath ?? text(executablePath),
    sandbox: config.sandbox ?? flag(chromiumSandbox),
    ...(config.proxyServer === undefined && isProxy(proxy) ? { proxy } : {}),
    launch: offersPageTools(config)
      ? { ...launch, args: [...listOf(launch.args), '--enable-features=WebMCP'] }
      : launch,
  };
}

/** Pages have no tools unless their browser lets them. */
const offersPageTools = ({ webmcp, caps }: Config) => webmcp || caps.includes('webmcp');
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** Which of the user's own browsers is meant, and which profile of it. */
export function extensionSettings(config: Config): Omit<ExtensionOptions, 'env' | 'log'> {
  const { channel } = browserOf(config.browser);
  const brand = channel?.startsWith('msedge') ? 'edge' : channel?.startsWith('chrome') ? 'chrome' : undefined;
  return {
    brand: config.browser === 'chromium' ? 'chromium' : brand,
    executablePath: config.executablePath,
    userDataDir: config.userDataDir === undefined ? undefined : resolve(config.userDataDir),
    profile: config.profileDirName,
    token: config.extensionToken,
  };
}

/** Which of the user's browsers that run is meant, and how long its question may stay open. */
export function runningSettings(config: Config, env: RunningDriverOptions['env']): RunningDriverOptions {
  const { browser: channel, userDataDir, cdpTimeout: timeout } = config;
  return { env, channel, userDataDir: userDataDir === undefined ? undefined : resolve(userDataDir), timeout };
}

/** Settings of pages. Flags win over the context options of a config file. */
function contextSettings(config: Config): ContextOptions {
  const { viewportSize, proxyServer, proxyBypass } = config;
  const [width, height] = (viewportSize ?? '').split(/[x,]/).map(Number);
  const device = config.mobile ? (config.browser === 'webkit' ? 'iPhone 17' : 'Pixel 10') : config.device;
  return {
    ...(config.contextOptions as ContextOptions),
    ...given({
      viewport: width && height ? { width, height } : undefined,
      device,
      userAgent: config.userAgent,
      ignoreHTTPSErrors: config.ignoreHttpsErrors || undefined,
      serviceWorkers: config.blockServiceWorkers ? ('block' as const) : undefined,
      permissions: config.grantPermissions.length > 0 ? config.grantPermissions : undefined,
      storageState: config.storageState && resolve(config.storageState),
      proxy: proxyServer ? given({ server: proxyServer, bypass: proxyBypass }) : undefined,
    }),
    initScripts: config.initScript.map((path) => resolve(path)),
    traceOrigins: config.traceHeaders,
    allowedOrigins: config.pageOrigins,
    blockedOrigins: config.blockedOrigins,
  };
}

/** How the record calls the one browser of tools that name no instance. */
export const INSTANCE = 'browser';

export type EngineNeeds = Needs<'config' | 'clock' | 'log' | 'secrets' | 'files'>;

/** Loaded by the first relay that needs it. */
export const ownerCheck = async () => (await import('../transport/peer-owner.ts')).ownerCheck();

/** All that an engine is told besides where its browser comes from. */
export async function engineSettings(needs: EngineNeeds): Promise<Omit<EngineOptions, 'driver'>> {
  const { config, clock, log, secrets, files } = needs;
  return {
    clock,
    log,
    instance: INSTANCE,
    outputDir: await files.folder({ cwd: process.cwd() }),
    timeouts: {
      action: config.timeoutAction,
      navigation: config.timeoutNavigation,
      settle: config.timeoutSettle,
    },
    context: contextSettings(config),
    initPages: await loadInitPages(config.initPage, config.initScript),
    refs: styleOf(config).refs,
    testIdAttribute: config.testIdAttribute,
    secrets,
    downloadBytes: config.downloadMb * 2 ** 20,
    allowFiles: config.allowUnrestrictedFileAccess,
    ownerCheck,
  };
}

/** The profile that a browser of our own uses; undefined keeps it in memory. */
export function profileFolder(config: Config, state: string, cwd: string): string | undefined {
  if (config.userDataDir !== undefined) return resolve(config.userDataDir);
  if (config.isolated || config.storageState !== undefined || 'storageState' in config.contextOptions)
    return undefined;
  const mark = createHash('sha256').update(cwd).digest('hex').slice(0, 8);
  return join(state, 'profiles', `${config.browser ?? 'chromium'}-${mark}`);
}

/** `Name: Value` lines as an object; a name alone has an empty value. */
export function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...words] = line.split(':');
      return [name.trim(), words.join(':').trim()];
    }),
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const isProxy = (value: unknown): value is { server: string } =>
  typeof value === 'object' && value !== null && 'server' in value && typeof value.server === 'string';
