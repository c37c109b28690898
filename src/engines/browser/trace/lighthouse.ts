import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { fault } from '../../../kernel/fault.ts';

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

/** Lighthouse in a browser and a profile of its own: it knows no login of the page. */
export async function runLighthouse(
  url: string,
  browser: string | undefined,
  signal: AbortSignal,
): Promise<LighthouseReport> {
  const file = lighthouseFile();
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage';
  const { stdout } = await run(
    process.execPath,
    [
      file,
      url,
      '--output=json',
      '--output-path=stdout',
      '--quiet',
      '--no-enable-error-reporting',
      `--chrome-flags=${flags}`,
    ],
    {
      timeout: LIMIT_MS,
      maxBuffer: MOST_OUTPUT,
      signal,
      env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) },
    },
  );
  const report = JSON.parse(stdout) as {
    lighthouseVersion: string;
    categories: Readonly<Record<string, { readonly score: number | null }>>;
    audits: Readonly<Record<string, Audit>>;
  };
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
