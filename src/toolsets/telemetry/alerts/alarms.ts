import type { Evidence } from '../../../contract/evidence.ts';
import type { ChangeData, TimingData } from '../../../contract/performance-data.ts';
import { cut } from '../../../kernel/cut.ts';
import { putNewest } from '../../../kernel/put-newest.ts';
import type {
  ActionData,
  ConsoleData,
  ExceptionData,
  RequestData,
  SnapshotData,
  VitalsData,
} from '../seen.ts';
import type { Alert } from './alert.ts';

const SECOND = 1_000_000;
const SPIKE = { errors: 10, within: 10 * SECOND };
const RAGE = { clicks: 3, within: SECOND };
const LONG_TASK_MS = 200;
const SLOWER = 1.5;
const MOST_PAGES = 200;
const SECURITY = new Set(['security', 'csp']);

type Made = Omit<Alert, 'time' | 'tab' | 'session'>;

/** Finds in the stream of what is seen that which is worth a word. */
export class Alarms {
  #errorTimes: number[] = [];
  #clicks: { readonly at: number; readonly on: string }[] = [];
  /** The load time of each page, as it was last. */
  readonly #loads = new Map<string, number>();

  look(evidence: Evidence): readonly Alert[] {
    const { time, where } = evidence;
    return this.#made(evidence).map((made) => ({
      ...made,
      time,
      tab: where.page,
      session: where.session,
    }));
  }

  #made({ stream, data, time }: Evidence): readonly Made[] {
    if (stream === 'exception') return [thrown(data), ...this.#spike(time, data.url)];
    if (stream === 'console') return this.#console(data, time);
    if (stream === 'request') return failedRequest(data);
    if (stream === 'vitals') return poorVitals(data);
    if (stream === 'action') return this.#rage(data, time);
    if (stream !== 'performance') return [];
    return data.kind === 'snapshot' ? this.#regression(data) : longTask(data);
  }

  #console({ level, category, message, url }: ConsoleData, time: number): readonly Made[] {
    if (SECURITY.has(category)) {
      const event = { event: 'security', category: 'threshold', severity: 'warning' } as const;
      return [{ ...event, title: cut(message, 120), detail: message, url }];
    }
    if (level !== 'error' || category === 'network') return [];
    const event = { event: 'errors', category: 'anomaly', severity: 'error' } as const;
    return [
      { ...event, title: cut(message, 120), detail: cut(message, 1000), url },
      ...this.#spike(time, url),
    ];
  }

  #spike(time: number, url: string): readonly Made[] {
    this.#errorTimes = [...this.#errorTimes.filter((at) => at > time - SPIKE.within), time];
    if (this.#errorTimes.length < SPIKE.errors) return [];
    const count = this.#errorTimes.length;
    this.#errorTimes = [];
    const detail = `${count} errors within ${SPIKE.within / SECOND} s.`;
    return [{ event: 'anomaly', category: 'anomaly', severity: 'error', title: 'Error spike', detail, url }];
  }

  /** The same thing clicked again and again in a hurry. */
  #rage({ type, selectors, source, url }: ActionData, time: number): readonly Made[] {
    if (type !== 'click' || source !== 'human' || !selectors) return [];
    const on = selectors.css;
    this.#clicks = [...this.#clicks.filter(({ at }) => at > time - RAGE.within), { at: time, on }];
    const same = this.#clicks.filter((click) => click.on === on).length;
    if (same < RAGE.clicks) return [];
    this.#clicks = [];
    const name = selectors.role?.name || selectors.text || on;
    const event = { event: 'user_frustration', category: 'anomaly', severity: 'warning' } as const;
    return [{ ...event, title: 'Rage clicks', detail: `${same} clicks on ${name} within a second.`, url }];
  }

  #regression({ url, timing, isFinal }: SnapshotData): readonly Made[] {
    const { load } = timing;
    if (load === undefined || isFinal) return [];
    const page = URL.parse(url);
    const key = page ? page.origin + page.pathname : url;
    const before = this.#loads.get(key);
    putNewest(this.#loads, key, load, MOST_PAGES);
    if (before === undefined || load < before * SLOWER || load - before < 100) return [];
    const detail = `Load took ${Math.round(load)} ms, before ${Math.round(before)} ms.`;
    const event = { event: 'regression', category: 'regression', severity: 'warning' } as const;
    return [{ ...event, title: 'Page load is slower', detail, url }];
  }
}

function thrown({ name, message, url }: ExceptionData): Made {
  const title = cut(name ? `${name}: ${message}` : message, 120);
  return { event: 'errors', category: 'anomaly', severity: 'error', title, detail: cut(message, 1000), url };
}

function failedRequest({ method, url, status = 0, failure, isCanceled }: RequestData): readonly Made[] {
  if (isCanceled || (failure === undefined && status < 400)) return [];
  const title = `${method} ${cut(url, 100)} ${failure ?? status}`;
  const severity = failure !== undefined || status >= 500 ? 'error' : 'warning';
  return [{ event: 'network_errors', category: 'anomaly', severity, title, detail: title, url }];
}

function poorVitals({ url, isFinal, ...vitals }: VitalsData): readonly Made[] {
  return (['lcp', 'cls', 'inp'] as const).flatMap((name): readonly Made[] => {
    const vital = vitals[name];
    if (vital?.rating !== 'poor') return [];
    const title = `Poor ${name.toUpperCase()}`;
    const detail = `${name.toUpperCase()} is ${vital.value}${isFinal ? '' : ' so far'}.`;
    return [{ event: 'performance', category: 'threshold', severity: 'warning', title, detail, url }];
  });
}

function longTask({ kind, ms, url }: TimingData | ChangeData): readonly Made[] {
  if (kind !== 'longtask' || ms < LONG_TASK_MS) return [];
  const detail = `The page did not react for ${Math.round(ms)} ms.`;
  const event = { event: 'performance', category: 'threshold', severity: 'info' } as const;
  return [{ ...event, title: 'Long task', detail, url }];
}
