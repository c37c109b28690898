import { z } from 'zod';
import { microsOf } from '../../../../kernel/arguments.ts';
import { isoMicros } from '../../../../kernel/clock.ts';
import { cut } from '../../../../kernel/cut.ts';
import type { Item, ItemOf } from '../../../../store/item-row.ts';
import { defineMode, type TelemetryDeps } from '../../deps.ts';
import { ERRORS, type ErrorItem, errorMessage } from '../../error-entry.ts';
import { listWords, notSeen, scopeFilters } from '../../read-list.ts';
import { spotOf, stackText } from '../../seen.ts';
import { few, looked } from '../look-arguments.ts';
import { namedMessage } from './cluster.ts';
import { templateAddress } from './mask.ts';
import { type KnownCluster, MOST_READ, recordedClusters } from './recorded-clusters.ts';

/** So many of each cluster are asked what came before them. */
const MOST_ASKED = 8;
const BEFORE_MICROS = 5_000_000;
const MOST_NAMED = 10;

export const errorClusters = defineMode({
  summary: 'Errors with one cause; since marks new ones.',
  input: z.object({ ...looked, ...few }),
  async run(call) {
    const { args, deps } = call;
    const { since: _, ...filters } = scopeFilters(call);
    const { errors, hasMore, clusters: known } = await recordedClusters(deps, filters);
    const since = microsOf(args.since, deps.clock.micros() / 1000);
    const all = known.filter(({ members }) => since === undefined || members.at(-1)!.time >= since);
    const shown = all
      .toSorted((one, other) => other.members.length - one.members.length)
      .slice(0, args.limit);
    const clusters = await Promise.all(shown.map((one) => entryOf(deps, one, since)));
    const about = {
      total_count: errors.length,
      cluster_count: all.length,
      metadata: {
        retrieved_at: isoMicros(deps.clock.micros()),
        ...(hasMore ? { only_newest: MOST_READ } : {}),
        ...notSeen(deps, ERRORS.streams),
      },
    };
    const words = (count: number) =>
      listWords('clusters', { items: clusters.slice(0, count), metadata: { total: all.length } });
    return {
      summary: `${errors.length} errors are ${all.length} different ones`,
      data: { clusters, ...about },
      list: {
        key: 'clusters',
        isForward: false,
        hasCursors: false,
        shorter: (count: number) => ({ summary: words(count), data: {} }),
      },
    };
  },
});

async function entryOf(deps: TelemetryDeps, cluster: KnownCluster<ErrorItem>, since: number | undefined) {
  const { sample, members } = cluster;
  const [first, last] = [members[0]!, members.at(-1)!];
  const { name } = namedMessage(sample.name, sample.message);
  const stack = last.stream === 'request' ? undefined : last.data.stack;
  const distinct = <T>(list: readonly T[]) => [...new Set(list)];
  const tests = distinct(members.flatMap(({ testIds = [] }) => testIds));
  return {
    cluster_id: cluster.id,
    message: cut(errorMessage(last), 300),
    type: name || undefined,
    count: members.length,
    first_seen: isoMicros(first.time),
    last_seen: isoMicros(last.time),
    is_new: since === undefined ? undefined : first.time >= since,
    urls: distinct(members.map(({ data }) => pageUrl(data))).slice(0, MOST_NAMED),
    test_ids: tests.length > 0 ? tests.slice(0, MOST_NAMED) : undefined,
    ...(last.stream === 'request' ? {} : spotOf(last.data.location ?? stack?.[0])),
    stack_trace: stackText(stack?.slice(0, 6)),
    error_ids: members.slice(-3).map(({ seq }) => seq),
    preceded_by: await precedingOf(deps, members),
  };
}

export const pageUrl = (data: ErrorItem['data']) => ('pageUrl' in data && data.pageUrl) || data.url;

/** What came shortly before most of them, other than one of their own. */
async function precedingOf({ store }: TelemetryDeps, members: readonly ErrorItem[]) {
  const asked = members.slice(-MOST_ASKED);
  const own = new Set(asked.flatMap(wordsOf));
  const counts = new Map<string, number>();
  await Promise.all(
    asked.map(async (error) => {
      const { instance, page } = error.where;
      const window = { before: BEFORE_MICROS, after: 0 };
      const around = await store.around(
        error.time,
        window,
        { streams: ['request', 'action'], instance, page },
        60,
      );
      const words = around.flatMap(wordsOf).filter((one) => !own.has(one));
      for (const one of new Set(words)) counts.set(one, (counts.get(one) ?? 0) + 1);
    }),
  );
  const most = [...counts]
    .filter(([, count]) => count > asked.length / 2)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([what, count]) => ({ what, share: Math.round((count / asked.length) * 100) / 100 }));
  return most.length > 0 ? most : undefined;
}

/** What pages load as parts of themselves leads to no error. */
const PARTS = new Set(['stylesheet', 'image', 'font', 'media', 'manifest', 'script']);

function wordsOf(item: Item): readonly string[] {
  if (item.stream === 'action') return [actionWords(item)];
  if (item.stream !== 'request' || PARTS.has(item.data.type)) return [];
  const { method, url, status, failure } = item.data;
  return [`${method} ${templateAddress(url)} ${failure ?? status ?? ''}`.trim()];
}

function actionWords({ data }: ItemOf<'action'>): string {
  const { type, selectors, toUrl, target } = data;
  const { role, testId, label, text, css } = selectors ?? {};
  const on = role ? `${role.role} "${role.name}"` : (testId ?? label ?? text ?? css ?? target ?? toUrl ?? '');
  return `${type} ${on}`.trim();
}
