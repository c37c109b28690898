import type { Chunk } from '../../engines/wire/decode/chunk.ts';
import type { Protocol } from '../../engines/wire/decode/decoders.ts';
import { Detection } from '../../engines/wire/decode/detect.ts';
import { bestRanges, type Flow } from '../../engines/wire/flow.ts';
import { readLog } from '../../engines/wire/log/read-log.ts';
import { fault } from '../../kernel/fault.ts';
import { type LinkedRecord, requestsOn } from './browser-requests.ts';
import type { TapEngine } from './deps.ts';

export interface FlowFilter {
  readonly port?: number | undefined;
  /** A part of the target's or the client's address. */
  readonly host?: string | undefined;
  /** Microseconds since the epoch. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly minBytes?: number | undefined;
}

interface FlowPage {
  readonly flows: readonly Flow[];
  /** Behind each flow of the record; an open one has no place in it yet. */
  readonly cursors: ReadonlyMap<string, string>;
  readonly next?: string;
}

const KNOWN_PROTOCOLS = 10_000;

/** All flows: those that are open, from the engine; those that were, from the record. */
export class FlowBook {
  readonly #engine: Pick<TapEngine, 'connections' | 'flush'>;
  readonly #record: LinkedRecord;
  readonly #protocols = new Map<string, Protocol>();

  constructor(engine: Pick<TapEngine, 'connections' | 'flush'>, record: LinkedRecord) {
    this.#engine = engine;
    this.#record = record;
  }

  async find(id: string): Promise<Flow> {
    await this.#engine.flush();
    const live = this.#engine.connections().find((flow) => flow.id === id);
    if (live) return live;
    const { items } = await this.#record.page({ streams: ['flow'], connection: id, limit: 1 });
    if (items[0]?.stream !== 'flow') throw fault('NO_SUCH_FLOW', { id });
    return items[0].data;
  }

  /** Newest first; open ones come before all others, on the first page. */
  async list(filter: FlowFilter, limit: number, cursor?: string): Promise<FlowPage> {
    const live = cursor === undefined ? await this.#live(filter) : [];
    const known = new Set(live.map((flow) => flow.id));
    const room = Math.max(1, limit - live.length);
    const { items, metadata } = await this.#record.page({
      streams: ['flow'],
      limit: room,
      afterCursor: cursor,
      since: filter.since,
      keep: (item) => item.stream === 'flow' && !known.has(item.data.id) && fits(item.data, filter),
    });
    const closed = items.filter((item) => item.stream === 'flow').map(({ data }) => data);
    const flows = [...live, ...closed].slice(0, Math.max(limit, live.length));
    const cursors = new Map(
      items.flatMap((one) => (one.stream === 'flow' ? [[one.data.id, one.cursor]] : [])),
    );
    return {
      flows,
      cursors,
      ...(metadata.has_more && metadata.after_cursor ? { next: metadata.after_cursor } : {}),
    };
  }

  async #live(filter: FlowFilter): Promise<Flow[]> {
    await this.#engine.flush();
    return this.#engine
      .connections()
      .filter((flow) => fits(flow, filter))
      .sort((a, b) => b.start - a.start);
  }

  /** The browser's requests in it, by the time at which they began on the wire. */
  requests(flow: Flow): ReturnType<typeof requestsOn> {
    return requestsOn(this.#record, flow.id);
  }

  /** The captured bytes, in the order in which they passed. */
  async *chunks(flow: Flow, signal: AbortSignal): AsyncGenerator<Chunk, void, undefined> {
    const ranges = bestRanges(flow);
    const total = flow.upstream.bytes + flow.downstream.bytes;
    if (ranges.length === 0 && total > 0) {
      throw fault('FLOW_NOT_CAPTURED', { id: flow.id, why: 'no directory was being logged to while it ran' });
    }
    try {
      for await (const record of readLog(ranges, { connection: flow.id, client: flow.client, signal })) {
        if (record.kind !== 'data' || record.direction === null) continue;
        yield {
          time: record.time,
          direction: record.direction === 'upstream' ? 'up' : 'down',
          bytes: record.bytes,
        };
      }
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      throw fault(
        'FLOW_NOT_CAPTURED',
        { id: flow.id, why: `its log file cannot be read (${(cause as Error).message})` },
        cause,
      );
    }
  }

  /** What is spoken in it, from its first bytes; undefined when they were not captured. */
  async protocol(flow: Flow, signal: AbortSignal): Promise<Protocol | undefined> {
    const known = this.#protocols.get(flow.id);
    if (known) return known;
    const detection = new Detection();
    let found: Protocol | undefined;
    try {
      for await (const { direction, bytes } of this.chunks(flow, signal)) {
        found = detection.look(direction, bytes);
        if (found) break;
      }
      found ??= detection.decide(true);
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return undefined;
    }
    if (found && flow.state === 'closed') this.#remember(flow.id, found);
    return found;
  }

  #remember(id: string, protocol: Protocol): void {
    if (this.#protocols.size >= KNOWN_PROTOCOLS) this.#protocols.clear();
    this.#protocols.set(id, protocol);
  }
}

function fits(flow: Flow, filter: FlowFilter): boolean {
  const { host, since, until } = filter;
  if (filter.port !== undefined && flow.port !== filter.port) return false;
  if (since !== undefined && (flow.end ?? Number.POSITIVE_INFINITY) < since) return false;
  if (until !== undefined && flow.start > until) return false;
  if (filter.minBytes !== undefined && flow.upstream.bytes + flow.downstream.bytes < filter.minBytes)
    return false;
  if (host === undefined) return true;
  const { target } = flow;
  return [target.host, `${target.host}:${target.port}`, target.address ?? '', flow.client].some((name) =>
    name.includes(host),
  );
}
