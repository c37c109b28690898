import type { Evidence, Sink } from '../contract/evidence.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

interface Boundary {
  readonly id: string;
  readonly label: string;
  /** Microseconds since the epoch. */
  readonly since: number;
  until: number | undefined;
  /** Whose test it is, and whose evidence belongs to it. */
  readonly owner: string;
  readonly concerns: (session: string | undefined) => boolean;
}

const everybody = () => true;

/** What is told late is tagged by the time it was seen, so ended tests are remembered for a while. */
const LATE_MICROS = 60_000_000;

/**
 * All that the engines see passes here: it is tagged with the tests that ran when it was seen, goes to the
 * record, and is told to whoever watches.
 */
export class EvidenceHub {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #record: Sink;
  readonly #watchers = new Set<(evidence: Evidence) => void>();
  #boundaries: Boundary[] = [];

  constructor(clock: Clock, log: Log, record: Sink) {
    this.#clock = clock;
    this.#log = log;
    this.#record = record;
  }

  readonly sink: Sink = (evidence) => {
    const tagged = this.#boundaries.length === 0 ? evidence : this.#tagged(evidence);
    this.#record(tagged);
    for (const watcher of this.#watchers) {
      try {
        watcher(tagged);
      } catch (cause) {
        this.#log.error('a watcher failed', { stream: evidence.stream, cause });
      }
    }
  };

  /** Tells of each thing seen from now on, until the function it gives is called. */
  watch(listener: (evidence: Evidence) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  readonly tests = {
    start: (id: string, label: string, owner = '', concerns: Boundary['concerns'] = everybody): void => {
      this.tests.end(id, owner);
      this.#boundaries.push({ id, label, since: this.#clock.micros(), until: undefined, owner, concerns });
    },
    /** Whether it was running. */
    end: (id: string, owner = ''): boolean => {
      const running = this.tests.list(owner).find((one) => one.id === id);
      const now = this.#clock.micros();
      if (running) running.until = now;
      this.#boundaries = this.#boundaries.filter(
        ({ until }) => until === undefined || until > now - LATE_MICROS,
      );
      return running !== undefined;
    },
    list: (owner = ''): readonly Boundary[] =>
      this.#boundaries.filter((one) => one.until === undefined && one.owner === owner),
  };

  #tagged(evidence: Evidence): Evidence {
    const { time, where } = evidence;
    const ids = this.#boundaries
      .filter(({ since, until }) => since <= time && (until === undefined || time <= until))
      .filter(({ concerns }) => concerns(where.session))
      .map(({ id }) => id);
    const all = [...new Set([...(evidence.testIds ?? []), ...ids])];
    return all.length === 0 ? evidence : { ...evidence, testIds: all };
  }
}
