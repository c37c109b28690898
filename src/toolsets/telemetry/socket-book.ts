import type { Evidence } from '../../contract/evidence.ts';
import type { Where } from '../../contract/streams.ts';
import { isoMicros } from '../../kernel/clock.ts';
import { cut } from '../../kernel/cut.ts';
import type { Store } from '../../store/store.ts';
import type { WebsocketData } from './seen.ts';

const WINDOW_MICROS = 5_000_000;
const MOST_OPEN = 1000;
const MOST_CLOSED = 100;
/** How far back the book looks when it is opened. */
const SEEDED = 20_000;

type Way = 'incoming' | 'outgoing';

interface Traffic {
  total: number;
  bytes: number;
  /** Times within the window, oldest first. */
  recent: number[];
  last: { at: number; preview: string } | undefined;
}

const noTraffic = (): Traffic => ({ total: 0, bytes: 0, recent: [], last: undefined });

/** One connection, as its events tell it. */
class SocketLine {
  readonly id: string;
  readonly url: string;
  readonly page: string | undefined;
  readonly session: string | undefined;
  readonly opened: number;
  #closed: { at: number; code?: number | undefined; reason?: string | undefined } | undefined;
  readonly #traffic: Record<Way, Traffic> = { incoming: noTraffic(), outgoing: noTraffic() };

  constructor(id: string, url: string, { page, session }: Where, opened: number) {
    this.id = id;
    this.url = url;
    this.page = page;
    this.session = session;
    this.opened = opened;
  }

  get closed() {
    return this.#closed;
  }

  close(at: number, { code, reason }: Pick<WebsocketData, 'code' | 'reason'>): void {
    this.#closed = { at, code, reason };
    // Only what is open has a rate.
    for (const traffic of Object.values(this.#traffic)) traffic.recent = [];
  }

  message(time: number, { direction = 'incoming', size = 0, preview = '' }: WebsocketData): void {
    const traffic = this.#traffic[direction];
    traffic.total++;
    traffic.bytes += size;
    traffic.last = { at: time, preview: cut(preview, 100) };
    traffic.recent.push(time);
    // Thinned out now and then: shifting on each frame would cost more than the frame.
    if (traffic.recent.length > 20_000) traffic.recent = since(traffic.recent, time - WINDOW_MICROS);
  }

  status(now: number) {
    const way = (name: Way) => {
      const { total, bytes, recent } = this.#traffic[name];
      const rate = since(recent, now - WINDOW_MICROS).length / (WINDOW_MICROS / 1e6);
      return { per_second: Math.round(rate * 10) / 10, total, bytes };
    };
    const last = (name: Way) => {
      const { last: seen } = this.#traffic[name];
      return (
        seen && { at: isoMicros(seen.at), age_ms: Math.round((now - seen.at) / 1000), preview: seen.preview }
      );
    };
    return {
      id: this.id,
      url: this.url,
      tab_id: this.page,
      state: 'open',
      opened_at: isoMicros(this.opened),
      duration_ms: Math.round((now - this.opened) / 1000),
      message_rate: { incoming: way('incoming'), outgoing: way('outgoing') },
      last_message: { incoming: last('incoming'), outgoing: last('outgoing') },
    };
  }

  ending() {
    const { incoming, outgoing } = this.#traffic;
    return {
      id: this.id,
      url: this.url,
      tab_id: this.page,
      state: 'closed',
      opened_at: isoMicros(this.opened),
      closed_at: this.closed && isoMicros(this.closed.at),
      close_code: this.closed?.code,
      close_reason: this.closed?.reason,
      total_messages: { incoming: incoming.total, outgoing: outgoing.total },
    };
  }
}

const since = (times: readonly number[], from: number) => times.filter((time) => time >= from);

/** The sockets of all pages: followed as things happen, begun with what the record knows. */
export class SocketBook {
  readonly #store: Store;
  readonly #stop: () => void;
  readonly #lines = new Map<string, SocketLine>();
  #loading: Promise<void> | undefined;

  constructor(store: Store, watch: (listener: (evidence: Evidence) => void) => () => void) {
    this.#store = store;
    this.#stop = watch((evidence) => {
      if (evidence.stream === 'websocket' || evidence.stream === 'navigation') this.#take(evidence);
    });
  }

  /** Must have been awaited before the list is read. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** The newest first. */
  list(): readonly SocketLine[] {
    return [...this.#lines.values()].reverse();
  }

  close(): void {
    this.#stop();
  }

  async #load(): Promise<void> {
    const { items } = await this.#store.page({ streams: ['websocket', 'navigation'], limit: SEEDED });
    // Of what happened here the record knows nothing more; the rest is older, or of another process.
    const ours = [...this.#lines];
    const known = new Set(this.#lines.keys());
    this.#lines.clear();
    for (const item of items.toReversed()) {
      if (item.stream === 'unreadable') continue;
      if (item.stream !== 'websocket' || !known.has(item.data.connectionId)) this.#take(item);
    }
    for (const [id, line] of ours) this.#lines.set(id, line);
    this.#thinOut();
  }

  #take(evidence: Evidence): void {
    if (evidence.stream === 'navigation') {
      const { kind } = evidence.data;
      if (kind === 'closed' || kind === 'crashed') this.#pageGone(evidence);
      return;
    }
    if (evidence.stream !== 'websocket') return;
    const { data } = evidence;
    const { connectionId: id, url } = data;
    let line = this.#lines.get(id);
    if (!line) {
      line = new SocketLine(id, url, evidence.where, evidence.time);
      this.#lines.set(id, line);
      this.#thinOut();
    }
    if (data.event === 'message') line.message(evidence.time, data);
    if (data.event === 'close') line.close(evidence.time, data);
  }

  /** A page that is gone takes its sockets with it, mostly without a word. */
  #pageGone({ where, time }: Evidence): void {
    for (const line of this.#lines.values()) {
      if (line.page === where.page && !line.closed) line.close(time, { reason: 'the page is gone' });
    }
  }

  #thinOut(): void {
    const lines = [...this.#lines.values()];
    const closed = lines.filter((line) => line.closed);
    const open = lines.filter((line) => !line.closed);
    for (const line of [...closed.slice(0, -MOST_CLOSED), ...open.slice(0, -MOST_OPEN)])
      this.#lines.delete(line.id);
  }
}
