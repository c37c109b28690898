import { waitsFor } from '../../../../kernel/current-call.ts';
import { given } from '../../given.ts';
import { loadPlaywright } from '../../launch/load-playwright.ts';
import type { Driver } from '../driver.ts';
import { findActivePort, type RunningOptions } from './active-port.ts';
import { allowedConnection } from './consent.ts';
import { SocketTransport } from './socket-transport.ts';

export interface RunningDriverOptions extends RunningOptions {
  /** For the person's answer, in milliseconds. */
  readonly timeout?: number | undefined;
}

/** Attaches to a person's browser as it runs: with the profile that it has, after the person has allowed it there. */
export function runningDriver({ timeout = 30_000, ...options }: RunningDriverOptions): Driver {
  return {
    kind: 'cdp',
    async open() {
      const address = await findActivePort(options);
      waitsFor('Waiting until the connection is allowed in the browser');
      const socket = await allowedConnection(address, timeout);
      const { chromium } = await loadPlaywright();
      const browser = await chromium.connectOverCDP(new SocketTransport(socket), {
        timeout,
        noDefaults: true,
      });
      const firstContext = browser.contexts()[0];
      return { browser, ...given({ firstContext }), owned: false, close: () => browser.close() };
    },
  };
}
