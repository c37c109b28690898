import type { Fact } from './fact.ts';

/** After so many times what is left is a habit. */
const OFTEN = 5;
/** Where several are there every time, it takes more to tell one from the others, and so much of these. */
const VERY_OFTEN = 10;
const MOSTLY = 0.6;
const SELDOM = 0.3;
const MOST_KNOWN = 5000;

interface Habit {
  /** Routes that were at work every time, and how often each of them had been the last to get something to go on with. */
  readonly routes: Map<string, number>;
  times: number;
}

/**
 * Which route asks for which statement. Of many requests at once nobody sees which one it was; but its route is
 * there each time, and others are not. One that takes long is always there, but only one that asks has always just
 * begun, or just been answered what it asked before.
 */
export class Habits {
  readonly #habits = new Map<string, Habit>();

  /** A statement ran while these were worked on; the first of them had got something to go on with last. */
  learn(effect: Fact, around: readonly Fact[]): void {
    const key = effect.exchange?.statement;
    const routes = new Set(around.flatMap(({ exchange }) => exchange?.statement ?? []));
    if (key === undefined || routes.size === 0) return;
    let habit = this.#habits.get(key);
    if (!habit) {
      if (this.#habits.size >= MOST_KNOWN) return;
      habit = { routes: new Map([...routes].map((route) => [route, 0])), times: 0 };
      this.#habits.set(key, habit);
    }
    habit.times++;
    // Nothing in common: more than one route asks for it, and it stays so.
    for (const route of habit.routes.keys()) if (!routes.has(route)) habit.routes.delete(route);
    const first = around[0]?.exchange?.statement ?? '';
    const fresh = habit.routes.get(first);
    if (fresh !== undefined) habit.routes.set(first, fresh + 1);
  }

  /** The only route that it can be, if there is one. */
  routeOf(effect: Fact): string | undefined {
    const habit = this.#habits.get(effect.exchange?.statement ?? '');
    if (!habit || habit.times < OFTEN) return undefined;
    const [first, second] = [...habit.routes].toSorted(([, one], [, other]) => other - one);
    if (!first || !second) return first?.[0];
    const isClear =
      habit.times >= VERY_OFTEN && first[1] >= habit.times * MOSTLY && second[1] <= habit.times * SELDOM;
    return isClear ? first[0] : undefined;
  }
}
