/** How others show the same requests: mitmweb its flows, Playwright's trace viewer a trace. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { rewriteZip } from '../src/engines/browser/media/rewrite-zip.ts';
import { plainBrowser } from '../test/kit/browser.ts';
import { freePort } from '../test/kit/free-port.ts';
import { startSite } from '../test/kit/site.ts';
import { pathOf, STEP_MS, statusOf, writeFlows } from './app-requests.ts';

export interface Opened {
  /** Milliseconds from the navigation. */
  readonly paint: number;
  readonly rows: number;
  /** Bytes: what the page's scripts hold, and what its processes have of the machine's memory. */
  readonly heap: number;
  readonly memory: number;
}

export interface Contender {
  readonly name: string;
  /** What a row looks like. */
  readonly rows: string;
  /** What must be clicked before, as soon as it is there. */
  readonly click?: string;
  address(): string;
}

interface Scope {
  after(end: () => unknown): void;
}

const MOST_MS = 600_000;

/** A page that notes by itself when its first rows are there. */
export async function opening(context: BrowserContext, rows: string, click?: string) {
  const page = await context.newPage();
  await page.addInitScript(`{
    const look = () => {
      const click = ${JSON.stringify(click ?? null)};
      if (click && !window.clicked) { const tab = document.querySelector(click); if (tab) { window.clicked = true; tab.click(); } }
      if (document.querySelector(${JSON.stringify(rows)})) window.firstRows ??= performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  return {
    page,
    async open(address: string): Promise<Opened> {
      await page.goto(address, { timeout: MOST_MS });
      await page.locator(rows).first().waitFor({ timeout: MOST_MS });
      const times = await page.evaluate<{ paint: number; rows: number }>(`({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        rows: window.firstRows ?? performance.now(),
      })`);
      return { ...times, heap: await heapOf(page), memory: await memoryOf(page) };
    },
  };
}

/** After what is no longer needed has been given back. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Of all processes of the browser that hold pages and workers. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const [, resident = '0'] = (await readFile(`/proc/${id}/statm`, 'utf8')).split(' ');
        return Number(resident) * 4096;
      }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

export async function peers(count: number, scope: Scope): Promise<readonly Contender[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-app-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  return [await mitmweb(count, folder, scope), await traceViewer(count, folder, scope)];
}

async function mitmweb(count: number, folder: string, scope: Scope): Promise<Contender> {
  const file = join(folder, 'flows');
  const script = join(folder, 'write_flows.py');
  await writeFile(script, writeFlows(file, count));
  await promisify(execFile)('mitmdump', ['-n', '-q', '--set', `confdir=${folder}`, '-s', script]);
  const port = await freePort();
  const options = ['--no-web-open-browser', '--web-host', '127.0.0.1', '--web-port', String(port), '-n'];
  const child: ChildProcess = spawn('mitmweb', [...options, '--set', `confdir=${folder}`, '-r', file], {
    stdio: 'ignore',
  });
  scope.after(() => child.kill());
  const address = `http://127.0.0.1:${port}/`;
  const isWhole = async () => {
    const answer = await fetch(`${address}flows`).catch(() => undefined);
    return answer?.ok === true && ((await answer.json()) as unknown[]).length >= count;
  };
  const end = Date.now() + MOST_MS;
  while (!(await isWhole())) {
    if (Date.now() > end) throw new Error('mitmweb has not read its flows');
    await pause(2000);
  }
  return { name: 'mitmweb', rows: '.flow-table tbody tr td', address: () => address };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.zip': 'application/zip',
};

async function traceViewer(count: number, folder: string, scope: Scope): Promise<Contender> {
  const trace = join(folder, 'trace.zip');
  await recordTrace(trace);
  await rewriteZip(trace, (content) => manyRequests(content, count));
  const viewer = resolve(import.meta.dirname, '../node_modules/playwright-core/lib/vite/traceViewer');
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path === '/trace.zip' ? trace : join(viewer, path);
    const bytes = await readFile(file).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    });
    response.end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  scope.after(() => server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    name: 'Playwright trace viewer',
    rows: '.network-requests .list-view-entry, .network-requests [role=listitem], .network-request-column-name, .grid-view-cell',
    click: '[role=tab][title=Network], [role=tab][aria-label=Network]',
    address: () => `${base}/index.html?trace=${encodeURIComponent(`${base}/trace.zip`)}`,
  };
}

/** A real one, of one page with one request. */
async function recordTrace(path: string): Promise<void> {
  const site = await startSite({ '/': '<title>Shop</title>' });
  const browser = await plainBrowser();
  try {
    const context = await browser.newContext();
    await context.tracing.start({ snapshots: true });
    await (await context.newPage()).goto(site.url('/'));
    await context.tracing.stop({ path });
  } finally {
    await browser.close();
    await site.close();
  }
}

interface Snapshot {
  readonly type: string;
  readonly snapshot: {
    readonly _monotonicTime: number;
    readonly startedDateTime: string;
    readonly request: { readonly url: string };
    readonly response: object;
  };
}

/** The one request, so many times; other files of the trace stay as they are. */
function manyRequests(content: Buffer, count: number): Buffer {
  const [line = ''] = content.toString('utf8').split('\n');
  if (!line.startsWith('{"type":"resource-snapshot"')) return content;
  const { snapshot, ...rest } = JSON.parse(line) as Snapshot;
  const { origin } = new URL(snapshot.request.url);
  const began = Date.parse(snapshot.startedDateTime);
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      ...rest,
      snapshot: {
        ...snapshot,
        _monotonicTime: snapshot._monotonicTime + (at * STEP_MS) / 1000,
        startedDateTime: new Date(began + at * STEP_MS).toISOString(),
        request: { ...snapshot.request, url: `${origin}${pathOf(at)}` },
        response: { ...snapshot.response, status: statusOf(at) },
      },
    }),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}
