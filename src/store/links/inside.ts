/** What a service asked others for while it worked on something itself. */
import type { Deeds } from './deeds.ts';
import type { Fact, Found } from './fact.ts';
import type { Learned } from './learned.ts';
import { keys, secondOf, secondsOf, type Window } from './window.ts';

/** All ports are seen by one clock, and in the order in which things happen: only rounding may differ. */
const EDGE = 20;

export function inside(effect: Fact, window: Window, learned: Learned): Found[] {
  const { exchange } = effect;
  if (!exchange) return [];
  const around = servedAround(effect, window);
  if (around.length === 0) return [];
  const traced = around.filter((one) => sharesTrace(one, effect));
  if (traced.length > 0) {
    const nearest = innermost(traced);
    return nearest ? [[nearest, 'trace', 'certain']] : traced.map((one) => [one, 'trace', 'likely']);
  }
  const open = around.filter((one) => !tracesDiffer(one, effect));
  const nearest = innermost(open);
  if (nearest && !learned.habits.isOfItsOwn(effect)) return [[nearest, 'inside', 'likely']];
  const told = toldApart(effect, open, window, learned);
  if (!told) return open.map(unlikely);
  return [[told, 'inside', 'likely'], ...open.filter((one) => one !== told).map(unlikely)];
}

/** Who of several it was: each thing that is known leaves fewer of them. */
function toldApart(
  effect: Fact,
  open: readonly Fact[],
  window: Window,
  { habits, values, courses, deeds }: Learned,
): Fact | undefined {
  const route = habits.routeOf(effect);
  const usual = fewer(
    open,
    open.filter((one) => one.exchange?.statement === route),
  );
  const told = byValue(effect, usual) ?? byTransaction(effect, usual, window, deeds);
  if (told) return told;
  const sharing = fewer(usual, values.narrow(effect, usual));
  const rivals = (request: Fact) =>
    doneWithin(request, window).filter((one) => one.exchange?.statement === effect.exchange?.statement);
  // How often they ask tells nothing of who else might.
  const able = route === undefined ? sharing : courses.narrow(effect, sharing, rivals);
  return able.length === 1 && able.length < open.length ? able[0] : undefined;
}

const fewer = (all: readonly Fact[], some: readonly Fact[]) => (some.length > 0 ? some : all);

const unlikely = (one: Fact): Found => [one, 'inside', 'possible'];

/** What services worked on while it ran. */
export const servedAround = (effect: Fact, window: Window) =>
  lastTold(window.find(keys.served(secondOf(effect.start)))).filter((one) => contains(one, effect));

/** What else services worked on when it came, of other routes. */
export const servedBeside = (request: Fact, window: Window) =>
  lastTold(window.find(keys.served(secondOf(request.start)))).filter(
    ({ exchange, start, end }) =>
      exchange?.statement !== request.exchange?.statement && start <= request.start && end >= request.start,
  );

/** What ran while a service worked on that. */
export const doneWithin = (request: Fact, window: Window) =>
  lastTold(secondsOf(request).flatMap((second) => window.find(keys.begun(second)))).filter((one) =>
    contains(request, one),
  );

/** What was told while it ran is told again when it is over. */
const lastTold = (facts: readonly Fact[]) => [
  ...new Map(facts.map((one) => [one.exchange?.id, one])).values(),
];

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

/** A transaction is one request's: what tells of one of its statements tells of all. */
function byTransaction(effect: Fact, open: readonly Fact[], window: Window, deeds: Deeds): Fact | undefined {
  const { transaction } = effect.exchange ?? {};
  if (transaction === undefined) return undefined;
  const told = window
    .find(keys.transaction(transaction))
    .map((one) => (one === effect ? undefined : deeds.causeOf(one)) ?? byValue(one, open))
    .filter((one) => one !== undefined);
  const [first] = told;
  return first && open.includes(first) && told.every((one) => one === first) ? first : undefined;
}
