import type { Fact } from './fact.ts';

/** So much is remembered: what is further apart is not linked by time. */
const MOST_FACTS = 5000;
const MOST_MICROS = 120_000_000;

/** The facts of lately, found by what rules ask for. */
export class Window {
  readonly #facts = new Map<number, Fact>();
  readonly #byKey = new Map<string, Set<Fact>>();

  add(fact: Fact): void {
    this.#facts.set(fact.seq, fact);
    for (const key of keysOf(fact)) {
      const known = this.#byKey.get(key);
      if (known) known.add(fact);
      else this.#byKey.set(key, new Set([fact]));
    }
    this.#forget(fact.end - MOST_MICROS);
  }

  has(seq: number): boolean {
    return this.#facts.has(seq);
  }

  /** Those that were added under the key, the oldest first. */
  find(key: string): readonly Fact[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  #forget(before: number): void {
    for (const [seq, fact] of this.#facts) {
      if (this.#facts.size <= MOST_FACTS && fact.end >= before) return;
      this.#facts.delete(seq);
      for (const key of keysOf(fact)) {
        const known = this.#byKey.get(key);
        known?.delete(fact);
        if (known?.size === 0) this.#byKey.delete(key);
      }
    }
  }
}

export const secondOf = (micros: number) => Math.floor(micros / 1_000_000);

const MOST_SECONDS = 120;

/** The seconds in which it went on. */
export function secondsOf({ start, end }: Pick<Fact, 'start' | 'end'>): number[] {
  const first = secondOf(start);
  const count = Math.min(secondOf(end) - first + 1, MOST_SECONDS);
  return Array.from({ length: Math.max(count, 1) }, (_, at) => first + at);
}

/** Under which keys a fact is found. */
export const keys = {
  callsOf: (session: string | undefined) => `call ${session}`,
  agentsDeeds: (session: string | undefined) => `deed ${session}`,
  actionsIn: (page: string | undefined) => `action ${page}`,
  inPage: (page: string | undefined) => `page ${page}`,
  requestsIn: (page: string | undefined) => `requests ${page}`,
  request: (id: string) => `request ${id}`,
  naming: (id: string) => `names ${id}`,
  asked: (port: number, method: string | undefined, target: string | undefined) =>
    `asked ${port} ${method} ${target}`,
  seen: (port: number, method: string | undefined, target: string | undefined) =>
    `seen ${port} ${method} ${target}`,
  /** What a service worked on in that second, and what was begun in it. */
  served: (second: number) => `served ${second}`,
  begun: (second: number) => `begun ${second}`,
  transaction: (id: string) => `transaction ${id}`,
  span: (traceId: string, spanId: string) => `span ${traceId} ${spanId}`,
  sentBy: (traceId: string, spanId: string) => `sent ${traceId} ${spanId}`,
  childOf: (traceId: string, spanId: string) => `child ${traceId} ${spanId}`,
};

function keysOf(fact: Fact): string[] {
  const { session, page, request, exchange, span, log, error, action, call, navigation } = fact;
  const list: string[] = [];
  if (call) list.push(keys.callsOf(session));
  if (action) list.push(keys.actionsIn(page));
  if (action?.source === 'ai' || navigation) list.push(keys.agentsDeeds(session));
  if (page !== undefined && !action) list.push(keys.inPage(page));
  if (request) {
    list.push(keys.request(request.id), keys.requestsIn(page));
    list.push(keys.asked(request.port, request.method, request.target));
    for (const id of [request.redirectedFrom, request.preflightOf])
      if (id !== undefined) list.push(keys.naming(id));
    if (request.trace) list.push(keys.sentBy(request.trace.traceId, request.trace.spanId));
  }
  if (error?.requestId !== undefined) list.push(keys.naming(error.requestId));
  if (exchange) {
    list.push(keys.begun(secondOf(fact.start)));
    if (exchange.method !== undefined) {
      list.push(keys.seen(exchange.port, exchange.method, exchange.target));
      for (const second of secondsOf(fact)) list.push(keys.served(second));
    }
    if (exchange.transaction !== undefined) list.push(keys.transaction(exchange.transaction));
    for (const { traceId, spanId } of exchange.traces) list.push(keys.sentBy(traceId, spanId));
  }
  if (span) {
    list.push(keys.span(span.traceId, span.spanId));
    if (span.parentSpanId !== undefined) list.push(keys.childOf(span.traceId, span.parentSpanId));
  }
  if (log?.traceId !== undefined && log.spanId !== undefined)
    list.push(keys.childOf(log.traceId, log.spanId));
  return list;
}
