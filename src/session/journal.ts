import { CallTimes } from './call-times.ts';

/** One call, as the journal keeps it: enough to audit, nothing secret. */
export type JournalEntry = {
  readonly id: number;
  /** ISO time of the start. */
  readonly time: string;
  readonly session: string;
  readonly client: string | undefined;
  readonly tool: string;
  /** Redacted, and cut when long. */
  readonly args: string;
  readonly bytes: number;
  readonly ms: number;
  /** `ok`, or the code of the fault. */
  readonly outcome: string;
};

export interface JournalQuery {
  readonly session?: string;
  readonly tool?: string;
  /** ISO time; entries at or after it. */
  readonly since?: string;
  readonly limit?: number;
}

/** Who called what, with which outcome. Bounded: the oldest entries go first. */
export class Journal {
  readonly times = new CallTimes();
  readonly #capacity: number;
  #entries: JournalEntry[] = [];
  readonly #first = Promise.withResolvers<void>();
  #count = 0;
  #failed = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  add(entry: Omit<JournalEntry, 'id'>): JournalEntry {
    this.#first.resolve();
    const { time, session, client, tool, args, bytes, ms, outcome } = entry;
    const numbered = { id: ++this.#count, time, session, client, tool, args, bytes, ms, outcome };
    if (entry.outcome !== 'ok') this.#failed++;
    this.times.add(entry.tool, entry.outcome, entry.ms);
    this.#entries.push(numbered);
    // Cut in one go now and then: shifting an array of thousands on each call would cost more than the call.
    if (this.#entries.length >= this.#capacity * 2) this.#entries = this.#entries.slice(-this.#capacity);
    return numbered;
  }

  /** Fulfilled by the first call. */
  get hasBegun(): Promise<void> {
    return this.#first.promise;
  }

  /** Newest first. */
  query(query: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const limit = query.limit ?? 100;
    const oldest = Math.max(0, this.#entries.length - this.#capacity);
    for (let i = this.#entries.length - 1; i >= oldest && found.length < limit; i--) {
      const entry = this.#entries[i]!;
      if (query.since && entry.time < query.since) break;
      if (query.session && entry.session !== query.session) continue;
      if (query.tool && entry.tool !== query.tool) continue;
      found.push(entry);
    }
    return found;
  }

  totals(): { calls: number; failed: number } {
    return { calls: this.#count, failed: this.#failed };
  }
}
