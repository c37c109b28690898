import { navigate } from '../../engines/browser/actions/navigate.ts';
import {
  listProfiles,
  type ProfileBrand,
  profileFolderOf,
  type StoredProfile,
} from '../../engines/browser/launch/profile-store.ts';
import type { Instance, Lessee } from '../../engines/browser/pool/instance.ts';
import type { InstanceSpec } from '../../engines/browser/pool/instance-spec.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Call, Caller } from '../../kernel/tool.ts';
import type { InstanceDeps } from './deps.ts';

export interface Opened {
  readonly instance: Instance;
  readonly url: string;
  readonly title: string;
  /** Tabs that the profile brought and that were closed. */
  readonly closed: number;
}

/** How opening one can fail. */
export const OPEN_FAULTS = [
  'LIMIT_REACHED',
  'QUEUE_FULL',
  'PROFILE_LOCKED',
  'NO_SUCH_PROFILE',
  'MODE_NEEDS',
  'MODE_CANNOT',
  'MODE_NOT_HERE',
  'GRID_OFFERS_OTHERS',
  'BROWSER_NOT_FOUND',
  'BROWSER_START_FAILED',
  'BROWSER_UNREACHABLE',
  'RUNNING_BROWSER_CLOSED',
  'OWN_BROWSER_NOT_HERE',
  'OWN_BROWSER_REFUSED',
  'NAVIGATION_FAILED',
] as const;

/** Opens an instance with a page in it; one whose first page cannot be had is closed again. */
export async function openInstance(
  {
    deps,
    caller,
    signal,
    progress,
  }: Pick<Call<unknown, InstanceDeps>, 'deps' | 'caller' | 'signal' | 'progress'>,
  spec: InstanceSpec,
  page: { readonly url?: string | undefined; readonly isOnly?: boolean | undefined } = {},
): Promise<Opened> {
  const { pool } = deps;
  const lessee = lesseeOf(caller);
  progress(0, 2, 'Waiting for a browser');
  const who = { owner: ownerOf(caller), agent: caller.client?.name };
  const instance = await pool.open({ ...spec, ...who }, lessee, signal);
  progress(1, 2, 'Opening a page');
  try {
    return await instance.use(async () => {
      const context = await instance.engine.context();
      const tab = await context.tab();
      if (page.url !== undefined) await navigate(tab, page.url, { signal });
      const others = page.isOnly ? context.tabs.filter((other) => other !== tab) : [];
      for (const { id } of others) await context.closeTab(id);
      return { instance, url: tab.url, title: await tab.title(), closed: others.length };
    });
  } catch (thrown) {
    await pool.close(instance.id, lessee).catch(() => {}); // it may have gone by itself
    throw thrown;
  }
}

/** A client's session as the pool knows it: what it opens ends with it, and it hears of what happens to it. */
export const lesseeOf = (caller: Caller): Lessee => ({
  session: caller.session,
  name: caller.name,
  tell: ({ kind, instance, message }) =>
    void caller.notify?.(kind === 'crashed' ? 'warning' : 'info', 'instances', {
      event: kind,
      instance,
      message,
    }),
});

/** The profiles of each browser that is known here, from its own list. */
export async function profilesOf(
  env: Readonly<Record<string, string | undefined>>,
  brands: readonly ProfileBrand[] = ['chrome', 'edge', 'chromium'],
): Promise<readonly (StoredProfile & { readonly browser: ProfileBrand })[]> {
  const lists = brands.map(async (browser) => {
    const folder = profileFolderOf(browser, env);
    const profiles = folder === undefined ? [] : await listProfiles(folder);
    return profiles.map((profile) => ({ browser, ...profile }));
  });
  return (await Promise.all(lists)).flat();
}
