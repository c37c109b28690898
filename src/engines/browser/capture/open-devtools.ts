import type { Browser } from 'playwright-core';
import type { DevToolsConnection } from './devtools.ts';
import { DevToolsLine } from './devtools-line.ts';
import { DevToolsTunnel } from './devtools-tunnel.ts';
import { transportOf } from './playwright-transport.ts';

/** Beside Playwright on its transport, or through it where that is out of reach. Undefined where nobody understands. */
export async function openDevTools(browser: Browser): Promise<DevToolsConnection | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  const transport = transportOf(browser);
  return transport ? DevToolsLine.open(transport) : DevToolsTunnel.open(browser);
}
