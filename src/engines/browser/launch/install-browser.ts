import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fault } from '../../../kernel/fault.ts';

export interface InstallOptions {
  /** As Playwright names it; unset: Chromium. */
  readonly browser?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Percent of the download under way, and what it is. */
  readonly progress?: ((percent: number, what: string) => void) | undefined;
}

/** What the installer says that is worth a fault's sentence. */
const TROUBLE = /error|failed|not supported|unsupported|ENOSPC|EACCES/i;

/** Downloads the browser that Playwright was built for, into Playwright's own folder. */
export async function installBrowser(options: InstallOptions): Promise<void> {
  const { browser = 'chromium', env, signal, progress } = options;
  const program = join(
    dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
    'cli.js',
  );
  const more = browser === 'chromium' ? ['--no-shell'] : [];
  const child = spawn(process.execPath, [program, 'install', browser, ...more], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const said: string[] = [];
  let what = browser;
  const hear = (line: string) => {
    what = /Downloading ([^(]+?) (?:\(|v?\d|from)/.exec(line)?.[1] ?? what;
    const percent = percentIn(line);
    if (percent === undefined) said.push(line);
    else progress?.(percent, `Downloading ${what}`);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise.catch((cause: unknown) => {
    throw fault('BROWSER_INSTALL_FAILED', { browser, why: String(cause) }, cause);
  });
  if (code !== 0) throw fault('BROWSER_INSTALL_FAILED', { browser, why: whyOf(said) });
}

/** From a line such as `|■■■■      |  40% of 170.4 MiB`. */
export function percentIn(line: string): number | undefined {
  const found = /(\d{1,3})% of /.exec(line)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The first error is the cause; what follows are attempts and summaries. */
function whyOf(said: readonly string[]): string {
  const error =
    said.find((line) => line.startsWith('Error: ')) ?? said.findLast((line) => TROUBLE.test(line));
  return (error ?? said.at(-1) ?? 'no reason was given').replace(/^\s*(Error: )?/, '').replace(/[.\s]+$/, '');
}
