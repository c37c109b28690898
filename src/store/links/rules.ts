/**
 * Who caused what, by rules. Each names the causes of one effect among the facts of lately; it is asked again when a
 * fact comes that could be a cause too, so that what looked like the only one is taken back. `certain` is said only
 * where ids, a trace context or the lack of any other way say so.
 */
import { again } from './again.ts';
import { type Fact, type Found, SLACK } from './fact.ts';
import { inside } from './inside.ts';
import type { Learned } from './learned.ts';
import type { Link, LinkKind } from './link.ts';
import { onWire, wirePeers } from './on-wire.ts';
import { keys, secondsOf, type Window } from './window.ts';

const MS = 1000;
const SECOND = 1_000_000;
/** All links to an effect. */
export function linksTo(effect: Fact, window: Window, learned: Learned): Link[] {
  const found = [
    ...byCall(effect, window),
    ...byAction(effect, window),
    ...byDocument(effect, window),
    ...byIds(effect, window),
    ...again(effect, window),
    ...byTrace(effect, window),
    ...onWire(effect, window),
    ...inside(effect, window, learned),
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
  if (call?.number !== undefined) all(window.find(keys.deedOf(session, call.number)));
  if (action) all(window.find(keys.inPage(page)).filter((one) => isSoonAfter(one, fact)));
  if (request) {
    all(window.find(keys.naming(request.id)));
    all(window.find(keys.inPage(page)).filter((one) => one.start >= fact.start && isSoonAfter(one, fact)));
    all(window.find(keys.same(fact.place.instance, request.method, request.url)));
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

/** What an agent does it does by a call, whose number it bears. */
function byCall({ action, shot, session }: Fact, window: Window): Found[] {
  const number = action?.call ?? shot?.call;
  if (number === undefined) return [];
  return window.find(keys.call(session, number)).map((one) => [one, 'call', 'certain']);
}

/** What the page, or the browser for it, did soon after somebody acted in it. */
function byAction(effect: Fact, window: Window): Found[] {
  const { request, navigation, page } = effect;
  if (page === undefined || effect.action || effect.call) return [];
  // What has a nearer cause is no direct effect.
  if (request?.redirectedFrom !== undefined || request?.preflightOf !== undefined) return [];
  if (effect.said?.requestId !== undefined) return [];
  const before = window
    .find(keys.actionsIn(page))
    .filter(
      (one) => one.action?.source !== 'page' && isSoonAfter(effect, one) && one.start <= begunAt(effect),
    );
  // Clocks differ a little, so what came just before its cause counts too, if nothing came before it.
  const earlier = before.filter((one) => one.start <= effect.start);
  const last = (earlier.length > 0 ? earlier : before).reduce<Fact | undefined>(
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
  // Of pictures and fonts that a script brings in the browser does not say who did.
  const isUntold = request?.initiator === 'other';
  if (request && !isDocument && request.initiator !== 'script' && !isUntold) return [];
  const isSoon = effect.start - last.start <= SECOND || isDuring(effect, last);
  if (isUntold && !isSoon) return [];
  const isClear = isSoon && !isBackground(effect, window) && !(isUntold && isOfLoad(effect, window));
  return [[last, 'action', isClear ? 'likely' : 'possible']];
}

/** A change of the document is known by the action that it was looked for after. */
const begunAt = ({ change, start }: Fact) => (change ? change.acted + 5 * MS : start + SLACK);

const GOING = new Set(['navigate', 'back', 'forward', 'refresh', 'new_tab']);

const hasLeft = (action: Fact, effect: Fact, window: Window) =>
  window
    .find(keys.requestsIn(effect.page))
    .some((one) => one.request?.isDocument && one.start >= action.start - SLACK && one.start < effect.start);

/** The page does the same by itself, too: it did when nobody had acted. */
function isBackground(effect: Fact, window: Window): boolean {
  const { request, page } = effect;
  if (!request) return isHabit(effect, window);
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

/** Lines of the same words, messages of the same socket: they came before anybody had acted. */
function isHabit(effect: Fact, window: Window): boolean {
  const { socket, said, page } = effect;
  if (!socket && !said) return false;
  const actions = window.find(keys.actionsIn(page)).filter(({ action }) => action?.source !== 'page');
  return window.find(keys.inPage(page)).some((one) => {
    if (one.start >= effect.start || !isAlike(one, effect)) return false;
    return !actions.some(({ start, end }) => one.start >= start - SLACK && one.start - end <= SECOND);
  });
}

const isAlike = (one: Fact, other: Fact) =>
  one.socket
    ? one.socket.connection === other.socket?.connection && one.socket.direction === other.socket.direction
    : one.said !== undefined && other.said !== undefined && bare(one.said.words) === bare(other.said.words);
const bare = (words: string) => words.replaceAll(/\d+/g, '0');

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
  const { request, said } = effect;
  const named = (id: string | undefined, kind: LinkKind): Found[] => {
    const [cause, ...others] = id === undefined ? [] : window.find(keys.request(id));
    return cause && others.length === 0 ? [[cause, kind, 'certain']] : [];
  };
  return [
    ...named(request?.redirectedFrom, 'redirect'),
    ...named(request?.preflightOf, 'preflight'),
    ...named(said?.requestId, 'answer'),
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

/** Lines and errors of a page that come just after an answer: by the code that asked, or by what both say. */
function byAnswer(effect: Fact, window: Window): Found[] {
  const { said, page } = effect;
  if (!said || said.requestId !== undefined || page === undefined) return [];
  const before = answersBefore(effect, window);
  const saying = before.filter(({ request }) => request?.values?.some((value) => said.words.includes(value)));
  return before.flatMap((one): Found[] => {
    const { frames = [], hasFailed, target = '', status } = one.request ?? {};
    // Only one of them said this.
    if (saying.length === 1 && saying[0] === one) return [[one, 'answer', 'likely']];
    const sharesFrame = frames.some((frame) => said.frames.includes(frame));
    const path = target.split('?', 1)[0] ?? '';
    const isNamed =
      (path.length > 3 && said.words.includes(path)) ||
      (hasFailed && status !== undefined && said.words.includes(String(status)));
    const isNear = effect.start - one.end <= 100 * MS;
    if (said.isError && (sharesFrame || isNamed)) return [[one, 'answer', isNear ? 'likely' : 'possible']];
    if (sharesFrame && isNear) return [[one, 'answer', 'possible']];
    return said.isError && hasFailed && isNear ? [[one, 'answer', 'possible']] : [];
  });
}

/** What a line of a page may have followed from; both are told by the browser's clock. */
export const answersBefore = ({ page, start }: Fact, window: Window) =>
  window
    .find(keys.requestsIn(page))
    .filter((one) => one.end <= start + 2 * MS && start - one.end <= SECOND && !one.request?.isDocument);
