import type { Fact } from './fact.ts';

/** So much is remembered: what is further apart is not linked by time. */
const MOST_FACTS = 5000;
const MOST_MICROS = 120_000_000;

/** The facts of lately, found by what rules ask for. */
export class Window {
  /** Which connection of the browser is which one on a tapped port. */
  readonly pairs = new Pairs();
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

  get(seq: number): Fact | undefined {
    return this.#facts.get(seq);
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

/** Told by requests that can only be one exchange each; two of them have to agree. */
class Pairs {
  readonly #pairs = new Map<string, { readonly wire: string; readonly requests: Set<number> }>();

  add({ seq, request }: Fact, { exchange }: Fact): void {
    if (request?.connection === undefined || !exchange) return;
    const known = this.#pairs.get(request.connection);
    if (known?.wire === exchange.connection) known.requests.add(seq);
    else {
      if (this.#pairs.size >= MOST_FACTS) this.#pairs.clear();
      this.#pairs.set(request.connection, { wire: exchange.connection, requests: new Set([seq]) });
    }
  }

  wireOf(browser: string | undefined): string | undefined {
    const known = browser === undefined ? undefined : this.#pairs.get(browser);
    return known && known.requests.size >= 2 ? known.wire : undefined;
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
  call: (session: string | undefined, number: number) => `call ${session} ${number}`,
  deedOf: (session: string | undefined, number: number) => `deed ${session} ${number}`,
  actionsIn: (page: string | undefined) => `action ${page}`,
  inPage: (page: string | undefined) => `page ${page}`,
  requestsIn: (page: string | undefined) => `requests ${page}`,
  request: (id: string) => `request ${id}`,
  same: (instance: string | undefined, method: string, url: string) => `same ${instance} ${method} ${url}`,
  ofConnection: (id: string) => `connection ${id}`,
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
  const { session, page, request, exchange, span, log, said, action, shot, call } = fact;
  const list: string[] = [];
  if (call?.number !== undefined) list.push(keys.call(session, call.number));
  if (action) list.push(keys.actionsIn(page));
  if (action?.call !== undefined) list.push(keys.deedOf(session, action.call));
  if (shot?.call !== undefined) list.push(keys.deedOf(session, shot.call));
  if (page !== undefined && !action) list.push(keys.inPage(page));
  if (request) {
    list.push(keys.request(request.id), keys.requestsIn(page));
    list.push(keys.same(fact.place.instance, request.method, request.url));
    if (request.connection !== undefined) list.push(keys.ofConnection(request.connection));
    list.push(keys.asked(request.port, request.method, request.target));
    for (const id of [request.redirectedFrom, request.preflightOf])
      if (id !== undefined) list.push(keys.naming(id));
    if (request.trace) list.push(keys.sentBy(request.trace.traceId, request.trace.spanId));
  }
  if (said?.requestId !== undefined) list.push(keys.naming(said.requestId));
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
