/**
 * Playwright's dashboard: a program of its own, with a window in which a person draws on what a page shows. It comes
 * with playwright-core, and finds the page by the browser that is shared with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { usualEnvironment } from '../launch/own-temporary.ts';
import { insideOf } from '../launch/playwright-inside.ts';
import type { Tab } from '../page/tab.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';

/** The package does not name it to others, but starts it itself in this way. */
export function dashboardProgram(): string {
  const own = createRequire(import.meta.url).resolve('playwright-core/package.json');
  return join(dirname(own), 'lib', 'entry', 'dashboardApp.js');
}

/** One picture of a page, with what was drawn on it. */
export interface AnnotatedFrame {
  readonly sessionTitle?: string;
  readonly title?: string;
  readonly url: string;
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  /** PNG, as base64. */
  readonly data?: string;
  readonly ariaSnapshot?: string;
  readonly annotations: readonly Readonly<
    Record<'x' | 'y' | 'width' | 'height', number> & Record<'text', string>
  >[];
}

export interface Annotations {
  readonly feedback?: string;
  readonly frames: readonly AnnotatedFrame[];
}

export interface DashboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the caller works: the dashboard groups browsers by it. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Shows the page to a person, and comes when they have drawn on it; undefined when they would not. */
export async function annotate(tab: Tab, options: DashboardOptions): Promise<Annotations | undefined> {
  const browser = tab.page.context().browser();
  if (!browser) throw fault('ANNOTATION_FAILED', { why: 'the browser is gone' });
  const asked = { title: await tab.title(), url: tab.url };
  const given = await shared(browser, options.folder, () =>
    withSecretsHidden(tab, () => drawn(tab, options)),
  );
  const [first, ...others] = given?.frames ?? [];
  if (!given || !first || first.url !== '') return given;
  // The first picture is of this page; on a busy machine it is taken before the window has heard where that is.
  return { ...given, frames: [{ ...first, ...asked }, ...others] };
}

const busy = new WeakSet<Browser>();
const shares = new WeakSet<Browser>();

/**
 * A browser that Playwright drives from here is shared by now, and stays so until it ends: a window that is still open
 * would not find it again. Any other one is shared already, or nothing finds it.
 */
async function shared<T>(browser: Browser, workspaceDir: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(browser)) throw fault('ANNOTATION_FAILED', { why: 'somebody is asked to draw already' });
  busy.add(browser);
  try {
    if (insideOf(browser) !== undefined && !shares.has(browser)) {
      await browser.bind('sensorium', { workspaceDir });
      shares.add(browser);
    }
    return await work();
  } finally {
    busy.delete(browser);
  }
}

async function drawn(tab: Tab, { env, signal }: DashboardOptions): Promise<Annotations | undefined> {
  const page = (tab.page as { readonly _guid?: string })._guid;
  const args = [dashboardProgram(), `--pageId=${page}`];
  const usual = usualEnvironment(env);
  signal.throwIfAborted();
  // In a folder of its own: a name that can be guessed, another user of the machine could have made a link of.
  const scratch = await mkdtemp(join(tmpdir(), 'dashboard-'));
  const log = join(scratch, 'log');
  const failed = openWindow(args, usual, log);
  // It asks the window, and ends by itself when this process does.
  const client = spawn(process.execPath, [...args, '--annotate'], {
    env: usual,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const onAbort = () => client.kill();
  signal.addEventListener('abort', onAbort);
  try {
    const answer = await Promise.race([answerOf(client), failed]);
    signal.throwIfAborted();
    if (typeof answer === 'string') return submitted(answer);
    throw fault('ANNOTATION_FAILED', { why: answer.why });
  } finally {
    signal.removeEventListener('abort', onAbort);
    client.kill();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Failure {
  readonly why: string;
}

/**
 * Opens the window, which stays until the person closes it; where there is one already this does nothing. Comes with
 * the reason when it cannot open.
 */
function openWindow(args: readonly string[], env: NodeJS.ProcessEnv, log: string): Promise<Failure> {
  const output = openSync(log, 'w');
  const window = spawn(process.execPath, args, {
    env,
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  closeSync(output);
  window.unref();
  const { promise, resolve } = Promise.withResolvers<Failure>();
  window.once('error', ({ message }) => resolve({ why: message }));
  window.once('exit', (code) => {
    if (code !== 0) readFile(log, 'utf8').then((words) => resolve({ why: whyNot(words) }));
  });
  return promise;
}

function whyNot(words: string): string {
  if (/no chromium-based browser/i.test(words))
    return "neither Chrome, Edge nor Playwright's own Chromium is here";
  if (/Missing X server|cannot open display|\$DISPLAY/.test(words))
    return 'there is no display for its window';
  return /^.*\bError: .*$/m.exec(words)?.[0] ?? 'it ended at once';
}

/** All that it says until it ends. */
async function answerOf(client: ChildProcess): Promise<string | Failure> {
  const parts: Buffer[] = [];
  client.stdout!.on('data', (part: Buffer) => parts.push(part));
  const [code] = await once(client, 'close');
  return code === 0 ? Buffer.concat(parts).toString() : { why: 'its window did not open in time' };
}

/** Nothing at all, or no picture, means that the person would not. */
function submitted(words: string): Annotations | undefined {
  if (words.trim() === '') return undefined;
  const { type, ...annotations } = JSON.parse(words) as Annotations & { readonly type: string };
  return type === 'submitted' && annotations.frames.length > 0 ? annotations : undefined;
}
