import type { Browser, LaunchOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { sharedBrowser } from '../launch/shared-browser.ts';
import { firstLine, messageOf } from '../page/translate.ts';
import type { BrowserHandle, Driver } from './driver.ts';

interface RemoteOptions {
  /** http(s)://host:port of DevTools, or the ws(s):// address itself. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the connection, in milliseconds. */
  readonly timeout?: number | undefined;
}

export interface CdpOptions extends RemoteOptions {
  /** Files for upload lie on the browser's machine as well. */
  readonly isLocal?: boolean | undefined;
}

/** Attaches to a browser that somebody else runs. It is never started and never ended by us. */
export function cdpDriver({ endpoint, headers, timeout = 30_000, isLocal }: CdpOptions): Driver {
  return {
    kind: 'cdp',
    async open() {
      const { chromium } = await loadPlaywright();
      // Without defaults, so that what its owner has set for the pages (media, downloads) stays.
      const settings = given({ headers: headers && { ...headers }, timeout, isLocal, noDefaults: true });
      return attached(chromium.connectOverCDP(endpoint, settings), shownOf(endpoint, true));
    },
  };
}

/** Its endpoint is that of `playwright run-server`, of a browser server, or of a browser that was shared by `bind`. */
export interface PlaywrightServerOptions extends RemoteOptions {
  readonly browserName?: 'chromium' | 'firefox' | 'webkit' | undefined;
  /** How `run-server` is to launch the browser; it obeys in full only when it was started with --unsafe. */
  readonly launch?: LaunchOptions | undefined;
}

/** Uses a browser of a Playwright server. The server ends it when we let go of it, if it was launched for us. */
export function playwrightServerDriver(options: PlaywrightServerOptions): Driver {
  const { endpoint, browserName = 'chromium', launch, timeout = 30_000 } = options;
  const wish = given({ 'x-playwright-launch-options': launch && JSON.stringify(launch) });
  const headers = { ...options.headers, ...wish };
  return {
    kind: 'playwright',
    async open() {
      const type = (await loadPlaywright())[browserName];
      const shared = endpoint.includes('://') ? undefined : await sharedBrowser(endpoint, process.env);
      const connecting = type.connect(shared ?? endpoint, { timeout, headers });
      return attached(connecting, shownOf(endpoint, false));
    },
  };
}

/** What its owner has open there comes with it. To close it only lets go of it. */
async function attached(connecting: Promise<Browser>, endpoint: string): Promise<BrowserHandle> {
  const browser = await connecting.catch((cause: unknown) => {
    throw fault('BROWSER_UNREACHABLE', { endpoint, why: whyNot(messageOf(cause)) }, cause);
  });
  const firstContext = browser.contexts()[0];
  return { browser, ...given({ firstContext }), owned: false, close: () => browser.close() };
}

/** Tokens of hosted browsers stand in the query or before the host, those of a browser server in its path. */
function shownOf(endpoint: string, hasPath: boolean): string {
  const url = URL.parse(endpoint);
  return url ? `${url.protocol}//${url.host}${hasPath ? url.pathname : ''}` : endpoint;
}

function whyNot(message: string): string {
  if (/version mismatch/i.test(message)) return 'it runs another version of Playwright than ours';
  const code = /\b(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EHOSTUNREACH)\b/.exec(message)?.[1];
  return code ?? firstLine(message);
}
