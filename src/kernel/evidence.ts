/** One thing seen, whichever engine saw it. The store gives it its sequence number. */
export interface Evidence {
  /** Microseconds since the epoch, from the one clock. */
  readonly time: number;
  readonly monotonic: number;
  readonly source: 'browser' | 'wire' | 'screen' | 'agent';
  readonly stream: Stream;
  readonly where: Where;
  /** Ids of the tests that were active when it was seen. */
  readonly testIds?: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export const STREAMS = [
  'console',
  'exception',
  'request',
  'websocket',
  'action',
  'vitals',
  'performance',
  'navigation',
  'flow',
  'shot',
  'call',
] as const;
export type Stream = (typeof STREAMS)[number];

/** Where it came from; a field that does not apply is absent. */
export interface Where {
  readonly instance?: string;
  readonly context?: string;
  readonly page?: string;
  readonly connection?: string;
  readonly session?: string;
}

/** How an engine reports what it sees. It must never block and never throw. */
export type Sink = (evidence: Evidence) => void;
