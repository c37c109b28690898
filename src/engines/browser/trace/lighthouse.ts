import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ContextOptions } from '../context/context-options.ts';
import { type OpenProxy, openProxy, reachOf } from '../context/proxy.ts';
import { findBrowser } from '../launch/find-browser.ts';

const run = promisify(execFile);
const LIMIT_MS = 180_000;
const MOST_OUTPUT = 64 * 2 ** 20;

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
}

export interface LighthouseReport {
  readonly version: string;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly failed: readonly Pick<Audit, 'id' | 'title' | 'score' | 'displayValue'>[];
}

/** Where it is installed beside us; what lies in the folder that an agent works in is not run. */
function lighthouseFile(): string {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve('lighthouse/package.json')),
      'cli',
      'index.js',
    );
  } catch (cause) {
    throw fault('PACKAGE_MISSING', { name: 'lighthouse', purpose: 'analyze performance with deep' }, cause);
  }
}

export interface LighthouseWanted {
  readonly url: string;
  /** Of the page: its lists of origins and its proxy hold for Lighthouse's browser, too. */
  readonly context: ContextOptions;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Lighthouse in a browser and a profile of its own: it knows no login of the page. */
export async function runLighthouse({
  url,
  context,
  log,
  signal,
}: LighthouseWanted): Promise<LighthouseReport> {
  const file = lighthouseFile();
  const browser = await findBrowser({ env: process.env });
  const wayOut = await openProxy(reachOf(context), { log });
  try {
    const stdout = await outputOf(file, url, {
      signal,
      env: { ...process.env, ...(browser ? { CHROME_PATH: browser.path } : {}) },
      flags: ['--headless=new', '--disable-dev-shm-usage', ...ofSystem(), ...ofProxy(wayOut?.proxy)],
    });
    return reportOf(stdout);
  } finally {
    await wayOut?.close();
  }
}

/** Chromium has no sandbox for root. */
const ofSystem = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

const ofProxy = (proxy: OpenProxy['proxy'] | undefined) =>
  proxy
    ? [
        `--proxy-server=${proxy.server}`,
        ...(proxy.bypass === undefined ? [] : [`--proxy-bypass-list=${proxy.bypass}`]),
      ]
    : [];

async function outputOf(
  file: string,
  url: string,
  { flags, env, signal }: { flags: readonly string[]; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<string> {
  const args = [
    file,
    url,
    '--output=json',
    '--output-path=stdout',
    '--quiet',
    '--no-enable-error-reporting',
    `--chrome-flags=${flags.join(' ')}`,
  ];
  try {
    const { stdout } = await run(process.execPath, args, {
      timeout: LIMIT_MS,
      maxBuffer: MOST_OUTPUT,
      signal,
      env,
      killSignal: 'SIGINT', // on which it ends its browser, too
    });
    return stdout;
  } catch (cause) {
    signal.throwIfAborted();
    const { stderr = '', killed } = cause as { stderr?: string; killed?: boolean };
    const last = stderr.trim().split('\n').at(-1) || 'it said nothing';
    const why = killed ? `it took longer than ${LIMIT_MS / 1000} s` : last.slice(0, 300);
    throw fault('LIGHTHOUSE_FAILED', { why }, cause);
  }
}

function reportOf(stdout: string): LighthouseReport {
  const report = JSON.parse(stdout) as {
    lighthouseVersion: string;
    categories: Readonly<Record<string, { readonly score: number | null }>>;
    audits: Readonly<Record<string, Audit>>;
    runtimeError?: { readonly message: string };
  };
  if (report.runtimeError) throw fault('LIGHTHOUSE_FAILED', { why: report.runtimeError.message });
  return {
    version: report.lighthouseVersion,
    scores: Object.fromEntries(Object.entries(report.categories).map(([name, { score }]) => [name, score])),
    failed: Object.values(report.audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0))
      .map(({ id, title, score, displayValue }) => ({
        id,
        title,
        score,
        ...(displayValue ? { displayValue } : {}),
      })),
  };
}
