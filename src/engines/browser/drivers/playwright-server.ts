import type { Browser, LaunchOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { firstLine, messageOf } from '../page/translate.ts';
import type { BrowserHandle, Driver } from './driver.ts';

export interface PlaywrightServerOptions {
  /** ws:// or wss:// of `playwright run-server`, of a browser server, or of a browser that was shared by `bind`. */
  readonly endpoint: string;
  readonly browserName?: 'chromium' | 'firefox' | 'webkit' | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How `run-server` is to launch the browser; it obeys in full only when it was started with --unsafe. */
  readonly launch?: LaunchOptions | undefined;
  /** For the connection, in milliseconds. */
  readonly timeout?: number | undefined;
}

/** Uses a browser of a Playwright server. The server ends it when we let go of it, if it was launched for us. */
export function playwrightServerDriver(options: PlaywrightServerOptions): Driver {
  return {
    kind: 'playwright',
    async open(): Promise<BrowserHandle> {
      const browser = await connect(options);
      // A shared browser shows its owner's contexts; their pages are what we were invited to.
      const firstContext = browser.contexts()[0];
      return {
        browser,
        ...(firstContext && { firstContext }),
        owned: false,
        close: () => browser.close(),
      };
    },
  };
}

async function connect(options: PlaywrightServerOptions): Promise<Browser> {
  const { endpoint, browserName = 'chromium', launch, timeout = 30_000 } = options;
  const type = (await loadPlaywright())[browserName];
  const headers = given({
    ...options.headers,
    'x-playwright-launch-options': launch && JSON.stringify(launch),
  });
  return type.connect(endpoint, { timeout, headers: { ...headers } }).catch((cause: unknown) => {
    const url = URL.parse(endpoint);
    const shown = url ? `${url.protocol}//${url.host}` : endpoint;
    throw fault('BROWSER_UNREACHABLE', { endpoint: shown, why: whyNot(messageOf(cause)) }, cause);
  });
}

function whyNot(message: string): string {
  if (/version mismatch/i.test(message)) return 'it runs another version of Playwright than ours';
  return /\b(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET)\b/.exec(message)?.[1] ?? firstLine(message);
}
