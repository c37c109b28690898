/** How a document loaded, as the page itself knows. Milliseconds and bytes. */
export interface PerfSnapshot {
  readonly url: string;
  readonly ttfb?: number | undefined;
  readonly fcp?: number | undefined;
  readonly lcp?: number | undefined;
  readonly dom_content_loaded?: number | undefined;
  readonly load?: number | undefined;
  readonly cls: number;
  readonly transfer_kb: number;
  readonly requests: number;
  readonly resources: readonly { readonly path: string; readonly ms: number; readonly size: number }[];
}

/** The largest paint is announced with a frame's delay: it is waited for, but not for long. */
export async function perfNow(): Promise<PerfSnapshot> {
  const buffered = <T extends PerformanceEntry>(type: string, ms: number) =>
    new Promise<readonly T[]>((resolve) => {
      try {
        const observer = new PerformanceObserver((list) => end(list.getEntries() as T[]));
        const end = (entries: readonly T[]) => {
          clearTimeout(timer);
          observer.disconnect();
          resolve(entries);
        };
        const timer = setTimeout(end, ms, []);
        observer.observe({ type, buffered: true });
      } catch {
        resolve([]);
      }
    });
  type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
  const [paints, shifts] = await Promise.all([
    buffered('largest-contentful-paint', 500),
    buffered<Shift>('layout-shift', 50),
  ]);
  let [cls, sum, first, last] = [0, 0, 0, 0];
  for (const { startTime, value, hadRecentInput } of shifts) {
    if (hadRecentInput) continue;
    if (startTime - last > 1000 || startTime - first > 5000) {
      sum = 0;
      first = startTime;
    }
    sum += value;
    last = startTime;
    cls = Math.max(cls, sum);
  }
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const all = navigation ? [navigation, ...resources] : resources;
  const positive = (number: number | undefined) => (number && number > 0 ? number : undefined);
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
      path: name.slice(0, 300),
      ms: duration,
      size: decodedBodySize || transferSize || 0,
    })),
  };
}
