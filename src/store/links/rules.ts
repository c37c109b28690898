/**
 * Who caused what, by rules. Each names the causes of one effect among the facts of lately; it is asked again when a
 * fact comes that could be a cause too, so that what looked like the only one is taken back. `certain` is said only
 * where ids, a trace context or the lack of any other way say so.
 */
import { type Fact, type Found, SLACK } from './fact.ts';
import type { Habits } from './habits.ts';
import { inside } from './inside.ts';
import type { Link, LinkKind } from './link.ts';
import { onWire, wirePeers } from './on-wire.ts';
import { keys, secondsOf, type Window } from './window.ts';

const MS = 1000;
const SECOND = 1_000_000;
/** All links to an effect. */
export function linksTo(effect: Fact, window: Window, habits: Habits): Link[] {
  const found = [
    ...byCall(effect, window),
    ...byAction(effect, window),
    ...byDocument(effect, window),
    ...byIds(effect, window),
    ...byTrace(effect, window),
    ...onWire(effect, window),
    ...inside(effect, window, habits),
    ...byAnswer(effect, window),
  ].filter(([cause]) => cause.seq !== effect.seq);
  return found.map(([cause, kind, confidence]) => ({
    cause: cause.seq,
    effect: effect.seq,
    kind,
    confidence,
  }));
}

/** What may have to be judged anew because this has come: it itself, and what it could have caused. */
export function touchedBy(fact: Fact, window: Window): ReadonlySet<Fact> {
  const touched = new Set([fact]);
  const all = (facts: readonly Fact[]) => {
    for (const one of facts) touched.add(one);
  };
  const { call, action, request, exchange, span, session, page } = fact;
  if (call) all(window.find(keys.agentsDeeds(session)).filter((one) => isDuring(one, fact)));
  if (action) all(window.find(keys.inPage(page)).filter((one) => isSoonAfter(one, fact)));
  if (request) {
    all(window.find(keys.naming(request.id)));
    all(window.find(keys.inPage(page)).filter((one) => one.start >= fact.start && isSoonAfter(one, fact)));
    all(window.find(keys.seen(request.port, request.method, request.target)));
    if (request.trace) all(window.find(keys.childOf(request.trace.traceId, request.trace.spanId)));
  }
  if (exchange) {
    for (const { traceId, spanId } of exchange.traces) all(window.find(keys.childOf(traceId, spanId)));
    if (exchange.method !== undefined) {
      all(wirePeers(fact, window));
      for (const second of secondsOf(fact))
        all(window.find(keys.begun(second)).filter((one) => isDuring(one, fact)));
    }
    if (exchange.transaction !== undefined) all(window.find(keys.transaction(exchange.transaction)));
  }
  if (span) {
    all(window.find(keys.childOf(span.traceId, span.spanId)));
    all(window.find(keys.sentBy(span.traceId, span.spanId)));
  }
  return touched;
}

const isDuring = (one: Fact, other: Fact) =>
  one.start >= other.start - SLACK && one.start <= other.end + SLACK;
const isSoonAfter = (one: Fact, other: Fact) =>
  one.start >= other.start - SLACK && one.start <= Math.max(other.start, other.end) + 5 * SECOND;

/** What an agent does in its own pages it does by calls, and only one that ran then can have done it. */
function byCall(effect: Fact, window: Window): Found[] {
  const isAgents = effect.action?.source === 'ai';
  if (!isAgents) return [];
  const calls = window
    .find(keys.callsOf(effect.session))
    .filter((one) => isDuring(effect, one) && !READING.has(one.call?.tool ?? ''));
  return calls.map((one) => [one, 'call', calls.length === 1 ? 'certain' : 'possible']);
}

/** Tools that only look. */
const READING = new Set(['observe', 'explain', 'compare', 'wire_flows', 'wire_flow', 'wire_exchanges']);

/** What the page, or the browser for it, did soon after somebody acted in it. */
function byAction(effect: Fact, window: Window): Found[] {
  const { request, navigation, page } = effect;
  if (page === undefined || effect.action || effect.call) return [];
  // What has a nearer cause is no direct effect.
  if (request?.redirectedFrom !== undefined || request?.preflightOf !== undefined) return [];
  if (effect.error?.requestId !== undefined) return [];
  const before = window
    .find(keys.actionsIn(page))
    .filter(
      (one) => one.action?.source !== 'page' && isSoonAfter(effect, one) && one.start <= effect.start + SLACK,
    );
  const last = before.reduce<Fact | undefined>(
    (best, one) => (!best || one.start >= best.start ? one : best),
    undefined,
  );
  if (!last?.action) return [];
  const isDocument = request?.isDocument === true || navigation !== undefined;
  if (isDocument && GOING.has(last.action.type) && isDuring(effect, last)) {
    const url = request?.url ?? navigation?.url ?? '';
    return [[last, 'action', last.action.toUrl === url ? 'certain' : 'likely']];
  }
  // Once another document was asked for, it is the document that asks for things.
  if (!isDocument && hasLeft(last, effect, window)) return [];
  if (request && !isDocument && request.initiator !== 'script') return [];
  const isSoon = effect.start - last.start <= SECOND || isDuring(effect, last);
  const isClear = isSoon && !isBackground(effect, window);
  return [[last, 'action', isClear ? 'likely' : 'possible']];
}

