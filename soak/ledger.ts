/** What a run saw: how calls went, what was acknowledged as kept, and what went wrong. */

interface Kept {
  /** Lines of the console that a list has shown. */
  readonly lines: Set<string>;
  /** Values that were answered as saved. */
  readonly values: Set<string>;
  /** Bytes of the wire whose log was answered as stopped. */
  readonly bytes: Set<string>;
}

export class Ledger {
  readonly problems: string[] = [];
  readonly faults = new Map<string, number>();
  readonly disturbances = new Map<string, number>();
  readonly #kept = new Map<string, Kept>();
  readonly #times: number[] = [];
  cut = 0;
  unanswered = 0;

  get calls(): number {
    return this.#times.length;
  }

  answered(millis: number, fault: string | undefined): void {
    this.#times.push(millis);
    if (fault) this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1);
  }

  disturbed(what: string): void {
    this.disturbances.set(what, (this.disturbances.get(what) ?? 0) + 1);
  }

  problem(words: string): void {
    this.problems.push(words);
    process.stdout.write(`  PROBLEM: ${words}\n`);
  }

  /** What was acknowledged by the servers that share a record. */
  kept(record: string): Kept {
    const kept = this.#kept.get(record) ?? { lines: new Set(), values: new Set(), bytes: new Set() };
    this.#kept.set(record, kept);
    return kept;
  }

  /** Milliseconds within which so much of the calls was answered. */
  within(part: number): number {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  }
}
