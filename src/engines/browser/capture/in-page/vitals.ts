/**
 * Web vitals of the main frame, from the browser's own entries: LCP until the first input, CLS by session windows
 * (a second between shifts, five in all), INP as the 98th percentile of interactions, FCP and TTFB.
 */
export const VITALS = `
const THRESHOLDS = { ttfb: [800, 1800], fcp: [1800, 3000], lcp: [2500, 4000], cls: [0.1, 0.25], inp: [200, 500] };
const rated = (metric, value, attribution) => {
  const [good, poor] = THRESHOLDS[metric];
  return { value, rating: value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor', attribution };
};
const round = (value, digits = 1) => Number(value.toFixed(digits));
const where = (node) => {
  const element = node instanceof Element ? node : node?.parentElement;
  return element ? pathOf(element) : undefined;
};

const navigation = () => performance.getEntriesByType('navigation')[0];
/** A prerendered page is seen later than it began. */
const activation = () => navigation()?.activationStart ?? 0;
const typeOfNavigation = () => {
  if (restores > 0) return 'restore';
  return document.prerendering || activation() > 0 ? 'prerender' : (navigation()?.type ?? 'navigate');
};
let restores = 0;
let start = 0;
let vitals = {};
let isFinished = false;

const observe = (type, seen, options) => {
  try {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return undefined;
    const observer = new PerformanceObserver(guard((list) => seen(list.getEntries())));
    observer.observe({ type, buffered: true, ...options });
    life.signal.addEventListener('abort', () => observer.disconnect());
    return observer;
  } catch {
    return undefined;
  }
};

const set = (metric, value, attribution) => {
  vitals[metric] = rated(metric, value, attribution);
  soon('vitals', tellVitals, 250);
};
const tellVitals = () => {
  if (Object.keys(vitals).length === 0) return;
  say({ say: 'vitals', restores, data: { navigationType: typeOfNavigation(), isFinal: isFinished, ...vitals } });
};

const ttfb = () => {
  const entry = navigation();
  if (!entry || entry.responseStart <= 0 || restores > 0) return;
  const at = (time) => Math.max(0, time - activation());
  const parts = { waiting: at(entry.workerStart || entry.fetchStart), dns: at(entry.domainLookupStart),
    connect: at(entry.connectStart), request: at(entry.requestStart) };
  set('ttfb', round(at(entry.responseStart)), {
    waitingDuration: round(parts.waiting),
    cacheDuration: round(parts.dns - parts.waiting),
    dnsDuration: round(parts.connect - parts.dns),
    connectionDuration: round(parts.request - parts.connect),
    requestDuration: round(at(entry.responseStart) - parts.request),
  });
};

observe('paint', (entries) => {
  for (const entry of entries) {
    if (entry.name !== 'first-contentful-paint' || restores > 0) continue;
    const value = Math.max(0, entry.startTime - activation());
    const first = Math.max(0, (navigation()?.responseStart ?? 0) - activation());
    set('fcp', round(value), { timeToFirstByte: round(first), firstByteToFcp: round(value - first), loadState: document.readyState });
  }
});

const partsOfLcp = (entry, value) => {
  const first = Math.max(0, (navigation()?.responseStart ?? 0) - activation());
  const resource = entry.url && performance.getEntriesByType('resource').find((other) => other.name === entry.url);
  const requested = resource ? Math.max(first, (resource.requestStart || resource.startTime) - activation()) : first;
  const answered = resource ? Math.max(requested, resource.responseEnd - activation()) : first;
  return { timeToFirstByte: round(first), resourceLoadDelay: round(requested - first),
    resourceLoadDuration: round(answered - requested), elementRenderDelay: round(Math.max(0, value - answered)) };
};
let isLcpOver = false;
const lcpObserver = observe('largest-contentful-paint', (entries) => {
  if (isLcpOver || restores > 0) return;
  const entry = entries.at(-1);
  const value = Math.max(0, entry.startTime - activation());
  set('lcp', round(value), { element: where(entry.element), url: entry.url || undefined, size: entry.size, ...partsOfLcp(entry, value) });
});
const endLcp = () => {
  if (isLcpOver) return;
  isLcpOver = true;
  lcpObserver?.disconnect();
};
for (const type of ['keydown', 'click']) addEventListener(type, (event) => event.isTrusted && endLcp(), early);

let shifts = { value: 0, first: 0, last: 0, largest: null };
let worst = 0;
const onShifts = (entries) => {
  for (const entry of entries) {
    if (entry.hadRecentInput || entry.startTime < start) continue;
    const continues = shifts.value > 0 && entry.startTime - shifts.last < 1000 && entry.startTime - shifts.first < 5000;
    if (!continues) shifts = { value: 0, first: entry.startTime, last: 0, largest: null };
    shifts.value += entry.value;
    shifts.last = entry.startTime;
    if (!shifts.largest || entry.value > shifts.largest.value) shifts.largest = entry;
    if (shifts.value <= worst) continue;
    worst = shifts.value;
    const { largest } = shifts;
    set('cls', round(worst, 4), { largestShiftTarget: where(largest.sources?.[0]?.node),
      largestShiftTime: round(largest.startTime), largestShiftValue: round(largest.value, 4), loadState: document.readyState });
  }
  if (!vitals.cls) set('cls', 0, {});
};
observe('layout-shift', onShifts);

const interactions = new Map();
let fewest = Infinity;
let most = 0;
const countInteractions = () => {
  if (typeof performance.interactionCount === 'number') return performance.interactionCount - before;
  return most > 0 ? (most - fewest) / 7 + 1 : 0;
};
let before = 0;
/** One interaction has several events (pointerdown, pointerup, click); those of one frame belong together. */
const joined = (known, entry) => {
  const { interactionId, name, target, startTime, duration, processingStart, processingEnd } = entry;
  const own = { interactionId, name, target, startTime, duration, processingStart, processingEnd,
    work: processingEnd - processingStart, shown: startTime + duration };
  if (!known) return own;
  if (Math.abs(known.shown - own.shown) > 8) return own.duration > known.duration ? own : known;
  const [main, other] = own.work > known.work ? [own, known] : [known, own];
  return { ...main, target: main.target ?? other.target, startTime: Math.min(known.startTime, startTime),
    duration: Math.max(known.duration, duration), processingStart: Math.min(known.processingStart, processingStart),
    processingEnd: Math.max(known.processingEnd, processingEnd) };
};
const onEvents = (entries) => {
  for (const entry of entries) {
    if (!entry.interactionId || entry.startTime < start) continue;
    fewest = Math.min(fewest, entry.interactionId);
    most = Math.max(most, entry.interactionId);
    interactions.set(entry.interactionId, joined(interactions.get(entry.interactionId), entry));
  }
  const longest = [...interactions.values()].sort((a, b) => b.duration - a.duration).slice(0, 10);
  for (const id of interactions.keys()) if (!longest.some((entry) => entry.interactionId === id)) interactions.delete(id);
  const entry = longest[Math.min(longest.length - 1, Math.floor(countInteractions() / 50))];
  if (!entry || (vitals.inp?.value === entry.duration && vitals.inp.attribution.time === round(entry.startTime))) return;
  set('inp', entry.duration, { target: where(entry.target), event: entry.name, time: round(entry.startTime),
    inputDelay: round(entry.processingStart - entry.startTime),
    processingDuration: round(entry.processingEnd - entry.processingStart),
    presentationDelay: round(Math.max(0, entry.startTime + entry.duration - entry.processingEnd)), loadState: document.readyState });
};
observe('event', onEvents, { durationThreshold: 16 });
observe('first-input', onEvents);

/** The page was left and came back as it was: everything is measured anew from there. */
const restore = (event) => {
  restores++;
  start = event.timeStamp;
  vitals = {};
  isFinished = false;
  isLcpOver = true;
  shifts = { value: 0, first: 0, last: 0, largest: null };
  worst = 0;
  interactions.clear();
  before = performance.interactionCount ?? 0;
  set('ttfb', 0, {});
  requestAnimationFrame(() => requestAnimationFrame(guard(() => {
    const value = round(performance.now() - event.timeStamp);
    set('fcp', value, {});
    set('lcp', value, {});
    set('cls', 0, {});
  })));
};
`;
