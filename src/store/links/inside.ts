/** What a service asked others for while it worked on something itself. */
import type { Fact, Found } from './fact.ts';
import { keys, secondOf, type Window } from './window.ts';

/** All ports are seen by one clock, and in the order in which things happen: only rounding may differ. */
const EDGE = 20;

export function inside(effect: Fact, window: Window): Found[] {
  const { exchange } = effect;
  if (!exchange) return [];
  const around = window.find(keys.served(secondOf(effect.start))).filter((one) => contains(one, effect));
  if (around.length === 0) return [];
  const traced = around.filter((one) => sharesTrace(one, effect));
  if (traced.length > 0) {
    const nearest = innermost(traced);
    return nearest ? [[nearest, 'trace', 'certain']] : traced.map((one) => [one, 'trace', 'likely']);
  }
  const open = around.filter((one) => !tracesDiffer(one, effect));
  const nearest = innermost(open);
  if (nearest) return [[nearest, 'inside', 'likely']];
  const told = byValue(effect, open) ?? byTransaction(effect, open, window);
  if (told) return [[told, 'inside', 'likely']];
  return open.map((one) => [one, 'inside', 'possible']);
}

const contains = (outer: Fact, inner: Fact) =>
  outer.seq !== inner.seq &&
  outer.exchange?.port !== inner.exchange?.port &&
  outer.exchange?.id !== inner.exchange?.id &&
  outer.start <= inner.start + EDGE &&
  (inner.exchange?.isRunning || outer.exchange?.isRunning || inner.end <= outer.end + EDGE);

const sharesTrace = (one: Fact, other: Fact) =>
  one.exchange?.traces.some(({ traceId }) =>
    other.exchange?.traces.some((trace) => trace.traceId === traceId),
  ) === true;

const tracesDiffer = (one: Fact, other: Fact) =>
  (one.exchange?.traces.length ?? 0) > 0 &&
  (other.exchange?.traces.length ?? 0) > 0 &&
  !sharesTrace(one, other);

/** The one that lies within all others, as calls from service to service do; none where some only overlap. */
function innermost(facts: readonly Fact[]): Fact | undefined {
  const [first, ...others] = facts.toSorted((one, other) => other.start - one.start || one.end - other.end);
  if (!first) return undefined;
  return others.every((one) => contains(one, first)) ? first : undefined;
}

/** The only one whose address names a value that was asked for. */
function byValue(effect: Fact, open: readonly Fact[]): Fact | undefined {
  const asked = effect.exchange?.asked;
  if (!asked || asked.size === 0) return undefined;
  const naming = open.filter((one) => one.exchange?.given.some((value) => asked.has(value)));
  return naming.length === 1 ? naming[0] : undefined;
}

/** A transaction is one request's: what tells of one of its statements tells of all. */
function byTransaction(effect: Fact, open: readonly Fact[], window: Window): Fact | undefined {
  const { transaction } = effect.exchange ?? {};
  if (transaction === undefined) return undefined;
  const told = window
    .find(keys.transaction(transaction))
    .map((one) => byValue(one, open))
    .filter((one) => one !== undefined);
  const [first] = told;
  return first && told.every((one) => one === first) ? first : undefined;
}
