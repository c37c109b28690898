import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { secretsHider } from '../../../kernel/hide-secrets.ts';
import { VERSION } from '../../../kernel/version.ts';
import { harPieces } from '../../../report/har.ts';
import type { Filters } from '../../../store/filters.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { scopeFilters } from '../read-list.ts';
import { deliverReply } from './deliver.ts';
import { address, requestFilters, saveTo } from './generate-arguments.ts';
import { harPagesOf, requestExchange, socketExchanges } from './har-exchanges.ts';
import { recorded } from './recorded.ts';

export const har = defineMode({
  summary: 'Requests and sockets as HAR 1.2.',
  input: z.object({ ...address, ...requestFilters, ...saveTo }),
  timeoutMs: () => 600_000,
  async run(call) {
    const { method, status_min: statusMin, status_max: statusMax } = call.args;
    const filters = { ...scopeFilters(call), method, statusMin, statusMax };
    const { pieces, count, sockets, pages, left } = await archiveOf(call.deps, filters);
    return deliverReply(
      call,
      { name: 'record.har', key: 'har', pieces, isJson: true },
      `${count} entries${left > 0 ? ` (${left} older items left out)` : ''}`,
      { entries_count: count, websockets: sockets, pages, left_out: left || undefined },
    );
  },
});

/** So many have their bodies read while those before them are written. */
const TOGETHER = 32;

/** The archive of what fits, and what it holds. */
export async function archiveOf(deps: TelemetryDeps, filters: Filters) {
  const { store } = deps;
  const { method, statusMin, statusMax, ...within } = filters;
  const asked = await recorded(deps, { ...filters, streams: ['request'] });
  // A socket has no method and no status of its own to be chosen by.
  const isChosen = method === undefined && statusMin === undefined && statusMax === undefined;
  const events = isChosen ? await recorded(deps, { ...within, streams: ['websocket'] }) : undefined;
  const [loads, sockets] = await Promise.all([
    recorded(deps, { page: within.page, since: within.since, streams: ['performance'] }),
    socketExchanges(store, events?.items ?? []),
  ]);
  const count = asked.items.length + sockets.length;
  if (count === 0)
    throw fault('NOTHING_RECORDED', {
      what: 'requests that fit',
      next: 'observe({what:"network_waterfall"}) lists what was recorded; ask with fewer filters',
    });
  const requests = asked.items.toSorted((a, b) => a.data.startTime - b.data.startTime);
  const { pages, pageOf } = harPagesOf(requests, loads.items);
  const exchanges = async function* () {
    let next = 0;
    const read = (from: number) =>
      Promise.all(
        requests.slice(from, from + TOGETHER).map((item) => requestExchange(store, item, pageOf(item))),
      );
    let coming = read(0);
    for (let from = TOGETHER; ; from += TOGETHER) {
      const some = await coming;
      if (some.length === 0) break;
      coming = read(from);
      coming.catch(() => {}); // raised when it is their turn
      for (const one of some) {
        while (next < sockets.length && sockets[next]!.startedAt <= one.startedAt) yield sockets[next++]!;
        yield one;
      }
    }
    yield* sockets.slice(next);
  };
  const creator = { name: 'sensorium', version: VERSION };
  const pieces = harPieces(creator, exchanges(), secretsHider(deps), pages);
  const left = asked.left + (events?.left ?? 0);
  return { pieces, count, sockets: sockets.length, pages: pages.length, left };
}
