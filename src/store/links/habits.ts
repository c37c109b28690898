import type { Fact } from './fact.ts';

/** After so many times what is left is a habit. */
const OFTEN = 5;
const MOST_KNOWN = 5000;

interface Habit {
  /** Routes that were at work every time. */
  routes: ReadonlySet<string>;
  times: number;
}

/**
 * Which route asks for which statement. Of many requests at once nobody sees which one it was; but its route is
 * there each time, and others are not.
 */
export class Habits {
  readonly #habits = new Map<string, Habit>();

  /** A statement ran while these were worked on. */
  learn(effect: Fact, around: readonly Fact[]): void {
    const key = effect.exchange?.statement;
    const routes = new Set(around.flatMap(({ exchange }) => exchange?.statement ?? []));
    if (key === undefined || routes.size === 0) return;
    const known = this.#habits.get(key);
    // Nothing in common: more than one route asks for it, and it stays so.
    const common = known ? new Set([...known.routes].filter((route) => routes.has(route))) : routes;
    if (!known && this.#habits.size >= MOST_KNOWN) return;
    this.#habits.set(key, { routes: common, times: (known?.times ?? 0) + 1 });
  }

  /** The only route that it can be, if there is one. */
  routeOf(effect: Fact): string | undefined {
    const habit = this.#habits.get(effect.exchange?.statement ?? '');
    if (!habit || habit.times < OFTEN || habit.routes.size !== 1) return undefined;
    return [...habit.routes][0];
  }
}
