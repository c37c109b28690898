import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { readStorageState, type StateCookie, type StorageState } from './context-options.ts';
import type { OpenContext } from './open-context.ts';

export interface CookieInput {
  readonly name: string;
  readonly value: string;
  /** Without it the cookie belongs to the page's own address. */
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
  /** Seconds since the epoch; without it the cookie lasts as long as the browser. */
  readonly expires?: number | undefined;
  readonly httpOnly?: boolean | undefined;
  readonly secure?: boolean | undefined;
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | undefined;
}

export interface CookieFilter {
  readonly name?: string | undefined;
  readonly domain?: string | undefined;
  readonly path?: string | undefined;
}

/** Cookies of a context. A domain stands for its subdomains too, a path for all below it. */
export async function listCookies({ context }: OpenContext, filter: CookieFilter = {}) {
  const cookies = (await context.cookies()).filter((cookie) => matches(cookie, filter));
  return cookies.map(({ partitionKey: _key, ...cookie }): StateCookie => cookie);
}

function matches(cookie: StateCookie, { name, domain, path }: CookieFilter): boolean {
  return (
    (name === undefined || cookie.name === name) &&
    isOfDomain(cookie, domain) &&
    (path === undefined || cookie.path.startsWith(path))
  );
}

export function isOfDomain(cookie: Pick<StateCookie, 'domain'>, domain: string | undefined): boolean {
  const host = cookie.domain.replace(/^\./, '');
  const wanted = domain?.replace(/^\./, '');
  return wanted === undefined || host === wanted || host.endsWith(`.${wanted}`);
}

export async function setCookie({ context }: OpenContext, tab: Tab, cookie: CookieInput): Promise<void> {
  const { domain, path, ...rest } = cookie;
  const place = domain === undefined ? ownPlace(tab, path) : { domain, path: path ?? '/' };
  await context.addCookies([given({ ...rest, ...place })]);
}

/** Not the address itself: a cookie that is secure could not be set from a page without TLS. */
function ownPlace(tab: Tab, path = '/'): { domain: string; path: string } {
  const url = URL.parse(tab.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw fault('NO_STORAGE_HERE', { url: tab.url });
  return { domain: url.hostname, path };
}

/** Says how many there were. */
export async function deleteCookies(open: OpenContext, filter: CookieFilter = {}): Promise<number> {
  const going = await listCookies(open, filter);
  for (const { name, domain, path } of going) await open.context.clearCookies({ name, domain, path });
  return going.length;
}

/** Replaces cookies and local storage of a context by those of a state or of its file. */
export async function setStorageState(open: OpenContext, source: string | StorageState, secrets?: Secrets) {
  await open.context.setStorageState(await readStorageState(source, secrets));
}

export type StorageKind = 'localStorage' | 'sessionStorage';

/** The local or session storage of the page that a tab shows. */
export class PageStorage {
  readonly #tab: Tab;
  readonly #kind: StorageKind;

  constructor(tab: Tab, kind: StorageKind) {
    this.#tab = tab;
    this.#kind = kind;
  }

  async list(): Promise<readonly { readonly name: string; readonly value: string }[]> {
    return (await this.#do((storage) => storage.items())) ?? [];
  }

  async get(key: string): Promise<string | null> {
    return (await this.#do((storage) => storage.getItem(key))) ?? null;
  }

  async set(key: string, value: string): Promise<void> {
    await this.#do((storage) => storage.setItem(key, value));
  }

  async delete(key: string): Promise<void> {
    await this.#do((storage) => storage.removeItem(key));
  }

  async clear(): Promise<void> {
    await this.#do((storage) => storage.clear());
  }

  async #do<T>(work: (storage: Tab['page']['localStorage']) => Promise<T>): Promise<T | undefined> {
    const { page } = this.#tab;
    const outcome = await this.#tab.perform({ action: this.#kind, isReading: true }, async () => {
      try {
        return await work(page[this.#kind]);
      } catch (cause) {
        if (!/SecurityError|Access is denied|opaque origin/i.test(String(cause))) throw cause;
        throw fault('NO_STORAGE_HERE', { url: page.url() }, cause);
      }
    });
    if (outcome.settledBy === 'modal') this.#tab.modals.assertFree();
    return outcome.value;
  }
}
