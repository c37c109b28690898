import type { Stream } from '../../../contract/streams.ts';
import type { Filters } from '../../../store/filters.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import type { TelemetryDeps } from '../deps.ts';

/** As many as are written at once. */
const MOST = 10_000;

/** The newest items of these streams that fit, the oldest of them first; and how many older ones were left out. */
export async function recorded<S extends Stream>(
  { store }: Pick<TelemetryDeps, 'store'>,
  filters: Filters & { readonly streams: readonly S[] },
  limit = MOST,
): Promise<{ readonly items: readonly ItemOf<S>[]; readonly left: number }> {
  const { items, metadata } = await store.page({ ...filters, limit });
  const readable = items.filter((item) => item.stream !== 'unreadable') as unknown as ItemOf<S>[];
  return { items: readable.toReversed(), left: Math.max(0, metadata.total - items.length) };
}
