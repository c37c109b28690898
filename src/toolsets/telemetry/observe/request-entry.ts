import { isoMicros } from '../../../kernel/clock.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { placeOf } from '../seen.ts';

/** A request as lists show it. Its time is when it began. */
export function requestEntry(item: ItemOf<'request'>) {
  const { data } = item;
  return {
    ...placeOf(item),
    timestamp: isoMicros(Math.round(data.startTime)),
    method: data.method,
    url: data.url,
    status: data.status,
    type: data.type,
    duration_ms: Math.round(data.ms * 10) / 10,
    ...(data.failure === undefined ? {} : { failure: data.failure }),
    ...(data.state === 'open' ? { state: 'open' } : {}),
    ...(data.fromCache === undefined ? {} : { from_cache: data.fromCache }),
    ...(data.fromServiceWorker ? { from_service_worker: true } : {}),
  };
}

/** "GET /api/users 200". */
export function requestWords({ data }: ItemOf<'request'>): string {
  const { method, url, status, failure } = data;
  return `${method} ${url} ${failure ?? status ?? 'without an answer'}`;
}
