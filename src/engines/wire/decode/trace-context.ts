import type { Exchange } from './follow.ts';

type Trace = NonNullable<Exchange['traces']>[number];

const TRACEPARENT = /\b[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}\b/;
/** As sqlcommenter writes it, at the end of a statement: traceparent='00-…-…-01'. */
const COMMENT = /\btraceparent='([^']{55})'/;

/** The trace context of a header's value. */
export function traceOf(from: Trace['from'], value: string | undefined): Trace | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(value?.toLowerCase() ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  // All zeros is no id.
  return /^0+$/.test(traceId) || /^0+$/.test(spanId) ? undefined : { from, traceId, spanId };
}

/** The trace context that a comment of the statement carries. */
export function traceInSql(sql: string): Trace | undefined {
  if (!sql.includes('traceparent')) return undefined;
  return traceOf('sqlcommenter', COMMENT.exec(sql)?.[1]);
}

/** As the field of an exchange. */
export const tracesField = (trace: Trace | undefined) => (trace ? { traces: [trace] } : {});
