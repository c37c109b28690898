import type { Tab } from '../../../engines/browser/page/tab.ts';
import { type PerfSnapshot, perfNow } from './perf-snapshot.page.ts';

export async function readPerf(tab: Tab): Promise<PerfSnapshot | undefined> {
  if (!/^https?:/.test(tab.url) || tab.isCrashed || tab.modals.isBlocked) return undefined;
  const read = await tab.cdp.run(perfNow).catch(() => undefined); // it is on its way to another page
  return read && { ...read, resources: read.resources.map((one) => ({ ...one, path: pathOf(one.path) })) };
}

const pathOf = (url: string) => {
  const parsed = URL.parse(url);
  return parsed ? parsed.origin + parsed.pathname : url;
};

const MOST = 200;

/** How each page loaded last, so that the next load can be compared with it. */
export class LoadBook {
  readonly #loads = new Map<string, PerfSnapshot>();

  get(url: string): PerfSnapshot | undefined {
    return this.#loads.get(pathOf(url));
  }

  keep(snapshot: PerfSnapshot): void {
    const key = pathOf(snapshot.url);
    this.#loads.delete(key);
    this.#loads.set(key, snapshot);
    const oldest = this.#loads.keys().next().value;
    if (this.#loads.size > MOST && oldest !== undefined) this.#loads.delete(oldest);
  }
}
