import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import type { Item } from '../../../store/item-row.ts';
import { scope } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { scopeFilters } from '../read-list.ts';
import { dataOf, placeOf, type SnapshotData, type VitalsData } from '../seen.ts';
import { trackedTab } from '../tabs.ts';

export const vitals = defineMode({
  summary:
    'LCP, CLS, INP, FCP and TTFB of the newest document with ratings and causes, and of those before it.',
  input: z.object({ ...scope }),
  async run({ args, deps }) {
    const tracked =
      args.tab_id === undefined && args.url === undefined ? await trackedTab(deps.engine) : undefined;
    const filters = { ...scopeFilters({ args, deps }), ...(tracked ? { page: tracked.id } : {}) };
    const { items } = await deps.store.page({ ...filters, streams: ['vitals'], limit: 200 });
    // The newest item of a document holds all that its earlier ones do.
    const documents = [...Map.groupBy(items, ({ data }) => String(data.documentId)).values()].map(
      ([item]) => item!,
    );
    const [newest, ...before] = documents;
    const metadata = { retrieved_at: isoMicros(deps.clock.micros()) };
    if (!newest) return { summary: 'No vitals yet', data: { metrics: { has_data: false }, metadata } };
    const metrics = { has_data: true, ...shown(newest), ...(await loadTimes(deps, newest)) };
    return {
      summary: words(dataOf(newest, 'vitals')),
      data: { metrics, earlier: before.slice(0, 10).map(values), metadata },
    };
  },
});

const NAMES = ['lcp', 'cls', 'inp', 'fcp', 'ttfb'] as const;

function shown(item: Item) {
  const data = dataOf(item, 'vitals');
  return {
    ...placeOf(item),
    url: data.url,
    navigation_type: data.navigationType,
    is_final: data.isFinal,
    ...Object.fromEntries(NAMES.flatMap((name) => (data[name] ? [[name, data[name]]] : []))),
  };
}

function values(item: Item) {
  const data = dataOf(item, 'vitals');
  const numbers = NAMES.flatMap((name) => (data[name] ? [[name, data[name].value]] : []));
  return { timestamp: isoMicros(item.time), url: data.url, ...Object.fromEntries(numbers) };
}

async function loadTimes({ store }: TelemetryDeps, item: Item) {
  const { documentId } = dataOf(item, 'vitals');
  const { items } = await store.page({
    streams: ['performance'],
    text: documentId,
    keep: ({ data }) => data.kind === 'snapshot' && data.documentId === documentId,
    limit: 1,
  });
  const timing = (items[0]?.data as unknown as SnapshotData | undefined)?.timing;
  return timing ? { dom_content_loaded: timing.domContentLoaded, load: timing.load } : {};
}

function words(data: VitalsData): string {
  const said = NAMES.flatMap((name) => {
    const vital = data[name];
    const value = vital && (name === 'cls' ? vital.value.toFixed(3) : `${Math.round(vital.value)} ms`);
    return vital ? [`${name.toUpperCase()} ${value} (${vital.rating})`] : [];
  });
  return `${data.url}: ${said.join(', ') || 'nothing measured yet'}`;
}
