import { Courses } from './courses.ts';
import { Deeds } from './deeds.ts';
import type { Fact } from './fact.ts';
import { Habits } from './habits.ts';
import { doneWithin, servedAround, servedBeside } from './inside.ts';
import { SharedValues } from './shared-values.ts';
import type { Window } from './window.ts';

/** What was seen so often that it tells one request from another that runs beside it. */
export class Learned {
  readonly deeds = new Deeds();
  readonly habits = new Habits();
  readonly values = new SharedValues(this.deeds);
  readonly courses = new Courses(this.deeds);

  /** All that could have to do with it has come. */
  learn(fact: Fact, window: Window): void {
    const around = servedAround(fact, window);
    this.habits.learn(fact, around);
    this.values.learn(fact, around);
    if (fact.exchange?.method === undefined) return;
    this.habits.arrive(servedBeside(fact, window));
    this.values.finish(fact);
    const done = doneWithin(fact, window);
    const hasTwin = (one: Fact) =>
      servedAround(one, window).some(
        (other) => other !== fact && other.exchange?.statement === fact.exchange?.statement,
      );
    // What others asked for meanwhile is now more and now less, so it is known for what it is.
    if (!done.some(hasTwin)) this.courses.learn(fact, done);
  }

  /** What was told of it was told by all that has come. */
  confirm(effect: Fact): void {
    const cause = this.deeds.causeOf(effect);
    if (cause) this.habits.tell(effect, cause);
  }
}
