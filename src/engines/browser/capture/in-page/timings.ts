/** Long tasks, marks and measures as they happen, and a snapshot of how the document performed. */
export const TIMINGS = `
const plainDetail = (detail) => {
  if (detail === null || detail === undefined) return {};
  try {
    const text = JSON.stringify(detail);
    return text === undefined ? {} : text.length > 4000 ? { detail: text.slice(0, 4000) } : { detail: JSON.parse(text) };
  } catch {
    return { detail: String(detail).slice(0, 200) };
  }
};

const tasks = { count: 0, totalBlockingTime: 0, longest: 0 };
const userTiming = { marks: [], measures: [] };
const keep = (list, item, limit) => { list.push(item); if (list.length > limit) list.shift(); };
const timed = (kind, entry, detail) => batch({ say: 'timing', at: performance.timeOrigin + entry.startTime + entry.duration,
  data: { kind, name: entry.name.slice(0, 500), start: round(entry.startTime), ms: round(entry.duration), ...detail } });

observe('longtask', (entries) => {
  for (const entry of entries) {
    tasks.count++;
    tasks.totalBlockingTime += Math.max(0, entry.duration - 50);
    tasks.longest = Math.max(tasks.longest, entry.duration);
    const { containerType, containerSrc, containerId, containerName } = entry.attribution?.[0] ?? {};
    timed('longtask', entry, { detail: { containerType, containerSrc, containerId, containerName } });
  }
});
observe('mark', (entries) => {
  for (const entry of entries) {
    keep(userTiming.marks, { name: entry.name.slice(0, 500), start: round(entry.startTime) }, 200);
    timed('mark', entry, plainDetail(entry.detail));
  }
});
observe('measure', (entries) => {
  for (const entry of entries) {
    keep(userTiming.measures, { name: entry.name.slice(0, 500), start: round(entry.startTime), ms: round(entry.duration) }, 200);
    timed('measure', entry, plainDetail(entry.detail));
  }
});

/** The browser itself keeps 250 of them only. */
const resources = [];
const network = { requests: 0, transferSize: 0, decodedSize: 0, byType: {} };
const slowest = [];
observe('resource', (entries) => {
  for (const entry of entries) {
    const item = { url: entry.name.slice(0, 2000), type: entry.initiatorType || 'other', start: round(entry.startTime),
      ms: round(entry.duration), transferSize: entry.transferSize ?? 0, decodedSize: entry.decodedBodySize ?? 0 };
    if (item.url.startsWith('data:')) continue;
    count(item);
    if (resources.length < 1000) resources.push(item);
    slowest.push({ url: item.url, ms: item.ms, size: item.transferSize });
    slowest.sort((a, b) => b.ms - a.ms).splice(5);
  }
});
const count = (item) => {
  const type = (network.byType[item.type] ??= { count: 0, size: 0 });
  type.count++;
  type.size += item.transferSize;
  network.requests++;
  network.transferSize += item.transferSize;
  network.decodedSize += item.decodedSize;
};

const timingOf = () => {
  const entry = navigation();
  const at = (time) => (time > 0 ? round(Math.max(0, time - activation())) : undefined);
  return { ttfb: vitals.ttfb?.value, fcp: vitals.fcp?.value, lcp: vitals.lcp?.value, inp: vitals.inp?.value,
    domInteractive: at(entry?.domInteractive), domContentLoaded: at(entry?.domContentLoadedEventEnd), load: at(entry?.loadEventEnd) };
};
let isDocumentCounted = false;
const snapshot = () => {
  const entry = navigation();
  if (entry && !isDocumentCounted && entry.responseEnd > 0) {
    isDocumentCounted = true;
    count({ type: 'document', transferSize: entry.transferSize, decodedSize: entry.decodedBodySize });
  }
  const { usedJSHeapSize, totalJSHeapSize } = performance.memory ?? {};
  say({ say: 'snapshot', restores, data: {
    kind: 'snapshot', navigationType: typeOfNavigation(), isFinal: isFinished, timing: timingOf(), cls: vitals.cls?.value,
    network: { ...network, slowest }, resources,
    longTasks: { count: tasks.count, totalBlockingTime: round(tasks.totalBlockingTime), longest: round(tasks.longest) },
    userTiming, domNodes: document.getElementsByTagName('*').length,
    ...(usedJSHeapSize && { memory: { usedJsHeap: usedJSHeapSize, totalJsHeap: totalJSHeapSize } }),
  } });
};

const onLoad = () => {
  guard(ttfb)();
  if (!vitals.cls) set('cls', 0, {});
  // The last entries of the load come a moment after its event.
  setTimeout(guard(() => { if (!isFinished) snapshot(); }), 500);
};
if (document.readyState === 'complete') onLoad();
else addEventListener('load', () => setTimeout(onLoad), early);

const finish = () => {
  if (isFinished) return;
  isFinished = true;
  endLcp();
  tellAll();
};
const tellAll = () => {
  guard(tellVitals)();
  guard(snapshot)();
  flush();
};
addEventListener('pagehide', finish, early);
// Of a document that is left for another process, nothing is heard once the other has begun.
globalThis.navigation?.addEventListener('navigate', (event) => {
  if (!event.destination.sameDocument) tellAll();
}, early);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  endLcp();
  tellAll();
}, early);
addEventListener('pageshow', (event) => { if (event.persisted) guard(restore)(event); }, early);
`;
