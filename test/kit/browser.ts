/** A browser engine for tests: real Chromium, headless, that talks to nobody but loopback. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { BrowserEngine } from '../../src/engines/browser/browser-engine.ts';
import { BrowserProcess, type EngineOptions } from '../../src/engines/browser/browser-process.ts';
import { type LocalOptions, localDriver } from '../../src/engines/browser/drivers/local.ts';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import type { Timeouts } from '../../src/engines/browser/page/outcome.ts';
import type { Tab } from '../../src/engines/browser/page/tab.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';

export const QUIET_ARGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Chromium asks Google about updates, accounts and forms, whatever it is told.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export const testDriver = (options: Partial<LocalOptions> = {}) =>
  localDriver({ log: silentLog, env: process.env, headless: true, args: QUIET_ARGS, ...options });

/** A browser of Playwright's own, without anything of ours. */
export async function plainBrowser(args: readonly string[] = []): Promise<Browser> {
  const found = await findBrowser({ env: process.env });
  return chromium.launch({ executablePath: found!.path, args: ['--no-sandbox', ...args] });
}

export interface TestEngine {
  readonly engine: BrowserEngine;
  /** For engines of other sessions. */
  readonly process: BrowserProcess;
  readonly folder: string;
  close(): Promise<void>;
}

export async function startEngine(options: Partial<EngineOptions> = {}): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'browser-test-'));
  const process = new BrowserProcess({
    driver: testDriver(),
    clock: systemClock(),
    log: silentLog,
    instance: 'b1',
    outputDir: join(folder, 'output'),
    ...options,
  });
  const engine = new BrowserEngine(process);
  return {
    engine,
    process,
    folder,
    async close() {
      await process.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Short limits for what is meant to run out of time, and only for it: what is meant to work keeps the usual ones,
 * which a busy machine needs.
 */
export async function inHaste<T>(tab: Tab, limits: Partial<Timeouts>, work: () => Promise<T>): Promise<T> {
  const context = tab.page.context();
  const usual = { ...tab.timeouts };
  const set = (timeouts: Timeouts) => {
    Object.assign(tab.timeouts, timeouts);
    context.setDefaultTimeout(timeouts.action);
    context.setDefaultNavigationTimeout(timeouts.navigation);
  };
  set({ ...usual, ...limits });
  try {
    return await work();
  } finally {
    set(usual);
  }
}
