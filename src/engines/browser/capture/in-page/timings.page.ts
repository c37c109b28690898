import type { SnapshotData, TimingData } from '../../../../contract/performance-data.ts';
import type { Ground } from './capture.page.ts';
import type { Vitals } from './vitals.page.ts';

interface Timing extends PerformanceEntry {
  readonly detail?: unknown;
  readonly attribution?: readonly Readonly<Record<string, unknown>>[];
}
interface Memory {
  readonly memory?: { readonly usedJSHeapSize: number; readonly totalJSHeapSize: number };
}

/** Long tasks, marks and measures as they happen, and a snapshot of how the document performed. */
export function watchTimings({ say, batch, flush, guard, early }: Ground, measured: Vitals): void {
  const { state, round, navigation, sinceSeen, navigationType, observe, set, tell, ttfb, endLcp, restore } =
    measured;
  const plainDetail = (detail: unknown) => {
    if (detail === null || detail === undefined) return {};
    try {
      const text = JSON.stringify(detail);
      if (text === undefined) return {};
      return { detail: text.length > 4000 ? text.slice(0, 4000) : JSON.parse(text) };
    } catch {
      return { detail: String(detail).slice(0, 200) };
    }
  };

  const longTasks = { count: 0, totalBlockingTime: 0, longest: 0 };
  const userTiming: SnapshotData['userTiming'] = { marks: [], measures: [] };
  const keep = <T>(list: T[], item: T) => {
    list.push(item);
    if (list.length > 200) list.shift();
  };
  const timed = (kind: TimingData['kind'], entry: Timing, detail: { detail?: unknown }) => {
    const at = performance.timeOrigin + entry.startTime + entry.duration;
    const item = { name: entry.name.slice(0, 500), start: round(entry.startTime), ms: round(entry.duration) };
    batch({ say: 'timing', at, data: { kind, ...item, ...detail } });
    return item;
  };
  observe<Timing>('longtask', (entries) => {
    for (const entry of entries) {
      longTasks.count++;
      longTasks.totalBlockingTime += Math.max(0, entry.duration - 50);
      longTasks.longest = Math.max(longTasks.longest, entry.duration);
      const { containerType, containerSrc, containerId, containerName } = entry.attribution?.[0] ?? {};
      timed('longtask', entry, { detail: { containerType, containerSrc, containerId, containerName } });
    }
  });
  observe<Timing>('mark', (entries) => {
    for (const entry of entries) {
      const { name, start } = timed('mark', entry, plainDetail(entry.detail));
      keep(userTiming.marks, { name, start });
    }
  });
  observe<Timing>('measure', (entries) => {
    for (const entry of entries)
      keep(userTiming.measures, timed('measure', entry, plainDetail(entry.detail)));
  });

  /** The browser itself keeps 250 of them only. */
  const resources: SnapshotData['resources'] = [];
  const network: SnapshotData['network'] = {
    requests: 0,
    transferSize: 0,
    decodedSize: 0,
    byType: {},
    slowest: [],
  };
  const count = (type: string, transferSize: number, decodedSize: number) => {
    network.byType[type] ??= { count: 0, size: 0 };
    network.byType[type].count++;
    network.byType[type].size += transferSize;
    network.requests++;
    network.transferSize += transferSize;
    network.decodedSize += decodedSize;
  };
  observe<PerformanceResourceTiming>('resource', (entries) => {
    for (const entry of entries) {
      const url = entry.name.slice(0, 2000);
      if (url.startsWith('data:')) continue;
      const type = entry.initiatorType || 'other';
      const [transferSize, decodedSize] = [entry.transferSize ?? 0, entry.decodedBodySize ?? 0];
      const [start, ms] = [round(entry.startTime), round(entry.duration)];
      count(type, transferSize, decodedSize);
      if (resources.length < 1000) resources.push({ url, type, start, ms, transferSize, decodedSize });
      const { slowest } = network;
      if (slowest.length === 5 && ms <= slowest[4]!.ms) continue;
      slowest.push({ url, ms, size: transferSize });
      slowest.sort((a, b) => b.ms - a.ms).splice(5);
    }
  });

  const timingOf = () => {
    const entry = navigation();
    const at = (time: number | undefined) => (time ? round(sinceSeen(time)) : undefined);
    const { ttfb, fcp, lcp, inp } = state.vitals;
    return {
      ttfb: ttfb?.value,
      fcp: fcp?.value,
      lcp: lcp?.value,
      inp: inp?.value,
      domInteractive: at(entry?.domInteractive),
      domContentLoaded: at(entry?.domContentLoadedEventEnd),
      load: at(entry?.loadEventEnd),
    };
  };
  let isDocumentCounted = false;
  const snapshot = () => {
    const entry = navigation();
    if (entry && !isDocumentCounted && entry.responseEnd > 0) {
      isDocumentCounted = true;
      count('document', entry.transferSize, entry.decodedBodySize);
    }
    const { restores, isFinal, vitals } = state;
    const { memory } = performance as Memory;
    const data = {
      kind: 'snapshot' as const,
      navigationType: navigationType(),
      isFinal,
      timing: timingOf(),
      cls: vitals.cls?.value,
      network,
      resources,
      longTasks: {
        count: longTasks.count,
        totalBlockingTime: round(longTasks.totalBlockingTime),
        longest: round(longTasks.longest),
      },
      userTiming,
      domNodes: document.getElementsByTagName('*').length,
      ...(memory && { memory: { usedJsHeap: memory.usedJSHeapSize, totalJsHeap: memory.totalJSHeapSize } }),
    };
    say({ say: 'snapshot', restores, data });
  };

  const onLoad = () => {
    guard(ttfb)();
    if (!state.vitals.cls) set('cls', 0);
    // The last entries of the load come a moment after its event.
    setTimeout(
      guard(() => state.isFinal || snapshot()),
      500,
    );
  };
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', () => setTimeout(onLoad), early);

  const tellAll = () => {
    guard(tell)();
    guard(snapshot)();
    flush();
  };
  const finish = () => {
    if (state.isFinal) return;
    state.isFinal = true;
    endLcp();
    tellAll();
  };
  addEventListener('pagehide', finish, early);
  // Of a document that is left for another process, nothing is heard once the other has begun.
  const onNavigate = ({ destination }: NavigateEvent) => {
    if (!destination.sameDocument) tellAll();
  };
  globalThis.navigation?.addEventListener('navigate', onNavigate, early);
  const onHidden = () => {
    if (document.visibilityState !== 'hidden') return;
    endLcp();
    tellAll();
  };
  document.addEventListener('visibilitychange', onHidden, early);
  const onShown = (event: PageTransitionEvent) => event.persisted && restore(event);
  addEventListener('pageshow', guard(onShown), early);
}
