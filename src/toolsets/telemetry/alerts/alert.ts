export const ALERT_EVENTS = [
  'errors',
  'network_errors',
  'performance',
  'user_frustration',
  'security',
  'regression',
  'anomaly',
  'ci',
  'all',
] as const;
export type AlertEvent = Exclude<(typeof ALERT_EVENTS)[number], 'all'>;

export const SEVERITIES = ['info', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that an agent may want to hear of at once. */
export interface Alert {
  readonly event: AlertEvent;
  readonly severity: Severity;
  readonly category: 'regression' | 'anomaly' | 'ci' | 'threshold';
  readonly title: string;
  readonly detail: string;
  /** Microseconds since the epoch. */
  readonly time: number;
  /** The page or request that it is about. */
  readonly url: string;
  readonly tab?: string | undefined;
  /** Whose page it is; absent: everybody's. */
  readonly session?: string | undefined;
}

export const isAtLeast = (severity: Severity, least: Severity) =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);
