/** How and by whom a connection came to its end. */
export interface FlowEnd {
  readonly how: 'fin' | 'reset' | 'error' | 'cut' | 'target-unreachable';
  /** The side that closed first; `proxy` when we cut it. */
  readonly first: Side | 'proxy';
  /** The system's words where there were any. */
  readonly detail?: string;
}

export type Side = 'client' | 'target';
/** Upstream is client to target. */
export type FlowDirection = 'upstream' | 'downstream';

export interface DirectionTotals {
  readonly bytes: number;
  readonly chunks: number;
  /** Microseconds since the epoch, of the first and the last byte seen. */
  readonly firstByte: number | null;
  readonly lastByte: number | null;
  /** Bytes that were forwarded but not logged, because the log could not keep up (mode drop). */
  readonly gapBytes: number;
}

/** Part of a log file that holds records of a connection, perhaps among those of others. */
export interface LogRange {
  readonly directory: string;
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** Captured bytes of this connection in it. */
  readonly bytes: number;
}

/** One connection: live, or as it was. The data of the evidence in the stream `flow` have this shape. */
export interface Flow {
  /** The ConnID of the log. */
  readonly id: string;
  /** The port of the rule it came in by. */
  readonly port: number;
  readonly client: string;
  readonly target: { readonly host: string; readonly port: number; readonly address: string | null };
  readonly state: 'connecting' | 'open' | 'half-closed' | 'closed';
  readonly start: number;
  readonly end: number | null;
  readonly upstream: DirectionTotals;
  readonly downstream: DirectionTotals;
  readonly ended: FlowEnd | null;
  /** Where the captured bytes are. Empty while no directory is logged to; complete when the flow is closed. */
  readonly ranges: readonly LogRange[];
}

/** The ranges of the one directory that holds most of the flow, in the order of time. */
export function bestRanges(flow: Pick<Flow, 'ranges'>): LogRange[] {
  const byDirectory = Map.groupBy(flow.ranges, (range) => range.directory);
  const sum = (ranges: readonly LogRange[]) => ranges.reduce((total, { bytes }) => total + bytes, 0);
  return [...byDirectory.values()].sort((a, b) => sum(b) - sum(a))[0] ?? [];
}

/** As it stands in the log: 127.0.0.1:80, [::1]:80, example.com:80. */
export function addressText(host: string | undefined, port: number | undefined): string {
  const plain = host?.startsWith('::ffff:') && host.includes('.') ? host.slice(7) : (host ?? '0.0.0.0');
  return `${plain.includes(':') ? `[${plain}]` : plain}:${port ?? 0}`;
}
