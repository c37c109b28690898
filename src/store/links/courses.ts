import type { Deeds } from './deeds.ts';
import type { Fact } from './fact.ts';

/** So often seen alone, and the same each time. */
const OFTEN = 3;
const MOST_KNOWN = 5000;

interface Course {
  /** How often a request asks for each statement. */
  readonly counts: Map<string, number>;
  /** Statements of which there were now more and now fewer. */
  readonly unsteady: Set<string>;
  times: number;
}

/**
 * How often a request of a route asks for a statement. Who has had all of his is not the one who asks for another, and
 * who could have had no others has had these.
 */
export class Courses {
  readonly #deeds: Deeds;
  readonly #courses = new Map<string, Course>();

  constructor(deeds: Deeds) {
    this.#deeds = deeds;
  }

  /** A request that was the only one of its route at its time, and all that could have been done for it. */
  learn(request: Fact, done: readonly Fact[]): void {
    const route = request.exchange?.statement ?? '';
    const counts = new Map<string, number>();
    for (const { exchange } of done)
      if (exchange) counts.set(exchange.statement, (counts.get(exchange.statement) ?? 0) + 1);
    const known = this.#courses.get(route);
    if (!known) {
      if (this.#courses.size < MOST_KNOWN)
        this.#courses.set(route, { counts, unsteady: new Set(), times: 1 });
      return;
    }
    known.times++;
    for (const statement of new Set([...counts.keys(), ...known.counts.keys()]))
      if (counts.get(statement) !== known.counts.get(statement)) known.unsteady.add(statement);
  }

  /** Those that can have asked for it; `rivals` gives all of its statement that a request can have asked for. */
  narrow(effect: Fact, open: readonly Fact[], rivals: (request: Fact) => readonly Fact[]): readonly Fact[] {
    const able = open.filter((one) => this.#left(effect, one) !== 0);
    const needing = able.filter((one) => {
      const left = this.#left(effect, one);
      if (left === undefined || one.exchange?.isRunning) return false;
      const free = rivals(one).filter((rival) => !this.#deeds.causeOf(rival) || rival === effect);
      return free.length === left;
    });
    return needing.length === 1 ? needing : able;
  }

  /** How many of that statement the request still has to ask for, where that is known. */
  #left(effect: Fact, request: Fact): number | undefined {
    const statement = effect.exchange?.statement ?? '';
    const course = this.#courses.get(request.exchange?.statement ?? '');
    const count = course?.counts.get(statement);
    if (!course || count === undefined || course.times < OFTEN || course.unsteady.has(statement))
      return undefined;
    const had = this.#deeds
      .of(request)
      .filter((one) => one !== effect && one.exchange?.statement === statement).length;
    return Math.max(0, count - had);
  }
}
