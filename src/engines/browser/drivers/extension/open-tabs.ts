import { loadPlaywright } from '../../launch/load-playwright.ts';
import type { BrowserHandle } from '../driver.ts';
import { ExtensionTransport } from './extension-transport.ts';
import type { TabLink } from './tab-link.ts';

/** The tabs that an extension shares, as a browser. The browser's interface for extensions knows no contexts. */
export async function openTabs(
  link: TabLink,
  transport = new ExtensionTransport(link),
): Promise<BrowserHandle> {
  const { chromium } = await loadPlaywright();
  const browser = await chromium.connectOverCDP(transport, { timeout: 0, noDefaults: true });
  const firstContext = browser.contexts()[0];
  return {
    browser,
    ...(firstContext && { firstContext }),
    owned: false,
    hasOwnDevTools: false,
    hasOneContext: true,
    close: async () => {
      await browser.close();
      link.close();
    },
  };
}
