import type { Tab } from '../../../engines/browser/page/tab.ts';
import { putNewest } from '../../../kernel/put-newest.ts';
import { within } from '../../../kernel/within.ts';
import { type PerfSnapshot, perfNow } from './perf-snapshot.page.ts';

type Rating = 'good' | 'needs-improvement' | 'poor';
type Metric = Exclude<keyof PerfSnapshot, 'url' | 'resources'>;

interface Figure {
  readonly unit: 'ms' | 'score' | 'kB' | 'count';
  /** A smaller change than this is none. */
  readonly noise: number;
  /** Up to the first it is good, above the second it is poor. */
  readonly limits?: readonly [number, number];
}

const FIGURES: Readonly<Record<Metric, Figure>> = {
  ttfb: { unit: 'ms', noise: 20, limits: [800, 1800] },
  fcp: { unit: 'ms', noise: 30, limits: [1800, 3000] },
  lcp: { unit: 'ms', noise: 30, limits: [2500, 4000] },
  dom_content_loaded: { unit: 'ms', noise: 30 },
  load: { unit: 'ms', noise: 30 },
  cls: { unit: 'score', noise: 0.01, limits: [0.1, 0.25] },
  transfer_kb: { unit: 'kB', noise: 1 },
  requests: { unit: 'count', noise: 0.5 },
};
/** A change below a tenth is within what two loads of the same page differ. */
const SHARE = 0.1;

/** How a load compares with the one before it of the same page. */
export function perfDiff(before: PerfSnapshot | undefined, after: PerfSnapshot) {
  const names = Object.keys(FIGURES) as Metric[];
  if (!before) {
    const metrics = names.flatMap((name) => {
      const value = after[name];
      if (value === undefined) return [];
      return [[name, { after: rounded(value), unit: FIGURES[name].unit, rating: rated(name, value) }]];
    });
    return {
      verdict: 'no_baseline',
      metrics: Object.fromEntries(metrics),
      summary: `first load of this page: load ${rounded(after.load ?? 0)} ms, LCP ${after.lcp === undefined ? '-' : rounded(after.lcp)} ms`,
    };
  }
  const compared = names.flatMap((name) => compare(name, before[name], after[name]));
  const better = compared.filter(({ change }) => change === 'better');
  const worse = compared.filter(({ change }) => change === 'worse');
  const verdict = verdictOf(worse.length, better.length);
  const words = [...worse, ...better].map(({ name, before: was, after: is }) => `${name} ${was} → ${is}`);
  return {
    verdict,
    metrics: Object.fromEntries(compared.map(({ name, change: _, ...figures }) => [name, figures])),
    resources: resourceDiff(before, after),
    summary: `${verdict}${words.length > 0 ? `: ${words.join(', ')}` : ''}`,
  };
}

/** How something changed of which so much became worse and so much better. */
export function verdictOf(worse: number, better: number) {
  if (worse > 0) return better > 0 ? 'mixed' : 'regressed';
  return better > 0 ? 'improved' : 'unchanged';
}

function compare(name: Metric, was: number | undefined, is: number | undefined) {
  if (was === undefined || is === undefined) return [];
  const { unit, noise } = FIGURES[name];
  const delta = is - was;
  const isNoise = Math.abs(delta) < noise || (was > 0 && Math.abs(delta) / was < SHARE);
  const change = isNoise ? 'same' : delta < 0 ? 'better' : 'worse';
  return [
    {
      name,
      change,
      before: rounded(was),
      after: rounded(is),
      delta: rounded(delta),
      pct: was === 0 ? null : Math.round((delta / was) * 1000) / 10,
      unit,
      improved: change === 'better',
      rating: rated(name, is),
    },
  ];
}

function rated(name: Metric, value: number): Rating | undefined {
  const { limits } = FIGURES[name];
  return limits && (value <= limits[0] ? 'good' : value <= limits[1] ? 'needs-improvement' : 'poor');
}

function resourceDiff(before: PerfSnapshot, after: PerfSnapshot) {
  const old = new Map(before.resources.map((one) => [one.path, one]));
  const now = new Map(after.resources.map((one) => [one.path, one]));
  const both = [...now.values()].flatMap((is) => {
    const was = old.get(is.path);
    return was ? [{ was, is }] : [];
  });
  return {
    added: [...now.keys()].filter((path) => !old.has(path)).slice(0, 20),
    removed: [...old.keys()].filter((path) => !now.has(path)).slice(0, 20),
    resized: both
      .filter(({ was, is }) => was.size > 0 && Math.abs(is.size - was.size) / was.size > SHARE)
      .map(({ was, is }) => ({ path: is.path, before: was.size, after: is.size }))
      .slice(0, 20),
    retimed: both
      .filter(
        ({ was, is }) =>
          Math.abs(is.ms - was.ms) > 50 && Math.abs(is.ms - was.ms) / Math.max(was.ms, 1) > 0.5,
      )
      .map(({ was, is }) => ({ path: is.path, before: Math.round(was.ms), after: Math.round(is.ms) }))
      .slice(0, 20),
  };
}

const rounded = (value: number) =>
  Math.abs(value) < 10 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10;

/** In a sandbox without scripts nothing that is waited for ever comes. */
const PATIENCE_MS = 2_000;

export async function readPerf(tab: Tab): Promise<PerfSnapshot | undefined> {
  if (!/^https?:/.test(tab.url) || tab.isCrashed || tab.modals.isBlocked) return undefined;
  const asked = tab.cdp.run(perfNow).catch(() => undefined); // it is on its way to another page
  const read = await within(asked, PATIENCE_MS);
  return read && { ...read, resources: read.resources.map((one) => ({ ...one, path: pathOf(one.path) })) };
}

const pathOf = (url: string) => {
  const parsed = URL.parse(url);
  return parsed ? parsed.origin + parsed.pathname : url;
};

const MOST = 200;

/** How each page loaded last, so that the next load can be compared with it. */
export class LoadBook {
  readonly #loads = new Map<string, PerfSnapshot>();

  get(url: string): PerfSnapshot | undefined {
    return this.#loads.get(pathOf(url));
  }

  keep(snapshot: PerfSnapshot): void {
    putNewest(this.#loads, pathOf(snapshot.url), snapshot, MOST);
  }
}
