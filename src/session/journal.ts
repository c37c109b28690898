import { type CallerName, OWN_USER } from '../kernel/owner.ts';

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
  /** Whose calls; left out, our own user's. */
  readonly caller?: CallerName | undefined;
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
  #entries: { readonly caller: CallerName; readonly entry: JournalEntry }[] = [];
  readonly #first = Promise.withResolvers<void>();
  readonly #totals = new Map<CallerName, { calls: number; failed: number }>();
  #count = 0;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  add(entry: Omit<JournalEntry, 'id'>, caller: CallerName = OWN_USER): JournalEntry {
    this.#first.resolve();
    const { time, session, client, tool, args, bytes, ms, outcome } = entry;
    const numbered = { id: ++this.#count, time, session, client, tool, args, bytes, ms, outcome };
    const totals = this.#totals.get(caller) ?? { calls: 0, failed: 0 };
    totals.calls++;
    if (outcome !== 'ok') totals.failed++;
    this.#totals.set(caller, totals);
    this.times.add(entry.tool, entry.outcome, entry.ms);
    this.#entries.push({ caller, entry: numbered });
    // Cut in one go now and then: shifting an array of thousands on each call would cost more than the call.
    if (this.#entries.length >= this.#capacity * 2) this.#entries = this.#entries.slice(-this.#capacity);
    return numbered;
  }

  /** Fulfilled by the first call. */
  get hasBegun(): Promise<void> {
    return this.#first.promise;
  }

  /** Of one caller, newest first. */
  query(query: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = [];
    const limit = query.limit ?? 100;
    const oldest = Math.max(0, this.#entries.length - this.#capacity);
    for (let i = this.#entries.length - 1; i >= oldest && found.length < limit; i--) {
      const { caller: whose, entry } = this.#entries[i]!;
      if (whose !== (query.caller ?? OWN_USER)) continue;
      if (query.since && entry.time < query.since) break;
      if (query.session && entry.session !== query.session) continue;
      if (query.tool && entry.tool !== query.tool) continue;
      found.push(entry);
    }
    return found;
  }

  /** Of one caller. */
  totals(caller: CallerName = OWN_USER): { calls: number; failed: number } {
    return { ...(this.#totals.get(caller) ?? { calls: 0, failed: 0 }) };
  }
}

/** Upper bounds of the buckets, in seconds. */
export const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/** Names come from clients: more than there are tools are not told apart. */
const MOST_NAMES = 300;

export interface CallTime {
  readonly tool: string;
  readonly outcome: string;
  count: number;
  seconds: number;
  /** How many took at most as long as the bound of the same place. */
  readonly buckets: number[];
}

/** How often each tool was called, how it ended and how long it took. */
export class CallTimes {
  /** By tool, one for each outcome. */
  readonly #times = new Map<string, CallTime[]>();

  add(tool: string, outcome: string, ms: number): void {
    const time = this.#times.get(tool)?.find((one) => one.outcome === outcome) ?? this.#new(tool, outcome);
    const seconds = ms / 1000;
    time.count++;
    time.seconds += seconds;
    for (let i = BUCKETS.length - 1; i >= 0 && seconds <= BUCKETS[i]!; i--) time.buckets[i]!++;
  }

  list(): readonly CallTime[] {
    return [...this.#times.values()].flat();
  }

  #new(given: string, outcome: string): CallTime {
    const tool = this.#times.has(given) || this.#times.size < MOST_NAMES ? given : 'other';
    const ofTool = this.#times.get(tool) ?? [];
    const known = ofTool.find((one) => one.outcome === outcome);
    if (known) return known;
    const time = { tool, outcome, count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
    this.#times.set(tool, [...ofTool, time]);
    return time;
  }
}
