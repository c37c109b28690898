import type { FlowData } from '../../contract/flow-data.ts';

/** One connection: live, or as it was. */
export type Flow = FlowData;
export type FlowEnd = NonNullable<Flow['ended']>;
export type DirectionTotals = Flow['upstream'];
export type LogRange = Flow['ranges'][number];
export type Side = 'client' | 'target';
/** Upstream is client to target. */
export type FlowDirection = 'upstream' | 'downstream';

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
