import type { EvidenceData } from '../../contract/evidence.ts';
import type { Item } from '../../store/item-row.ts';
import type { LinkedRecord } from './browser-requests.ts';
import type { TapEngine } from './deps.ts';

export type Exchange = EvidenceData['exchange'];

export interface ExchangeFilter {
  readonly id?: string | undefined;
  readonly port?: number | undefined;
  readonly connection?: string | undefined;
  readonly protocol?: string | undefined;
  readonly state?: Exchange['state'] | undefined;
  readonly minMs?: number | undefined;
  /** In any of its texts, upper or lower case. */
  readonly text?: string | undefined;
  /** Microseconds since the epoch: over at or after, begun at or before. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** What a look through the exchanges found beside what it showed to its visitor. */
export interface Looked {
  /** There are older ones than were looked at. */
  readonly isPartial: boolean;
  readonly dropped: Awaited<ReturnType<TapEngine['exchanges']>>['dropped'];
}

/** All exchanges: those that run now, from the engine; those that are over, from the record. */
export class ExchangeSearch {
  readonly #engine: Pick<TapEngine, 'exchanges'>;
  readonly #record: Pick<LinkedRecord, 'page'>;

  constructor(engine: Pick<TapEngine, 'exchanges'>, record: Pick<LinkedRecord, 'page'>) {
    this.#engine = engine;
    this.#record = record;
  }

  /** Shows each that fits to the visitor, those that run first, then newest first. */
  async visit(filter: ExchangeFilter, see: (exchange: Exchange) => void): Promise<Looked> {
    const { running, dropped } = await this.#engine.exchanges();
    const known = new Set(running.map(({ exchangeId }) => exchangeId));
    for (const exchange of running.toReversed()) if (fits(exchange, filter)) see(exchange);
    const { metadata } = await this.#record.page({
      streams: ['exchange'],
      connection: filter.connection,
      since: filter.since,
      // Only of plain letters a database knows both cases; what it lets through is looked at once more.
      text: /^[ -~]*$/.test(filter.text ?? '') ? filter.text : undefined,
      limit: 1,
      // Only looked at, never kept: so one page walks through all of them.
      keep: (item) => {
        const exchange = lastWord(item, known);
        if (exchange && fits(exchange, filter)) see(exchange);
        return false;
      },
    });
    const isMeant = ({ port, connection }: { port: number; connection: string }) =>
      [port, undefined].includes(filter.port) && [connection, undefined].includes(filter.connection);
    return { isPartial: metadata.has_more, dropped: dropped.filter(isMeant) };
  }
}

/** The exchange as it was told last; undefined where that was seen already. */
function lastWord(item: Item, known: Set<string>): Exchange | undefined {
  if (item.stream !== 'exchange') return undefined;
  const { exchangeId, state } = item.data;
  if (known.has(exchangeId)) return undefined;
  // Where bytes were read late, what was told while it ran may have been over sooner than that.
  known.add(exchangeId);
  // It ran when it was told, and whoever followed it is gone.
  if (state === 'running') return { ...item.data, state: 'lost', error: 'its end was not seen' };
  return item.data;
}

function fits(exchange: Exchange, filter: ExchangeFilter): boolean {
  const { id, port, connection, protocol, state, minMs, text, since, until } = filter;
  if (id !== undefined && exchange.exchangeId !== id) return false;
  if (port !== undefined && exchange.port !== port) return false;
  if (connection !== undefined && exchange.connection !== connection) return false;
  if (protocol !== undefined && exchange.protocol !== protocol) return false;
  if (state !== undefined && exchange.state !== state) return false;
  if (minMs !== undefined && exchange.ms < minMs) return false;
  if (since !== undefined && exchange.startTime + exchange.ms * 1000 < since) return false;
  if (until !== undefined && exchange.startTime > until) return false;
  return text === undefined || holds(exchange, text.toLowerCase());
}

function holds({ question, parameters, result, error, errorCode, url }: Exchange, text: string): boolean {
  return [question, result, error, errorCode, url, ...(parameters ?? [])].some((words) =>
    words?.toLowerCase().includes(text),
  );
}
