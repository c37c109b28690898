import type { VitalsData } from '../../../../contract/performance-data.ts';
import type { Ground } from './capture.page.ts';
import type { Selectors } from './selectors.page.ts';

/** What the types of the DOM do not know of the browser's entries. */
type Entry = PerformanceEventTiming &
  LargestContentfulPaint & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources?: readonly { readonly node?: Node }[];
  };
type Metric = 'ttfb' | 'fcp' | 'lcp' | 'cls' | 'inp';

export type Vitals = ReturnType<typeof measureVitals>;

/**
 * Web vitals of the main frame, from the browser's own entries: LCP until the first input, CLS by session windows
 * (a second between shifts, five in all), INP as the 98th percentile of interactions, FCP and TTFB.
 */
export function measureVitals({ say, soon, guard, early }: Ground, pathOf: Selectors['pathOf']) {
  const THRESHOLDS: Readonly<Record<Metric, readonly [number, number]>> = {
    ttfb: [800, 1800],
    fcp: [1800, 3000],
    lcp: [2500, 4000],
    cls: [0.1, 0.25],
    inp: [200, 500],
  };
  const round = (value: number, digits = 1) => Number(value.toFixed(digits));
  const where = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? pathOf(element) : undefined;
  };

  /** What is known of the present document; one that was left and came back is a new one. */
  const state = { restores: 0, isFinal: false, vitals: {} as Pick<VitalsData, Metric> };
  const navigation = () =>
    performance.getEntriesByType('navigation')[0] as
      | (PerformanceNavigationTiming & { readonly activationStart?: number })
      | undefined;
  /** A prerendered page is seen later than it began. */
  const sinceSeen = (time: number) => Math.max(0, time - (navigation()?.activationStart ?? 0));
  const navigationType = () => {
    if (state.restores > 0) return 'restore';
    const isPrerendered =
      (document as { prerendering?: boolean }).prerendering || navigation()?.activationStart;
    return isPrerendered ? 'prerender' : (navigation()?.type ?? 'navigate');
  };
  const firstByte = () => sinceSeen(navigation()?.responseStart ?? 0);

  const observe = <E = Entry>(type: string, seen: (entries: E[]) => void, options?: object) => {
    try {
      if (!PerformanceObserver.supportedEntryTypes.includes(type)) return undefined;
      const observer = new PerformanceObserver(guard((list) => seen(list.getEntries() as E[])));
      observer.observe({ type, buffered: true, ...options });
      early.signal.addEventListener('abort', () => observer.disconnect());
      return observer;
    } catch {
      return undefined;
    }
  };

  const set = (metric: Metric, value: number, attribution: Record<string, unknown> = {}) => {
    const [good, poor] = THRESHOLDS[metric];
    const rating = value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';
    state.vitals[metric] = { value, rating, attribution };
    soon('vitals', tell, 250);
  };
  const tell = () => {
    const { restores, isFinal, vitals } = state;
    if (Object.keys(vitals).length === 0) return;
    say({ say: 'vitals', restores, data: { navigationType: navigationType(), isFinal, ...vitals } });
  };

  const ttfb = () => {
    const entry = navigation();
    if (!entry || entry.responseStart <= 0 || state.restores > 0) return;
    const waiting = sinceSeen(entry.workerStart || entry.fetchStart);
    const dns = sinceSeen(entry.domainLookupStart);
    const connect = sinceSeen(entry.connectStart);
    const request = sinceSeen(entry.requestStart);
    set('ttfb', round(firstByte()), {
      waitingDuration: round(waiting),
      cacheDuration: round(dns - waiting),
      dnsDuration: round(connect - dns),
      connectionDuration: round(request - connect),
      requestDuration: round(firstByte() - request),
    });
  };

  observe('paint', (entries) => {
    for (const entry of entries) {
      if (entry.name !== 'first-contentful-paint' || state.restores > 0) continue;
      const value = sinceSeen(entry.startTime);
      set('fcp', round(value), {
        timeToFirstByte: round(firstByte()),
        firstByteToFcp: round(value - firstByte()),
        loadState: document.readyState,
      });
    }
  });

  let isLcpOver = false;
  const lcpObserver = observe('largest-contentful-paint', (entries) => {
    const entry = entries.at(-1);
    if (!entry || isLcpOver || state.restores > 0) return;
    const value = sinceSeen(entry.startTime);
    const first = firstByte();
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const resource = entry.url ? resources.find(({ name }) => name === entry.url) : undefined;
    const requested = Math.max(first, resource ? sinceSeen(resource.requestStart || resource.startTime) : 0);
    const answered = resource ? Math.max(requested, sinceSeen(resource.responseEnd)) : first;
    set('lcp', round(value), {
      element: where(entry.element),
      url: entry.url || undefined,
      size: entry.size,
      timeToFirstByte: round(first),
      resourceLoadDelay: round(requested - first),
      resourceLoadDuration: round(answered - requested),
      elementRenderDelay: round(Math.max(0, value - answered)),
    });
  });
  const endLcp = () => {
    if (isLcpOver) return;
    isLcpOver = true;
    lcpObserver?.disconnect();
  };
  for (const type of ['keydown', 'click'])
    addEventListener(type, (event) => event.isTrusted && endLcp(), early);

  let start = 0;
  let shifts = { value: 0, first: 0, last: 0, largest: undefined as Entry | undefined };
  let worst = 0;
  observe('layout-shift', (entries) => {
    for (const entry of entries) {
      if (entry.hadRecentInput || entry.startTime < start) continue;
      const { value, first, last } = shifts;
      const continues = value > 0 && entry.startTime - last < 1000 && entry.startTime - first < 5000;
      if (!continues) shifts = { value: 0, first: entry.startTime, last: 0, largest: undefined };
      shifts.value += entry.value;
      shifts.last = entry.startTime;
      if (!shifts.largest || entry.value > shifts.largest.value) shifts.largest = entry;
      if (shifts.value <= worst) continue;
      worst = shifts.value;
      const { largest } = shifts;
      set('cls', round(worst, 4), {
        largestShiftTarget: where(largest.sources?.[0]?.node),
        largestShiftTime: round(largest.startTime),
        largestShiftValue: round(largest.value, 4),
        loadState: document.readyState,
      });
    }
    if (!state.vitals.cls) set('cls', 0);
  });

  const interactions = new Map<number, ReturnType<typeof joined>>();
  let fewest = Number.POSITIVE_INFINITY;
  let most = 0;
  let before = 0;
  const countInteractions = () => {
    if (typeof performance.interactionCount === 'number') return performance.interactionCount - before;
    return most > 0 ? (most - fewest) / 7 + 1 : 0;
  };
  /** One interaction has several events (pointerdown, pointerup, click); those of one frame belong together. */
  const joined = (known: Interaction | undefined, entry: Entry): Interaction => {
    const { interactionId, name, target, startTime, duration, processingStart, processingEnd } = entry;
    const work = processingEnd - processingStart;
    const shown = startTime + duration;
    const times = { startTime, duration, processingStart, processingEnd };
    const own = { interactionId, name, target, ...times, work, shown };
    if (!known) return own;
    if (Math.abs(known.shown - shown) > 8) return duration > known.duration ? own : known;
    const [main, other] = work > known.work ? [own, known] : [known, own];
    return {
      ...main,
      target: main.target ?? other.target,
      startTime: Math.min(known.startTime, startTime),
      duration: Math.max(known.duration, duration),
      processingStart: Math.min(known.processingStart, processingStart),
      processingEnd: Math.max(known.processingEnd, processingEnd),
    };
  };
  type Interaction = Pick<
    Entry,
    'interactionId' | 'name' | 'target' | 'startTime' | 'duration' | 'processingStart' | 'processingEnd'
  > & { readonly work: number; readonly shown: number };
  const onEvents = (entries: Entry[]) => {
    for (const entry of entries) {
      const { interactionId, startTime } = entry;
      if (!interactionId || startTime < start) continue;
      fewest = Math.min(fewest, interactionId);
      most = Math.max(most, interactionId);
      interactions.set(interactionId, joined(interactions.get(interactionId), entry));
    }
    const longest = [...interactions.values()].sort((a, b) => b.duration - a.duration).slice(0, 10);
    for (const id of interactions.keys())
      if (!longest.some(({ interactionId }) => interactionId === id)) interactions.delete(id);
    const entry = longest[Math.min(longest.length - 1, Math.floor(countInteractions() / 50))];
    if (!entry) return;
    const { startTime, duration, processingStart, processingEnd } = entry;
    const time = round(startTime);
    const { inp } = state.vitals;
    if (inp?.value === duration && inp.attribution.time === time) return;
    set('inp', duration, {
      target: where(entry.target),
      event: entry.name,
      time,
      inputDelay: round(processingStart - startTime),
      processingDuration: round(processingEnd - processingStart),
      presentationDelay: round(Math.max(0, startTime + duration - processingEnd)),
      loadState: document.readyState,
    });
  };
  observe('event', onEvents, { durationThreshold: 16 });
  observe('first-input', onEvents);

  /** The page was left and came back as it was: everything is measured anew from there. */
  const restore = ({ timeStamp }: Event) => {
    state.restores++;
    state.vitals = {};
    state.isFinal = false;
    start = timeStamp;
    isLcpOver = true;
    shifts = { value: 0, first: 0, last: 0, largest: undefined };
    worst = 0;
    interactions.clear();
    before = performance.interactionCount ?? 0;
    set('ttfb', 0);
    const painted = guard(() => {
      const value = round(performance.now() - timeStamp);
      set('fcp', value);
      set('lcp', value);
      set('cls', 0);
    });
    requestAnimationFrame(() => requestAnimationFrame(painted));
  };

  return { state, round, navigation, sinceSeen, navigationType, observe, set, tell, ttfb, endLcp, restore };
}
