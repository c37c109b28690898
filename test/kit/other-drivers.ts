/** Browsers that are not started here, each with what it takes to have one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from '../../src/engines/browser/drivers/driver.ts';
import { gridDriver } from '../../src/engines/browser/drivers/grid.ts';
import { cdpDriver, playwrightServerDriver } from '../../src/engines/browser/drivers/remote.ts';
import { endProcess } from '../../src/engines/browser/launch/end-process.ts';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import { loadPlaywright } from '../../src/engines/browser/launch/load-playwright.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { QUIET_ARGS } from './browser.ts';
import { startGrid } from './grid.ts';

interface Scope {
  after(close: () => unknown): void;
}

const ARGS = [...QUIET_ARGS, '--no-sandbox'];
const program = async () => (await findBrowser({ env: process.env }))!.path;

export const attachedDriver = async (scope: Scope): Promise<Driver> =>
  cdpDriver({ endpoint: await running(scope) });

export async function servedDriver(scope: Scope): Promise<Driver> {
  const { chromium } = await loadPlaywright();
  const server = await chromium.launchServer({
    executablePath: await program(),
    args: ARGS,
    headless: true,
    host: '127.0.0.1',
  });
  scope.after(() => server.close());
  return playwrightServerDriver({ endpoint: server.wsEndpoint() });
}

export async function overGrid(scope: Scope): Promise<Driver> {
  const { address } = await startGrid(scope);
  return gridDriver({ address, log: silentLog, binary: await program(), args: ARGS });
}

/** A browser that somebody else runs. */
async function running(scope: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'alike-cdp-'));
  const args = [
    ...ARGS,
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    'about:blank',
  ];
  const child: ChildProcess = spawn(await program(), args, { stdio: 'ignore', detached: true });
  scope.after(async () => {
    if (child.pid) await endProcess(child.pid, 0);
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  for (let i = 0; i < 400; i++) {
    const text = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Chromium opened no DevTools port');
}
