/** Several runs as one, and one against the last: with how much they differ by chance. */
import type { TraceReading } from '../../../../engines/browser/trace/trace-reading.ts';

export type Metrics = Readonly<Record<string, number>>;

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

function middle(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export function spreadOf(runs: readonly Metrics[]): Readonly<Record<string, Spread>> {
  const names = [...new Set(runs.flatMap((run) => Object.keys(run)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = runs.flatMap((run) => run[name] ?? []).toSorted((one, other) => one - other);
      return [name, { median: round(middle(values)), min: values[0]!, max: values.at(-1)! }];
    }),
  );
}

/** The run that stands for all: the one whose largest paint, or else blocking, is in the middle. */
export function typical(readings: readonly TraceReading[]): number {
  const of = ({ metrics }: TraceReading) =>
    metrics.lcp_ms ?? metrics.inp_ms ?? metrics.total_blocking_ms ?? 0;
  const order = readings
    .map((_, index) => index)
    .toSorted((one, other) => of(readings[one]!) - of(readings[other]!));
  return order[Math.floor((order.length - 1) / 2)]!;
}

/** What a run is kept as, to hold the next one against. */
export interface KeptRun {
  readonly time: string;
  readonly runs: number;
  readonly slowed: string;
  readonly metrics: Readonly<Record<string, Spread>>;
  /** Main-thread time by script. */
  readonly scripts: TraceReading['scripts'];
}

/** A tenth is what two loads of the same page may differ by; of shifts a hundredth. */
const CHANCE = 0.1;
const CHANCE_CLS = 0.01;

export function compared(before: KeptRun, now: KeptRun) {
  const changes = Object.entries(now.metrics).flatMap(([name, own]) => {
    const old = before.metrics[name];
    if (!old) return [];
    const delta = round(own.median - old.median);
    const least = name === 'cls' ? CHANCE_CLS : old.median * CHANCE;
    const noise = round(Math.max(own.max - own.min, old.max - old.min, least));
    const isKnown = Math.abs(delta) > noise;
    const verdict = isKnown ? (delta < 0 ? 'better' : 'worse') : 'within noise';
    return [[name, { before: old.median, after: own.median, delta, noise, verdict }] as const];
  });
  const verdicts = new Set(changes.map(([, { verdict }]) => verdict));
  return {
    with_run_of: before.time,
    verdict:
      verdicts.has('better') && verdicts.has('worse')
        ? 'mixed'
        : verdicts.has('worse')
          ? 'regressed'
          : verdicts.has('better')
            ? 'improved'
            : 'unchanged',
    metrics: Object.fromEntries(changes),
    note:
      before.slowed !== now.slowed
        ? `It was slowed differently then (${before.slowed}).`
        : Math.min(before.runs, now.runs) < 3
          ? 'Single runs differ by chance; runs: 5 on both sides tells how much.'
          : undefined,
  };
}
