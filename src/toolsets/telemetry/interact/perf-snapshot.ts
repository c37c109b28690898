import type { Tab } from '../../../engines/browser/page/tab.ts';

/** How a document loaded, as the page itself knows. Milliseconds and bytes. */
export interface PerfSnapshot {
  readonly url: string;
  readonly ttfb?: number;
  readonly fcp?: number;
  readonly lcp?: number;
  readonly dom_content_loaded?: number;
  readonly load?: number;
  readonly cls: number;
  readonly transfer_kb: number;
  readonly requests: number;
  readonly resources: readonly { readonly path: string; readonly ms: number; readonly size: number }[];
}

/** The largest paint is announced with a frame's delay: it is waited for, but not for long. */
const READ = `async () => {
  const buffered = (type, ms) => new Promise((resolve) => {
    try {
      const observer = new PerformanceObserver((list) => end(list.getEntries()));
      const end = (entries) => { clearTimeout(timer); observer.disconnect(); resolve(entries); };
      const timer = setTimeout(end, ms, []);
      observer.observe({ type, buffered: true });
    } catch { resolve([]); }
  });
  const [paints, shifts] = await Promise.all([buffered('largest-contentful-paint', 500), buffered('layout-shift', 50)]);
  let cls = 0, sum = 0, first = 0, last = 0;
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (startTime - last > 1000 || startTime - first > 5000) { sum = 0; first = startTime; }
    sum += value; last = startTime; cls = Math.max(cls, sum);
  }
  const [navigation] = performance.getEntriesByType('navigation');
  const resources = performance.getEntriesByType('resource');
  const all = navigation ? [navigation, ...resources] : resources;
  const positive = (number) => number > 0 ? number : undefined;
  return {
    url: location.href,
    ttfb: positive(navigation?.responseStart),
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    lcp: paints.at(-1)?.startTime,
    dom_content_loaded: positive(navigation?.domContentLoadedEventEnd),
    load: positive(navigation?.loadEventEnd),
    cls,
    transfer_kb: all.reduce((total, { transferSize = 0 }) => total + transferSize, 0) / 1024,
    requests: all.length,
    resources: resources.slice(0, 500).map(({ name, duration, transferSize, decodedBodySize }) => ({
      path: name.slice(0, 300), ms: duration, size: decodedBodySize || transferSize || 0,
    })),
  };
}`;

export async function readPerf(tab: Tab): Promise<PerfSnapshot | undefined> {
  if (!/^https?:/.test(tab.url) || tab.isCrashed || tab.modals.isBlocked) return undefined;
  const read = await tab.cdp.run<PerfSnapshot>(READ).catch(() => undefined); // it is on its way to another page
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
