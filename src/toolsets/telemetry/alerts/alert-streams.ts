import type { Evidence } from '../../../contract/evidence.ts';
import { type Clock, isoMicros } from '../../../kernel/clock.ts';
import { putNewest } from '../../../kernel/put-newest.ts';
import type { Caller } from '../../../kernel/tool.ts';
import { Alarms } from './alarms.ts';
import { type Alert, type AlertEvent, isAtLeast, SEVERITIES, type Severity } from './alert.ts';

export interface StreamSettings {
  /** Empty for all. */
  readonly events: readonly AlertEvent[];
  readonly throttleSeconds: number;
  readonly severityMin: Severity;
  /** A part of the address. */
  readonly url?: string | undefined;
}

const MOST_PENDING = 100;
const MOST_SESSIONS = 1000;
const MOST_A_MINUTE = 12;
/** The same news is told once in this time. */
const REPEAT_MICROS = 30_000_000;

interface Pending extends Alert {
  count: number;
}

/** One client's wish to be told. */
const subscribed = (settings: StreamSettings, notify: Caller['notify']) => ({
  settings,
  notify,
  pending: [] as Pending[],
  told: new Map<string, number>(),
  sentAt: [] as number[],
  sent: 0,
  dropped: 0,
  timer: undefined as NodeJS.Timeout | undefined,
});
type Subscription = ReturnType<typeof subscribed>;

/** Tells clients of what happens as `notifications/message`: throttled, without repeats, by their own settings. */
export class AlertStreams {
  readonly #clock: Clock;
  readonly #alarms = new Map<string | undefined, Alarms>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stop: () => void;

  constructor(clock: Clock, watch: (listener: (evidence: Evidence) => void) => () => void) {
    this.#clock = clock;
    this.#stop = watch((evidence) => {
      if (this.#subscriptions.size === 0) return;
      for (const alert of this.#alarmsOf(evidence.where.session).look(evidence)) this.raise(alert);
    });
  }

  /** What makes a storm or a hurry is counted for each session. */
  #alarmsOf(session: string | undefined): Alarms {
    const known = this.#alarms.get(session) ?? new Alarms();
    putNewest(this.#alarms, session, known, MOST_SESSIONS);
    return known;
  }

  enable(caller: Caller, settings: StreamSettings): void {
    this.disable(caller);
    this.#subscriptions.set(caller.session, subscribed(settings, caller.notify));
  }

  /** How many alerts were waiting, or undefined when it was off. */
  disable({ session }: Caller): number | undefined {
    const subscription = this.#subscriptions.get(session);
    clearTimeout(subscription?.timer);
    this.#subscriptions.delete(session);
    return subscription?.pending.length;
  }

  status({ session }: Caller) {
    const subscription = this.#subscriptions.get(session);
    if (!subscription) return undefined;
    const { settings, sent, dropped, pending } = subscription;
    return { settings, sent, dropped, pending: pending.length };
  }

  raise(alert: Alert): void {
    for (const [session, subscription] of this.#subscriptions) {
      const isOfOther = alert.session !== undefined && alert.session !== session;
      if (!isOfOther && wants(subscription.settings, alert)) this.#add(subscription, alert);
    }
  }

  /** What could not be sent to this client: its next answer tells it. */
  drain({ session }: Caller): readonly object[] {
    const subscription = this.#subscriptions.get(session);
    if (!subscription) return [];
    const { pending } = subscription;
    subscription.pending = [];
    clearTimeout(subscription.timer);
    subscription.timer = undefined;
    return pending.map(shown);
  }

  close(): void {
    this.#stop();
    for (const { timer } of this.#subscriptions.values()) clearTimeout(timer);
    this.#subscriptions.clear();
  }

  #add(subscription: Subscription, alert: Alert): void {
    const key = `${alert.category}:${alert.title}`;
    const waiting = subscription.pending.find((one) => `${one.category}:${one.title}` === key);
    if (waiting) {
      waiting.count++;
      return;
    }
    const now = this.#clock.micros();
    const last = subscription.told.get(key);
    if (last !== undefined && now - last < REPEAT_MICROS) return;
    putNewest(subscription.told, key, now, 1000);
    if (subscription.pending.length >= MOST_PENDING) subscription.dropped++;
    else subscription.pending.push({ ...alert, count: 1 });
    this.#flush(subscription);
  }

  /** Sends what waits, if it is time; else when it will be. */
  #flush(subscription: Subscription): void {
    if (subscription.timer || subscription.pending.length === 0) return;
    const wait = this.#waitMs(subscription);
    if (wait > 0) {
      subscription.timer = setTimeout(() => {
        subscription.timer = undefined;
        this.#flush(subscription);
      }, wait).unref();
      return;
    }
    const alerts = subscription.pending.toSorted(
      (a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity) || a.time - b.time,
    );
    const gravest = alerts[0]!.severity;
    const data = alerts.length === 1 ? shown(alerts[0]!) : bundle(alerts, gravest);
    if (!subscription.notify?.(gravest, 'gasoline', data)) return; // stays for the next answer
    subscription.pending = [];
    subscription.sent++;
    subscription.sentAt = [...subscription.sentAt.slice(-MOST_A_MINUTE), this.#clock.monotonic()];
  }

  #waitMs({ settings, sentAt }: Subscription): number {
    const now = this.#clock.monotonic();
    const last = sentAt.at(-1);
    const first = sentAt.length >= MOST_A_MINUTE ? sentAt.at(-MOST_A_MINUTE) : undefined;
    const throttled = last === undefined ? 0 : last + settings.throttleSeconds * 1000 - now;
    const limited = first === undefined ? 0 : first + 60_000 - now;
    return Math.max(0, Math.ceil(Math.max(throttled, limited)));
  }
}

function wants({ events, severityMin, url }: StreamSettings, alert: Alert): boolean {
  if (events.length > 0 && !events.includes(alert.event)) return false;
  if (url !== undefined && !alert.url.toLowerCase().includes(url.toLowerCase())) return false;
  return isAtLeast(alert.severity, severityMin);
}

const shown = ({ time, event, tab, count, session: _own, ...alert }: Pending) => ({
  ...alert,
  source: event,
  timestamp: isoMicros(time),
  ...(tab === undefined ? {} : { tab_id: tab }),
  ...(count > 1 ? { count } : {}),
});

const bundle = (alerts: readonly Pending[], severity: Severity) => ({
  category: 'batch',
  severity,
  title: `${alerts.length} alerts`,
  detail: alerts
    .map(({ title }) => title)
    .join('; ')
    .slice(0, 500),
  alerts: alerts.map(shown),
});
