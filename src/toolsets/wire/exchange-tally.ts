import type { Exchange } from './exchange-search.ts';

/** Statements that are told apart; those beyond count in the totals only. */
const GROUPS = 10_000;

/** The same question with whatever values, however often it was asked. */
export interface Group {
  readonly statement: string;
  readonly kind: string;
  readonly protocol: string;
  readonly port: number;
  count: number;
  failed: number;
  running: number;
  pipelined: number;
  rows: number;
  totalMs: number;
  slowest: Exchange;
}

/** Adds exchanges up: in all, and by statement. */
export class ExchangeTally {
  readonly #groups = new Map<string, Group>();
  readonly #connections = new Set<string>();
  count = 0;
  failed = 0;
  running = 0;
  lost = 0;
  totalMs = 0;
  first = Number.POSITIVE_INFINITY;
  last = 0;

  get connections(): number {
    return this.#connections.size;
  }

  add(exchange: Exchange): void {
    const { state, ms, startTime } = exchange;
    this.count++;
    this.totalMs += ms;
    if (state === 'failed') this.failed++;
    if (state === 'running') this.running++;
    if (state === 'lost') this.lost++;
    this.#connections.add(exchange.connection);
    this.first = Math.min(this.first, startTime);
    this.last = Math.max(this.last, startTime + ms * 1000);
    this.#addToGroup(exchange);
  }

  #addToGroup(exchange: Exchange): void {
    const { statement, kind, protocol, port, state, ms, isPipelined, rows = 0 } = exchange;
    const key = `${port} ${protocol} ${kind} ${statement}`;
    const known = this.#groups.get(key);
    if (!known && this.#groups.size >= GROUPS) return;
    const group = known ?? {
      statement,
      kind,
      protocol,
      port,
      count: 0,
      failed: 0,
      running: 0,
      pipelined: 0,
      rows: 0,
      totalMs: 0,
      slowest: exchange,
    };
    group.count++;
    group.totalMs += ms;
    group.rows += rows;
    if (state === 'failed') group.failed++;
    if (state === 'running') group.running++;
    if (isPipelined) group.pipelined++;
    if (ms > group.slowest.ms) group.slowest = exchange;
    this.#groups.set(key, group);
  }

  /** Those that took most time together come first. */
  groups(): Group[] {
    return [...this.#groups.values()].sort((a, b) => b.totalMs - a.totalMs);
  }
}

/** Keeps the first so many of a long row, by an order of their own. */
export class Foremost {
  readonly #most: number;
  readonly #order: (a: Exchange, b: Exchange) => number;
  #kept: Exchange[] = [];

  constructor(most: number, order: (a: Exchange, b: Exchange) => number) {
    this.#most = most;
    this.#order = order;
  }

  add(exchange: Exchange): void {
    this.#kept.push(exchange);
    // Sorted now and then only, so that each costs little.
    if (this.#kept.length >= 2 * this.#most + 100) this.#cut();
  }

  list(): readonly Exchange[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept.sort(this.#order).slice(0, this.#most);
  }
}
