import type { Destination } from './destination.ts';
import type { LogSubject } from './line.ts';

/**
 * Which logs get a record. Those of one key have only its own connections, so records go into the same block only where
 * the same logs get them: each set of logs is one list, and lists are compared by identity.
 */
export class Takers {
  #all: readonly Destination[] = [];
  #areAlike = true;
  #bySession = new Map<string | undefined, readonly Destination[]>();
  #sets = new Map<string, readonly Destination[]>();

  choose(all: readonly Destination[]): void {
    this.#all = all;
    this.#areAlike = all.every(({ owner }) => !owner?.sees);
    this.#bySession.clear();
    this.#sets.clear();
  }

  /** Of no connection in particular: all. */
  of(subject: LogSubject | undefined): readonly Destination[] {
    if (this.#areAlike || !subject) return this.#all;
    const known = this.#bySession.get(subject.session) ?? this.#seeing(subject.session);
    this.#bySession.set(subject.session, known);
    return known;
  }

  /** A key may have come to know a session meanwhile. */
  askAgain(): void {
    this.#bySession.clear();
  }

  #seeing(session: string | undefined): readonly Destination[] {
    const seeing = this.#all.filter(({ owner }) => owner?.sees?.(session) ?? true);
    if (seeing.length === this.#all.length) return this.#all;
    const key = seeing.map((one) => this.#all.indexOf(one)).join();
    const known = this.#sets.get(key) ?? seeing;
    this.#sets.set(key, known);
    return known;
  }
}
