import type { Browser, CDPSession, LaunchOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { within } from '../../../kernel/within.ts';
import { playwrightOptions } from '../context/context-options.ts';
import { mayReach } from '../context/origin-guard.ts';
import { type OpenProxy, openProxy, type ProxyHost, reachOf } from '../context/proxy.ts';
import { given } from '../given.ts';
import { endProcess } from '../launch/end-process.ts';
import { findBrowser } from '../launch/find-browser.ts';
import { chromiumArgs, gatedArgs } from '../launch/launch-args.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { useOwnTemporaryFolder } from '../launch/own-temporary.ts';
import { launchWithPipe, type PipeLaunch } from '../launch/pipe-launch.ts';
import { profileHolder } from '../launch/profile-lock.ts';
import { firstLine, messageOf, translate } from '../page/translate.ts';
import type { BrowserHandle, Driver, OpenOptions } from './driver.ts';

export interface LocalOptions extends ProxyHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** Unset: headed, but headless on Linux without a display. */
  readonly headless?: boolean | undefined;
  readonly executablePath?: string | undefined;
  /** An installed brand, such as `chrome`, `msedge` or `chrome-beta`. */
  readonly channel?: string | undefined;
  readonly browserName?: 'chromium' | 'firefox' | 'webkit' | undefined;
  /** Keeps cookies and storage in that folder; its context is the default one. */
  readonly userDataDir?: string | undefined;
  /** Unset: on, except for root on Linux, where Chromium cannot use it. */
  readonly sandbox?: boolean | undefined;
  readonly args?: readonly string[] | undefined;
  readonly proxy?: LaunchOptions['proxy'];
  /** Whatever else Playwright's launch takes. */
  readonly launch?: LaunchOptions | undefined;
}

export function localDriver(options: LocalOptions): Driver {
  let early: PipeLaunch | undefined;
  return {
    kind: 'local',
    async prepare({ context }) {
      if (mayReach(context)) return; // its relay comes first
      early ??= await launchEarly(options).catch(() => undefined); // the usual way will say what is wrong
    },
    async open(opening) {
      const launched = early;
      early = undefined;
      return (launched && (await adopt(launched))) ?? openGated(options, opening);
    },
  };
}

/** Only what is plain enough to be started without Playwright: no profile, no window, nothing special. */
async function launchEarly(options: LocalOptions): Promise<PipeLaunch | undefined> {
  if (options.userDataDir !== undefined) return undefined;
  const { executablePath, headless, chromiumSandbox, args, proxy, channel, ...rest } =
    await launchOptions(options);
  const signals = new Set(['handleSIGINT', 'handleSIGTERM', 'handleSIGHUP']);
  const isPlain =
    !proxy &&
    !channel &&
    !args?.some((arg) => arg.startsWith('--remote-debugging')) &&
    Object.keys(rest).every((name) => signals.has(name));
  if (!isPlain || !headless || !executablePath) return undefined;
  return launchWithPipe({
    path: executablePath,
    args: args ?? [],
    sandbox: chromiumSandbox ?? false,
    env: options.env,
  });
}

async function adopt(launched: PipeLaunch): Promise<BrowserHandle | undefined> {
  try {
    const { chromium } = await loadPlaywright();
    const browser = await chromium.connectOverCDP(launched.transport, { timeout: 15_000 });
    return { ...(await owned(browser, launched.pid)), contextDefaults: {}, reach: { proxy: undefined } };
  } catch {
    launched.abandon();
    return undefined; // the usual way says what is wrong, or works after all
  }
}

/** With lists of origins, nothing leaves the browser but through a relay that keeps to them. */
async function openGated(options: LocalOptions, opening: OpenOptions): Promise<BrowserHandle> {
  const reach = reachOf(opening.context, options.proxy);
  if (!mayReach(reach)) return { ...(await openLocal(options, opening)), reach: { proxy: options.proxy } };
  const gate = await openProxy(reach, options);
  try {
    const handle = await openLocal(options, opening, gate);
    const close = async () => {
      await handle.close();
      await gate?.close();
    };
    return { ...handle, reach, close };
  } catch (thrown) {
    await gate?.close();
    throw thrown;
  }
}

async function openLocal(
  options: LocalOptions,
  opening: OpenOptions,
  gate?: OpenProxy,
): Promise<BrowserHandle> {
  const { userDataDir } = options;
  const holder = userDataDir && (await profileHolder(userDataDir));
  if (userDataDir && holder) throw fault('PROFILE_LOCKED', { folder: userDataDir, holder });
  const launch = await launchOptions(options, gate);
  const type = (await loadPlaywright())[options.browserName ?? 'chromium'];
  const name = launch.executablePath ?? launch.channel ?? type.name();
  const contextDefaults = launch.headless ? {} : { viewport: null };
  try {
    if (userDataDir === undefined) return { ...(await owned(await type.launch(launch))), contextDefaults };
    const own = { ...contextDefaults, ...(await playwrightOptions(opening.context)) };
    // A profile's own extensions stay on, as people who installed them expect.
    const { ignoreDefaultArgs: ignored = [] } = launch;
    const ignoreDefaultArgs = ignored === true || ['--disable-extensions', ...(ignored || [])];
    const settings = { ...own, ...launch, ignoreDefaultArgs };
    const firstContext = await type.launchPersistentContext(userDataDir, settings);
    return { ...(await owned(firstContext.browser()!)), firstContext, contextDefaults };
  } catch (cause) {
    throw await startFault(cause, name, userDataDir);
  }
}

