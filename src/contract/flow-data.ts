/** A connection of the wire, as the record keeps it. Times are microseconds since the epoch. */
import { z } from 'zod';

const directionTotals = z.object({
  bytes: z.number(),
  chunks: z.number(),
  /** Of the first and the last byte seen. */
  firstByte: z.number().nullable(),
  lastByte: z.number().nullable(),
  /** Bytes that were forwarded but not logged, because the log could not keep up (mode drop). */
  gapBytes: z.number(),
});

/** Part of a log file that holds records of a connection, perhaps among those of others. */
const logRange = z.object({
  directory: z.string(),
  file: z.string(),
  from: z.number(),
  to: z.number(),
  /** Captured bytes of this connection in it. */
  bytes: z.number(),
});

/** How and by whom a connection came to its end. */
const flowEnd = z.object({
  how: z.enum(['fin', 'reset', 'error', 'cut', 'target-unreachable']),
  /** The side that closed first; `proxy` when we cut it. */
  first: z.enum(['client', 'target', 'proxy']),
  /** The system's words where there were any. */
  detail: z.string().optional(),
});

export const flowData = z.object({
  /** The ConnID of the log. */
  id: z.string(),
  /** The port of the rule it came in by. */
  port: z.number(),
  client: z.string(),
  target: z.object({ host: z.string(), port: z.number(), address: z.string().nullable() }),
  state: z.enum(['connecting', 'open', 'half-closed', 'closed']),
  start: z.number(),
  end: z.number().nullable(),
  upstream: directionTotals,
  downstream: directionTotals,
  ended: flowEnd.nullable(),
  /** Where the captured bytes are. Empty while no directory is logged to; complete when the flow is closed. */
  ranges: z.array(logRange).readonly(),
});
export type FlowData = z.infer<typeof flowData>;
