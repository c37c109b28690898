import type { Browser } from 'playwright-core';
import { type Fault, fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import { within } from '../../../kernel/within.ts';
import { given } from '../given.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { firstLine, messageOf } from '../page/translate.ts';
import type { BrowserHandle, Driver } from './driver.ts';
import { GridClient, type GridSession, type GridSlot } from './grid-client.ts';
import { type WatchTimes, watch } from './watchdog.ts';

export interface GridOptions {
  /** http(s)://[user:password@]host:port of the hub or router. */
  readonly address: string;
  readonly log: Log;
  /** A Chromium browser of the grid: `chrome` or `MicrosoftEdge`. */
  readonly browserName?: string | undefined;
  /** Whole, or its first numbers: `156` takes 156.0. */
  readonly browserVersion?: string | undefined;
  readonly platformName?: string | undefined;
  readonly headless?: boolean | undefined;
  /** For the browser that the grid starts. */
  readonly args?: readonly string[] | undefined;
  /** The browser's program on the node, when the driver there would not find it. */
  readonly binary?: string | undefined;
  /** More capabilities, such as `{"se:name": "checkout"}`. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  /** For a session, the wait in the grid's queue included, in milliseconds. */
  readonly timeout?: number | undefined;
  readonly watch?: WatchTimes | undefined;
}

/**
 * A dead browser is known within a second, since the grid answers for it. The pings count as activity, so the grid
 * never takes a session of ours for idle.
 */
const WATCH: WatchTimes = { every: 500, limit: 3_000, doubt: 250 };

/**
 * Takes a session of a Selenium Grid 4 and speaks DevTools with its browser. A grid does not close the socket of
 * a session that died, and keeps its slot: so we watch it, and end the session ourselves.
 */
export function gridDriver(options: GridOptions): Driver {
  return { kind: 'grid', open: () => openOnGrid(options) };
}

async function openOnGrid(options: GridOptions): Promise<BrowserHandle> {
  const grid = new GridClient(options.address);
  const session = await acquire(grid, options);
  try {
    if (!isVersion(session.browserVersion, options.browserVersion)) {
      const { browserName, browserVersion, platformName } = session;
      throw otherFault(grid, options, [described({ browserName, browserVersion, platformName })]);
    }
    if (session.cdp === undefined) {
      const browser = `${session.browserName} on ${grid.address}`;
      throw fault('BROWSER_START_FAILED', { browser, why: 'the grid gives no DevTools access to it' });
    }
    return await attach(grid, session, options);
  } catch (thrown) {
    await grid.endSession(session.id);
    throw thrown;
  }
}

async function acquire(grid: GridClient, options: GridOptions): Promise<GridSession> {
  const { timeout = 30_000, log } = options;
  const browserVersion = versionOf(await grid.slots(), grid, options);
  const request = grid.newSession(capabilitiesOf(options, browserVersion), timeout + 300_000);
  const session = await within(request, timeout).catch((cause) => {
    const browser = `${nameOf(options)} on ${grid.address}`;
    throw fault('BROWSER_START_FAILED', { browser, why: firstLine(messageOf(cause)) }, cause);
  });
  if (session) return session;
  // The grid goes on with it; what comes too late is given back at once, or it would hold its slot for minutes.
  request
    .then(({ id }) => grid.endSession(id))
    .then(
      () => log.debug('a session that came too late was given back'),
      (cause) => log.debug('the grid gave no session', { cause }),
    );
  throw await lateFault(grid, options, timeout);
}

async function lateFault(grid: GridClient, options: GridOptions, ms: number): Promise<Fault> {
  const slots = matching(await grid.slots(), options);
  if (slots.some(({ isFree }) => isFree)) {
    const browser = `${nameOf(options)} on ${grid.address}`;
    return fault('BROWSER_START_FAILED', { browser, why: `no session within ${ms / 1000} s` });
  }
  return fault('QUEUE_FULL', {
    target: `the grid ${grid.address}`,
    limit: await grid.queueLength(),
    what: 'sessions',
    next: `All ${slots.length} of its slots for ${nameOf(options)} are taken: end a session, or add a node`,
  });
}

/** The version as the grid spells it, where it does; raises when no slot can have the browser in it. */
function versionOf(slots: readonly GridSlot[], grid: GridClient, options: GridOptions): string | undefined {
  const [found, ...others] = matching(slots, options);
  if (!found) throw otherFault(grid, options, [...new Set(slots.map(described))]);
  if (options.browserVersion === undefined) return undefined;
  return [found, ...others].find(({ browserVersion }) => browserVersion)?.browserVersion;
}

function otherFault(grid: GridClient, options: GridOptions, offered: readonly string[]): Fault {
  const { browserVersion, platformName } = options;
  const wanted = described({ browserName: nameOf(options), browserVersion, platformName });
  return fault('GRID_OFFERS_OTHERS', { grid: grid.address, wanted, offered });
}

const isVersion = (offered: string, wanted: string | undefined) =>
  wanted === undefined || offered === wanted || offered.startsWith(`${wanted}.`);

/** A node that found its browsers by itself says nothing of their versions: the session will. */
function matching(slots: readonly GridSlot[], options: GridOptions): readonly GridSlot[] {
  const { browserVersion: version, platformName: platform } = options;
  const isPlatform = (offered = 'any') =>
    platform === undefined || /any/i.test(offered) || offered.toLowerCase() === platform.toLowerCase();
  return slots.filter(
    (slot) =>
      slot.browserName.toLowerCase() === nameOf(options).toLowerCase() &&
      (slot.browserVersion === undefined || isVersion(slot.browserVersion, version)) &&
      isPlatform(slot.platformName),
  );
}

const nameOf = ({ browserName = 'chrome' }: GridOptions) => browserName;

const described = ({ browserName, browserVersion, platformName }: Omit<GridSlot, 'isFree'>) =>
  [browserName, browserVersion, platformName && `on ${platformName}`].filter(Boolean).join(' ');

function capabilitiesOf(options: GridOptions, browserVersion: string | undefined) {
  const { platformName, headless = true, args = [], binary, capabilities } = options;
  const isEdge = /edge/i.test(nameOf(options));
  const settings = given({ args: [...(headless ? ['--headless=new'] : []), ...args], binary });
  return given({
    browserName: nameOf(options),
    browserVersion,
    platformName,
    [isEdge ? 'ms:edgeOptions' : 'goog:chromeOptions']: settings,
    ...capabilities,
  });
}

async function attach(grid: GridClient, session: GridSession, options: GridOptions): Promise<BrowserHandle> {
  const { chromium } = await loadPlaywright();
  const endpoint = grid.socketOf(session);
  const headers = { ...grid.headers };
  const browser = await chromium.connectOverCDP(endpoint, { headers, timeout: 30_000 }).catch((cause) => {
    throw fault('BROWSER_UNREACHABLE', { endpoint, why: firstLine(messageOf(cause)) }, cause);
  });
  // Once, whoever wants it first: a second call would be told that the session is gone before its slot is free.
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= letGo(browser, grid, session);
    return ending;
  };
  const unwatch = await watchSession(browser, grid, session, { ...options, lost: end });
  return {
    browser,
    owned: true,
    close: () => {
      unwatch();
      return end();
    },
  };
}

/** A lost browser is closed on our side: whoever waits for it hears of it, as with every other driver. */
async function watchSession(
  browser: Browser,
  grid: GridClient,
  session: GridSession,
  { log, watch: times = WATCH, lost }: GridOptions & { lost: () => Promise<void> },
): Promise<() => void> {
  const pulse = await browser.newBrowserCDPSession();
  return watch(
    {
      ping: () => pulse.send('Browser.getVersion'),
      isAlive: (ms) => grid.isAlive(session.id, ms),
      lost: () => {
        log.warning('the session on the grid is gone', { grid: grid.address, session: session.id });
        void lost();
      },
    },
    times,
  );
}

async function letGo(browser: Browser, grid: GridClient, session: GridSession): Promise<void> {
  const closing = browser.close().catch(() => {});
  await within(closing, 2_000); // a dead one may never answer
  await grid.endSession(session.id);
}