const GOING = new Set(['navigate', 'back', 'forward', 'refresh', 'new_tab']);

const hasLeft = (action: Fact, effect: Fact, window: Window) =>
  window
    .find(keys.requestsIn(effect.page))
    .some((one) => one.request?.isDocument && one.start >= action.start - SLACK && one.start < effect.start);

/** The page asks for the same by itself, too: it did when nobody had acted. */
function isBackground(effect: Fact, window: Window): boolean {
  const { request, page } = effect;
  if (!request) return false;
  const actions = window.find(keys.actionsIn(page));
  const path = request.target.split('?', 1)[0];
  return window
    .find(keys.requestsIn(page))
    .some(
      (one) =>
        one.start < effect.start &&
        one.request?.method === request.method &&
        one.request.target.split('?', 1)[0] === path &&
        !actions.some(
          (action) => one.start >= action.start - SLACK && one.start - action.start <= 2 * SECOND,
        ) &&
        !isOfLoad(one, window),
    );
}

const isOfLoad = (fact: Fact, window: Window) =>
  window
    .find(keys.requestsIn(fact.page))
    .some((one) => one.request?.isDocument && fact.start >= one.start && fact.start - one.end <= 2 * SECOND);

/** What a document's text asks for, and its scripts while nobody has acted. */
function byDocument(effect: Fact, window: Window): Found[] {
  const { request, page } = effect;
  if (!request || request.isDocument || page === undefined) return [];
  if (request.redirectedFrom !== undefined || request.preflightOf !== undefined) return [];
  const documents = window
    .find(keys.requestsIn(page))
    .filter((one) => one.request?.isDocument && one.start <= effect.start);
  const last = documents.at(-1);
  if (!last || last.request?.url.split('#', 1)[0] !== request.pageUrl?.split('#', 1)[0]) return [];
  if (request.initiator === 'parser') return [[last, 'document', 'certain']];
  const acted = window
    .find(keys.actionsIn(page))
    .some((one) => one.action?.source !== 'page' && one.start > last.start && one.start <= effect.start);
  return acted ? [] : [[last, 'document', 'likely']];
}

/** What the browser itself names. */
function byIds(effect: Fact, window: Window): Found[] {
  const { request, error } = effect;
  const named = (id: string | undefined, kind: LinkKind): Found[] => {
    const [cause, ...others] = id === undefined ? [] : window.find(keys.request(id));
    return cause && others.length === 0 ? [[cause, kind, 'certain']] : [];
  };
  return [
    ...named(request?.redirectedFrom, 'redirect'),
    ...named(request?.preflightOf, 'preflight'),
    ...named(error?.requestId, 'answer'),
  ];
}

/** Spans name their parents, log lines their spans, and messages the span that sent them. */
function byTrace(effect: Fact, window: Window): Found[] {
  const { span, log, exchange } = effect;
  const certain = (causes: readonly Fact[]): Found[] => causes.map((cause) => [cause, 'trace', 'certain']);
  if (span?.parentSpanId !== undefined) {
    const parents = window.find(keys.span(span.traceId, span.parentSpanId));
    if (parents.length > 0) return certain(parents);
    // The parent is of somebody who tells nothing of himself, but whose message was seen.
    const senders = window.find(keys.sentBy(span.traceId, span.parentSpanId));
    const onPorts = senders.filter((one) => one.exchange);
    return certain(onPorts.length > 0 ? onPorts : senders);
  }
  if (log?.traceId !== undefined && log.spanId !== undefined)
    return certain(window.find(keys.span(log.traceId, log.spanId)));
  return certain(
    (exchange?.traces ?? []).flatMap(({ traceId, spanId }) => window.find(keys.span(traceId, spanId))),
  );
}

/** Errors of a page that come just after an answer. */
function byAnswer(effect: Fact, window: Window): Found[] {
  const { error, page } = effect;
  if (!error || error.requestId !== undefined || page === undefined) return [];
  const before = window
    .find(keys.requestsIn(page))
    .filter(
      (one) =>
        one.end <= effect.start + SLACK && effect.start - one.end <= SECOND && !one.request?.isDocument,
    );
  return before.flatMap((one): Found[] => {
    const { frames = [], hasFailed, target = '', status } = one.request ?? {};
    const sharesFrame = frames.some((frame) => error.frames.includes(frame));
    const path = target.split('?', 1)[0] ?? '';
    const isNamed =
      (path.length > 3 && error.words.includes(path)) ||
      (hasFailed && status !== undefined && error.words.includes(String(status)));
    const isNear = effect.start - one.end <= 100 * MS;
    if (sharesFrame || isNamed) return [[one, 'answer', isNear ? 'likely' : 'possible']];
    return hasFailed && isNear ? [[one, 'answer', 'possible']] : [];
  });
}
