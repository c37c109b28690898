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
