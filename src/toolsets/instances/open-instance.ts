import { navigate } from '../../engines/browser/actions/navigate.ts';
import type { Instance } from '../../engines/browser/pool/instance.ts';
import type { InstanceSpec } from '../../engines/browser/pool/instance-spec.ts';
import type { Call } from '../../kernel/tool.ts';
import type { InstanceDeps } from './deps.ts';
import { lesseeOf } from './lessee.ts';

export interface Opened {
  readonly instance: Instance;
  readonly url: string;
  readonly title: string;
  /** Tabs that the profile brought and that were closed. */
  readonly closed: number;
}

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
  const { pool, isUnrestricted } = deps;
  const lessee = lesseeOf(caller);
  progress(0, 2, 'Waiting for a browser');
  const instance = await pool.open(spec, lessee, signal);
  progress(1, 2, 'Opening a page');
  try {
    return await instance.use(async () => {
      const context = await instance.engine.context();
      const tab = await context.tab();
      if (page.url !== undefined) await navigate(tab, page.url, { allowFiles: isUnrestricted, signal });
      const others = page.isOnly ? context.tabs.filter((other) => other !== tab) : [];
      for (const { id } of others) await context.closeTab(id);
      return { instance, url: tab.url, title: await tab.title(), closed: others.length };
    });
  } catch (thrown) {
    await pool.close(instance.id, lessee).catch(() => {}); // it may have gone by itself
    throw thrown;
  }
}
