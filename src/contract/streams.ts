/** Names that everybody uses who writes or reads the record. Without schemas, so that they cost nothing to load. */
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
  'exchange',
  'shot',
  'call',
  'span',
  'service_log',
  'metric',
  'storage',
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
