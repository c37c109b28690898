import type { Protocol } from '../../engines/wire/decode/decoders.ts';
import type { Flow } from '../../engines/wire/flow.ts';
import { isoMicros } from '../../kernel/clock.ts';

/** A flow as lists show it. */
export type FlowSummary = {
  readonly id: string;
  readonly port: number;
  readonly client: string;
  readonly target: string;
  readonly protocol?: Protocol;
  readonly start: string;
  /** Milliseconds, so far or in all. */
  readonly ms: number;
  readonly up_bytes: number;
  readonly down_bytes: number;
  /** How it ended and by whom, or that it is still open. */
  readonly ended: string;
};

export function summarize(flow: Flow, protocol: Protocol | undefined, now: number): FlowSummary {
  return {
    id: flow.id,
    port: flow.port,
    client: flow.client,
    target: `${flow.target.host}:${flow.target.port}`,
    ...(protocol ? { protocol } : {}),
    start: isoMicros(flow.start),
    ms: Math.round(((flow.end ?? now) - flow.start) / 100) / 10,
    up_bytes: flow.upstream.bytes,
    down_bytes: flow.downstream.bytes,
    ended: howEnded(flow),
  };
}

/** One side may have closed while the other still speaks. */
function howEnded({ ended, state }: Flow): string {
  if (!ended) return state;
  const how = `${ended.how} by ${ended.first}`;
  return state === 'closed' ? how : `${state}, ${how}`;
}

export function flowLine(flow: FlowSummary): string {
  const bytes = `↑${flow.up_bytes} ↓${flow.down_bytes}`;
  return `id ${flow.id} ${flow.start} ${flow.port}→${flow.target} ${flow.protocol ?? '-'} ${bytes} ${flow.ms} ms ${flow.ended}`;
}