async function launchOptions(options: LocalOptions, gate?: OpenProxy): Promise<LaunchOptions> {
  useOwnTemporaryFolder();
  const platform = options.platform ?? process.platform;
  const isRoot = platform === 'linux' && process.getuid?.() === 0;
  const isChromium = (options.browserName ?? 'chromium') === 'chromium';
  const sandbox = options.sandbox ?? !isRoot;
  const headless = isHeadless(options, platform);
  const asked = [...(options.launch?.args ?? []), ...(options.args ?? [])];
  const args = gate && isChromium ? gatedArgs(asked) : asked;
  return given({
    ...options.launch,
    headless,
    channel: options.executablePath === undefined ? options.channel : undefined,
    executablePath: await executable(options),
    chromiumSandbox: isChromium ? sandbox : undefined,
    args: isChromium ? chromiumArgs(args, headless) : args,
    proxy: gate?.proxy ?? options.proxy,
    // The owner of the process handles signals; Playwright's own handlers would keep it from exiting.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

async function executable(options: LocalOptions): Promise<string | undefined> {
  if (options.channel !== undefined && options.executablePath === undefined) return undefined;
  if ((options.browserName ?? 'chromium') !== 'chromium') return options.executablePath;
  const found = await findBrowser({ given: options.executablePath, env: options.env });
  if (!found) {
    throw fault('BROWSER_NOT_FOUND', { wanted: options.executablePath ?? 'Chrome, Edge or Chromium' });
  }
  return found.path;
}

/** Headed unless told otherwise, or unless there is nothing to show a window on. */
export function isHeadless(
  options: Pick<LocalOptions, 'headless' | 'env' | 'log'>,
  platform: NodeJS.Platform,
): boolean {
  if (options.headless !== undefined) return options.headless;
  const hasDisplay = Boolean(options.env.DISPLAY || options.env.WAYLAND_DISPLAY);
  if (platform !== 'linux' || hasDisplay) return false;
  options.log.info('no display is there (DISPLAY is not set), so the browser runs headless');
  return true;
}

async function startFault(cause: unknown, browser: string, userDataDir: string | undefined) {
  const message = messageOf(cause);
  if (userDataDir !== undefined && /ProcessSingleton|already in use|already running/i.test(message)) {
    const holder = (await profileHolder(userDataDir)) ?? 'another browser';
    return fault('PROFILE_LOCKED', { folder: userDataDir, holder }, cause);
  }
  if (/ffmpeg/i.test(firstBox(message)))
    return fault('BROWSER_START_FAILED', { browser, why: NO_FFMPEG }, cause);
  if (/is not found at|Executable doesn't exist|Unsupported .*channel/i.test(message)) {
    return fault('BROWSER_NOT_FOUND', { wanted: browser }, cause);
  }
  if (/Unknown permission/.test(message)) return translate(cause, { action: 'start' });
  if (/Invalid timezone ID/.test(message))
    return fault('INVALID_FLAG', { flag: '--context-options', problem: firstLine(message) }, cause);
  if (!(cause instanceof Error) || !/launch|Timeout|Failed|Target/i.test(message)) return cause;
  return fault('BROWSER_START_FAILED', { browser, why: whyNotStarted(message) }, cause);
}

const NO_FFMPEG = 'recordVideo needs ffmpeg, which "npx playwright-core install ffmpeg" brings';
/** What is missing stands in the first line. */
const firstBox = (message: string) => (/doesn't exist/.test(message) ? firstLine(message) : '');

function whyNotStarted(message: string): string {
  if (/Missing X server|cannot open display|DISPLAY/.test(message))
    return 'there is no display for its window';
  if (/non-default data directory/i.test(message))
    return 'it lets nobody drive the profiles of its usual folder; give the path of a profile folder elsewhere';
  // Its flags stand in the message, too, and one of them is --no-sandbox.
  if (/usable sandbox|SUID sandbox|without --no-sandbox/i.test(message))
    return 'its sandbox does not work here';
  const end = /did exit: exitCode=(\w+)/.exec(message)?.[1];
  if (end !== undefined && /has been closed/.test(firstLine(message)))
    return `it ended at once (exit code ${end}), as a program does that is no browser or lacks something${lastWords(message)}`;
  return firstLine(message);
}

/** What the program itself said before it ended. */
function lastWords(message: string): string {
  const said = [...message.matchAll(/\[pid=\d+\]\[(?:out|err)\] (.*\S)/g)].map(([, line]) => line);
  return said.length === 0 ? '' : `; it said: ${said.slice(-5).join(' / ')}`;
}

async function owned(browser: Browser, knownPid?: number): Promise<BrowserHandle> {
  const isChromium = browser.browserType().name() === 'chromium';
  const session = isChromium ? await browser.newBrowserCDPSession() : undefined;
  const pid = knownPid ?? (session && (await browserPid(session)));
  const isAlive = session && (() => answers(session));
  return { browser, ...given({ pid, isAlive }), owned: true, close: () => endBrowser(browser, pid) };
}

async function browserPid(session: CDPSession): Promise<number | undefined> {
  const info = await session.send('SystemInfo.getProcessInfo').catch(() => undefined); // an old browser
  return info?.processInfo.find(({ type }) => type === 'browser')?.id;
}

async function answers(session: CDPSession): Promise<boolean> {
  return session.send('Browser.getVersion').then(
    () => true,
    () => false,
  );
}

/** Asks it to go, and after three seconds makes it go. */
async function endBrowser(browser: Browser, pid: number | undefined): Promise<void> {
  const closing = browser.close().catch(() => {}); // it has gone by itself
  await within(closing, 3_000);
  if (pid !== undefined) await endProcess(pid);
}
