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

/** Of so many loads on both sides the spread tells what is chance. */
const ENOUGH = 3;
/** A tenth is what two loads of the same page may differ by; of shifts a hundredth. */
const CHANCE = 0.1;
const CHANCE_CLS = 0.01;

export function compared(before: KeptRun, now: KeptRun) {
  const isSure = Math.min(before.runs, now.runs) >= ENOUGH && before.slowed === now.slowed;
  const changes = Object.entries(now.metrics).flatMap(([name, own]) => {
    const old = before.metrics[name];
    if (!old) return [];
    const delta = round(own.median - old.median);
    const least = name === 'cls' ? CHANCE_CLS : old.median * CHANCE;
    const noise = round(Math.max(own.max - own.min, old.max - old.min, least));
    const way = delta < 0 ? 'better' : 'worse';
    const verdict = Math.abs(delta) <= noise ? 'within noise' : isSure ? way : `perhaps ${way}`;
    return [[name, { before: old.median, after: own.median, delta, noise, verdict }] as const];
  });
  return {
    with_run_of: before.time,
    verdict: verdictOf(new Set(changes.map(([, { verdict }]) => verdict))),
    metrics: Object.fromEntries(changes),
    note:
      before.slowed !== now.slowed
        ? `It was slowed differently then (${before.slowed}).`
        : isSure
          ? undefined
          : 'Single runs differ by chance; runs: 5 on both sides tells how much.',
  };
}

function verdictOf(verdicts: ReadonlySet<string>): string {
  if (verdicts.has('better') && verdicts.has('worse')) return 'mixed';
  if (verdicts.has('worse')) return 'regressed';
  if (verdicts.has('better')) return 'improved';
  return [...verdicts].every((one) => one === 'within noise') ? 'unchanged' : 'not sure';
}
