import type { Fact } from './fact.ts';

/** After so many times what is left is a habit. */
const OFTEN = 5;
const MOST_KNOWN = 5000;
/** What chance does once in so many times is not taken for chance. */
const CHANCE = 1e-4;

/** What runs by itself every so many times is nobody's just because somebody was there. */
const OF_ITS_OWN = 20;

interface Habit {
  /** How often it ran while nothing was worked on. */
  alone: number;
  /** Routes that were at work every time. */
  routes: ReadonlySet<string>;
  times: number;
  /** Routes that asked for it where that could be told, and how often. */
  readonly told: Map<string, number>;
}

/**
 * Which route asks for which statement. Of many requests at once nobody sees which one it was; but its route is
 * there each time, and others are not, or are at work all the time.
 */
export class Habits {
  readonly #habits = new Map<string, Habit>();
  /** How often a route was at work when another was asked for something: how likely chance finds it there. */
  readonly #presence = new Map<string, number>();
  #arrivals = 0;

  /** A request came while these others were worked on. */
  arrive(others: readonly Fact[]): void {
    if (this.#presence.size >= MOST_KNOWN) this.#presence.clear();
    this.#arrivals++;
    for (const route of routesOf(others)) this.#presence.set(route, (this.#presence.get(route) ?? 0) + 1);
  }

  /** A statement ran while these were worked on. */
  learn(effect: Fact, around: readonly Fact[]): void {
    const key = effect.exchange?.statement;
    const routes = routesOf(around);
    if (key === undefined) return;
    const known = this.#habits.get(key);
    if (!known && this.#habits.size >= MOST_KNOWN) return;
    const habit = known ?? { routes, times: 0, alone: 0, told: new Map<string, number>() };
    this.#habits.set(key, habit);
    if (routes.size === 0) habit.alone++;
    else {
      // Nothing in common: more than one route asks for it, and it stays so.
      habit.routes = habit.times === 0 ? routes : new Set([...habit.routes].filter((one) => routes.has(one)));
      habit.times++;
    }
  }

  /** It runs by itself, too: that somebody is served meanwhile says nothing. */
  isOfItsOwn(effect: Fact): boolean {
    const { alone = 0, times = 0 } = this.#habits.get(effect.exchange?.statement ?? '') ?? {};
    return alone > 1 && alone * OF_ITS_OWN >= times;
  }

  /** This one it was, by what it asked for. */
  tell(effect: Fact, cause: Fact): void {
    const told = this.#habits.get(effect.exchange?.statement ?? '')?.told;
    const route = cause.exchange?.statement;
    if (told && route !== undefined) told.set(route, (told.get(route) ?? 0) + 1);
  }

  /** The only route that it can be, if there is one. */
  routeOf(effect: Fact): string | undefined {
    const habit = this.#habits.get(effect.exchange?.statement ?? '');
    if (!habit || habit.times < OFTEN || this.isOfItsOwn(effect)) return undefined;
    const { routes, times, told } = habit;
    const [first, ...others] = told.keys();
    if (first !== undefined)
      return others.length === 0 && routes.has(first) && (told.get(first) ?? 0) >= OFTEN ? first : undefined;
    return only([...routes].filter((route) => this.#byChance(route) ** times <= CHANCE));
  }

  #byChance(route: string): number {
    return ((this.#presence.get(route) ?? 0) + 1) / (this.#arrivals + 2);
  }
}

const routesOf = (around: readonly Fact[]) =>
  new Set(around.flatMap(({ exchange }) => exchange?.statement ?? []));

function only<T>(all: Iterable<T>): T | undefined {
  const [first, ...others] = all;
  return others.length === 0 ? first : undefined;
}
