import { cut } from '../../../kernel/cut.ts';
import type { Store } from '../../../store/store.ts';
import { errorMessage, isError } from '../error-entry.ts';
import type { Happenings } from './recording.ts';

const MOST = 10_000;

/** What the record saw between two moments (microseconds), made ready to be compared with another run. */
export async function happeningsBetween(
  store: Pick<Store, 'page'>,
  since: number,
  until: number,
): Promise<Happenings> {
  const within = { since, until, limit: MOST };
  const [actions, errors, requests, warnings] = await Promise.all([
    store.page({ ...within, streams: ['action'] }),
    store.page({ ...within, streams: ['exception', 'console'], minLevel: 'error' }),
    store.page({ ...within, streams: ['request'] }),
    store.page({ ...within, streams: ['console'], level: 'warn', limit: 1 }),
  ]);
  const messages = Map.groupBy(errors.items.filter(isError).toReversed(), (item) =>
    comparable(errorMessage(item)),
  );
  const endpoints = Map.groupBy(
    requests.items.filter((item) => item.stream === 'request').toReversed(),
    ({ data: { method, url } }) => `${method} ${pathOf(url)}`,
  );
  return {
    actions: actions.items
      .filter((item) => item.stream === 'action')
      .toReversed()
      .map(({ data, time, where }) => ({
        ...data,
        at: Math.round((time - since) / 1000),
        page: where.page,
      })),
    errors: [...messages].map(([message, some]) => ({ message, count: some.length })),
    requests: [...endpoints].map(([endpoint, some]) => ({
      endpoint,
      statuses: [...new Set(some.map((item) => answerOf(item.data)))].sort(),
    })),
    warnings: warnings.metadata.total,
  };
}

const answerOf = ({ status, failure }: { status?: number | undefined; failure?: string | undefined }) =>
  failure ?? String(status ?? 'none');

/** The same mistake reads the same in two runs: numbers, ids and the server's address are left out. */
export function comparable(message: string): string {
  const plain = message
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›')
    .replaceAll(/\b[0-9a-f]{16,}\b/gi, '‹id›')
    .replaceAll(/https?:\/\/[^/\s]+/gi, '')
    .replaceAll(/\d+/g, '‹n›');
  return cut(plain, 300);
}

function pathOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? url;
  return path.replaceAll(/\/(\d+|[0-9a-f-]{16,})(?=\/|$)/gi, '/‹id›');
}
