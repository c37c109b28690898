import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { firstLine, messageOf } from '../page/translate.ts';
import type { BrowserHandle, Driver } from './driver.ts';

export interface CdpOptions {
  /** http(s)://host:port, or the ws(s):// address itself. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For the connection, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Files for upload lie on the browser's machine as well. */
  readonly isLocal?: boolean | undefined;
}

/** Attaches to a browser that somebody else runs. It is never started and never ended by us. */
export function cdpDriver(options: CdpOptions): Driver {
  return {
    kind: 'cdp',
    async open(): Promise<BrowserHandle> {
      const { chromium } = await loadPlaywright();
      const { endpoint, headers, timeout = 30_000, isLocal } = options;
      const settings = given({ headers: headers && { ...headers }, timeout, isLocal });
      const browser = await chromium.connectOverCDP(endpoint, settings).catch((cause: unknown) => {
        throw fault('BROWSER_UNREACHABLE', { endpoint: withoutSecrets(endpoint), why: whyNot(cause) }, cause);
      });
      const firstContext = browser.contexts()[0];
      return {
        browser,
        ...(firstContext && { firstContext }),
        owned: false,
        close: () => browser.close(), // only lets go of it
      };
    },
  };
}

/** Tokens of hosted browsers stand in the query or before the host. */
function withoutSecrets(endpoint: string): string {
  const url = URL.parse(endpoint);
  return url ? `${url.protocol}//${url.host}${url.pathname}` : endpoint;
}

function whyNot(cause: unknown): string {
  const message = messageOf(cause);
  const code = /\b(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EHOSTUNREACH)\b/.exec(message)?.[1];
  return code ?? firstLine(message);
}
