import { readFile } from 'node:fs/promises';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { nearest } from '../../../kernel/nearest.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** What a context can be told: Playwright's own settings, and ours. */
export interface ContextOptions
  extends Omit<
    BrowserContextOptions,
    'logger' | 'storageState' | 'recordHar' | 'recordVideo' | 'strictSelectors'
  > {
  /** A file, or the state itself. */
  readonly storageState?: string | StorageState;
  /** A device of Playwright's list; single settings win over its own. */
  readonly device?: string;
  /** Files whose script runs in every page before the page's own. */
  readonly initScripts?: readonly string[];
  /** What scripts of pages ask these for carries a trace context. */
  readonly traceOrigins?: readonly string[];
  /** Only these may be reached, as `https://example.org` or `http://localhost:*`. */
  readonly allowedOrigins?: readonly string[];
  /** These may not be reached; wins over the allowed ones. */
  readonly blockedOrigins?: readonly string[];
}

type Saved = Awaited<ReturnType<BrowserContext['storageState']>>;
export type StateCookie = Saved['cookies'][number];
/** The databases are as Playwright writes them. */
export type StateOrigin = Saved['origins'][number] & { indexedDB?: unknown[] };

export interface StorageState {
  cookies: StateCookie[];
  origins: StateOrigin[];
}

/** Our settings as Playwright takes them, the device filled in and the storage state left out. */
export async function playwrightOptions(options: ContextOptions): Promise<BrowserContextOptions> {
  const {
    storageState: _state,
    device,
    initScripts: _scripts,
    traceOrigins: _traced,
    allowedOrigins: _a,
    blockedOrigins: _b,
    ...own
  } = options;
  return device === undefined ? own : { ...(await deviceSettings(device)), ...own };
}

async function deviceSettings(name: string): Promise<BrowserContextOptions> {
  const { devices } = await loadPlaywright();
  const found = (devices as Record<string, (typeof devices)['iPhone 13'] | undefined>)[name];
  if (!found) throw fault('NO_SUCH_DEVICE', { name, nearest: nearest(name, Object.keys(devices)) });
  const { defaultBrowserType: _type, ...settings } = found;
  return settings;
}

/** The state itself, read from its file when it is one, with the secrets put back that were taken out of it. */
export async function readStorageState(source: string | StorageState, secrets?: Secrets) {
  if (typeof source !== 'string') return checked(source, 'given');
  const text = await readFile(source, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw fault('FILE_NOT_READABLE', { path: source, why: cause.code ?? cause.message }, cause);
  });
  try {
    const state: unknown = JSON.parse(text);
    return checked(secrets ? secrets.unseal(state) : state, source);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw fault('INVALID_STORAGE_STATE', { source, problem: 'it is no JSON' }, cause);
  }
}

function checked(state: unknown, source: string): StorageState {
  const problem = problemOf(state);
  if (problem) throw fault('INVALID_STORAGE_STATE', { source, problem });
  const { cookies = [], origins = [] } = state as Partial<StorageState>;
  return { cookies, origins };
}

function problemOf(state: unknown): string | undefined {
  if (state === null || typeof state !== 'object') return 'it is no object';
  const { cookies, origins } = state as Record<string, unknown>;
  if (cookies !== undefined && !Array.isArray(cookies)) return 'cookies is no list';
  if (origins !== undefined && !Array.isArray(origins)) return 'origins is no list';
  if (cookies === undefined && origins === undefined) return 'it has neither cookies nor origins';
  return undefined;
}
