/** What a service asked others for while it worked on something itself. */
import type { Fact, Found } from './fact.ts';
import type { Habits } from './habits.ts';
import { keys, secondOf, type Window } from './window.ts';

/** All ports are seen by one clock, and in the order in which things happen: only rounding may differ. */
const EDGE = 20;

export function inside(effect: Fact, window: Window, habits: Habits): Found[] {
  if (!effect.exchange) return [];
  const found = causesOf(effect, window, habits);
  window.done.set(effect, found.find(([, , confidence]) => confidence !== 'possible')?.[0]);
  return found;
}

function causesOf(effect: Fact, window: Window, habits: Habits): Found[] {
  const around = servedAround(effect, window);
  if (around.length === 0) return [];
  const traced = around.filter((one) => sharesTrace(one, effect));
  if (traced.length > 0) {
    const nearest = innermost(traced);
    return nearest ? [[nearest, 'trace', 'certain']] : traced.map((one) => [one, 'trace', 'likely']);
  }
  const open = around.filter((one) => !tracesDiffer(one, effect));
  const nearest = innermost(open);
  if (nearest) return [[nearest, 'inside', 'likely']];
  const told = toldApart(effect, open, window, habits);
  if (told) return [[told, 'inside', 'likely'], ...open.filter((one) => one !== told).map(unlikely)];
  return open.map(unlikely);
}

/** Of several at once the one that it was done for, where something tells. */
function toldApart(effect: Fact, open: readonly Fact[], window: Window, habits: Habits): Fact | undefined {
  const byWord = (some: readonly Fact[]) => byValue(effect, some) ?? byTransaction(effect, some, window);
  const route = habits.routeOf(effect);
  const usual = open.filter((one) => one.exchange?.statement === route);
  if (usual.length === 0) return byWord(open);
  const only = usual.length === 1 ? usual[0] : undefined;
  return (
    byWord(open) ?? only ?? byWord(usual) ?? byShortValue(effect, usual) ?? byChain(effect, usual, window)
  );
}

const unlikely = (one: Fact): Found => [one, 'inside', 'possible'];

/** What services worked on while it ran. What was told while it ran is told again when it is over: the later counts. */
export function servedAround(effect: Fact, window: Window): readonly Fact[] {
  const all = window.find(keys.served(secondOf(effect.start))).filter((one) => contains(one, effect));
  return [...new Map(all.map((one) => [one.exchange?.id, one])).values()];
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
  const naming = open.filter((one) => one.exchange?.given.some((value) => isAsked(value, asked)));
  return naming.length === 1 ? naming[0] : undefined;
}

/** As it is, or with signs around it that search for parts. */
const isAsked = (value: string, asked: ReadonlySet<string>) =>
  asked.has(value) || (value.length >= 4 && (asked.has(`${value}%`) || asked.has(`%${value}%`)));

/** Among requests of the route that always asks it, a short value tells, too. */
function byShortValue(effect: Fact, usual: readonly Fact[]): Fact | undefined {
  const { parameters = [] } = effect.exchange ?? {};
  const naming = usual.filter(({ exchange }) => parameters.some((one) => exchange?.givenAll.has(one)));
  return naming.length === 1 ? naming[0] : undefined;
}

/** It was given what only one of them had been answered just before. */
function byChain(effect: Fact, usual: readonly Fact[], window: Window): Fact | undefined {
  const { parameters = [] } = effect.exchange ?? {};
  const knowing = usual.filter((one) =>
    window.done
      .before(one, effect.start + EDGE)
      .some(({ exchange }) => parameters.some((value) => exchange?.answered.has(value))),
  );
  return knowing.length === 1 ? knowing[0] : undefined;
}

/** When it last got something to go on with: it began, or what it had asked for was answered. */
export const lastTurn = (one: Fact, before: number, window: Window): number =>
  Math.max(one.start, ...window.done.before(one, before + EDGE).map(({ end }) => end));

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
