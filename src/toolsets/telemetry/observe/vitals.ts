import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { scope } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { notSeen, scopeFilters } from '../read-list.ts';
import { entryHead, isSnapshot, type VitalsData } from '../seen.ts';
import { trackedTab } from '../tabs.ts';

export const vitals = defineMode({
  summary: 'LCP, CLS, INP, FCP, TTFB of the newest load.',
  input: z.object({ ...scope }),
  async run({ args, deps }) {
    const tracked =
      args.tab_id === undefined && args.url === undefined ? await trackedTab(deps.engine) : undefined;
    const filters = {
      ...scopeFilters({ args, deps }),
      ...(tracked ? { page: tracked.id, instance: deps.engine.instance } : {}),
    };
    const { items } = await deps.store.page({ ...filters, streams: ['vitals'], limit: 200 });
    // The newest item of a document holds all that its earlier ones do.
    const seen = items.filter((item) => item.stream === 'vitals');
    const documents = [...Map.groupBy(seen, ({ data }) => data.documentId).values()].map(([item]) => item!);
    const [newest, ...before] = documents;
    const metadata = { retrieved_at: isoMicros(deps.clock.micros()), ...notSeen(deps, ['vitals']) };
    if (!newest) return { summary: 'No vitals yet', data: { metrics: { has_data: false }, metadata } };
    const metrics = { has_data: true, ...shown(newest), ...(await loadTimes(deps, newest)) };
    return {
      summary: words(newest.data),
      data: { metrics, earlier: before.slice(0, 10).map(values), metadata },
    };
  },
});

const NAMES = ['lcp', 'cls', 'inp', 'fcp', 'ttfb'] as const;

function shown(item: ItemOf<'vitals'>) {
  const { data } = item;
  return {
    ...entryHead(item),
    url: data.url,
    navigation_type: data.navigationType,
    is_final: data.isFinal,
    ...Object.fromEntries(NAMES.flatMap((name) => (data[name] ? [[name, data[name]]] : []))),
  };
}

function values({ time, data }: ItemOf<'vitals'>) {
  const numbers = NAMES.flatMap((name) => (data[name] ? [[name, data[name].value]] : []));
  return { timestamp: isoMicros(time), url: data.url, ...Object.fromEntries(numbers) };
}

async function loadTimes({ store }: TelemetryDeps, { data: { documentId } }: ItemOf<'vitals'>) {
  const { items } = await store.page({
    streams: ['performance'],
    text: documentId,
    keep: (item) => isSnapshot(item) && item.data.documentId === documentId,
    limit: 1,
  });
  const timing = items.find(isSnapshot)?.data.timing;
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
