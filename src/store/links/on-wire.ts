/** The browser's request as it was seen on a tapped port. */
import { type Fact, type Found, SLACK } from './fact.ts';
import { keys, type Window } from './window.ts';

export function onWire(effect: Fact, window: Window): Found[] {
  const { exchange } = effect;
  if (exchange?.method === undefined) return [];
  const traced = exchange.traces.flatMap(({ traceId, spanId }) =>
    window.find(keys.sentBy(traceId, spanId)).filter((one) => one.request && fits(one, effect)),
  );
  if (traced.length > 0) return traced.map((one) => [one, 'wire', 'certain']);
  const requests = askersOf(effect, window);
  const [only] = requests;
  if (!only) return [];
  // It must have come by here, and nothing else could be it: so it is.
  if (requests.length === 1 && seenFor(only, window).length === 1) {
    window.pairs.add(only, effect);
    return [[only, 'wire', 'certain']];
  }
  const inTurn = byConnection(effect, requests, window) ?? byOrder(effect, requests, window);
  if (inTurn) return [[inTurn, 'wire', 'likely']];
  return requests.map((one) => [one, 'wire', 'possible']);
}

/** Exchanges that could be the same request: whether one is the only one may have changed. */
export function wirePeers(fact: Fact, window: Window): readonly Fact[] {
  const { exchange } = fact;
  return exchange ? window.find(keys.seen(exchange.port, exchange.method, exchange.target)) : [];
}

function askersOf(seen: Fact, window: Window): Fact[] {
  const { exchange } = seen;
  if (!exchange) return [];
  return window
    .find(keys.asked(exchange.port, exchange.method, exchange.target))
    .filter((one) => fits(one, seen) && canShare(one, seen, window));
}

/** Not where the browser's connection is known to be another one. */
function canShare({ request }: Fact, { exchange }: Fact, { pairs }: Window): boolean {
  const wire = pairs.wireOf(request?.connection);
  return wire === undefined || wire === exchange?.connection;
}

function seenFor(request: Fact, window: Window): Fact[] {
  const { port, method, target } = request.request!;
  const all = window
    .find(keys.seen(port, method, target))
    .filter((one) => fits(request, one) && canShare(request, one, window));
  // What was told while it ran is told again when it is over.
  const ids = new Map(all.map((one) => [one.exchange?.id, one]));
  return [...ids.values()];
}

/** Whether a request of the browser can be what was seen on the wire. */
function fits({ request, start, end }: Fact, { exchange, start: seenAt }: Fact): boolean {
  if (!request?.isOnWire || !exchange) return false;
  if (
    request.trace &&
    exchange.traces.length > 0 &&
    !exchange.traces.some((one) => one.spanId === request.trace?.spanId)
  )
    return false;
  if (seenAt < start - SLACK || seenAt > end + SLACK) return false;
  if (request.status !== undefined && exchange.status !== undefined && request.status !== exchange.status)
    return false;
  for (const [name, value] of exchange.headers) {
    const own = request.headers.get(name);
    if (own !== undefined && own !== value && !own.startsWith('[')) return false;
  }
  return true;
}

/** On one connection things come in the order in which they were asked: the third of a kind is the third. */
function byConnection(seen: Fact, requests: readonly Fact[], window: Window): Fact | undefined {
  const connection = requests.find(
    ({ request }) => window.pairs.wireOf(request?.connection) === seen.exchange?.connection,
  )?.request?.connection;
  if (connection === undefined || seen.exchange?.isRunning) return undefined;
  const { method, target } = seen.exchange!;
  const asked = window
    .find(keys.ofConnection(connection))
    .filter(({ request }) => request?.isOnWire && request.method === method && request.target === target)
    .toSorted((one, other) => one.start - other.start);
  const all = wirePeers(seen, window)
    .filter(({ exchange }) => !exchange?.isRunning && exchange?.connection === seen.exchange?.connection)
    .toSorted((one, other) => one.start - other.start);
  const told = asked[all.findIndex((one) => one.exchange?.id === seen.exchange?.id)];
  const areAlike = asked.length === all.length && asked.every((one, at) => fits(one, all[at]!));
  return areAlike ? told : undefined;
}

/** As many were asked as were seen, one after the other: the first is the first. */
function byOrder(seen: Fact, requests: readonly Fact[], window: Window): Fact | undefined {
  const asked = requests.toSorted((one, other) => one.start - other.start);
  const candidates = new Map(
    asked.flatMap((one) => seenFor(one, window)).map((one) => [one.exchange?.id, one]),
  );
  const all = [...candidates.values()].toSorted((one, other) => one.start - other.start);
  if (all.length !== asked.length) return undefined;
  const place = all.findIndex((one) => one.exchange?.id === seen.exchange?.id);
  const isApart = asked.every((one, at) => at === 0 || one.start > (asked[at - 1]?.end ?? 0));
  return isApart ? asked[place] : undefined;
}
