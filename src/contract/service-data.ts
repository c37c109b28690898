/** What services tell of themselves by OpenTelemetry, as the record keeps it. */
import { z } from 'zod';

/** Values as JSON has them; whole numbers beyond what it can say are strings. */
const attributes = z.record(z.string(), z.unknown());
export type Attributes = z.infer<typeof attributes>;

const told = {
  /** The name of the service, or "unknown_service". */
  service: z.string(),
  /** What in the service tells it, such as @opentelemetry/instrumentation-pg. */
  scope: z.string().optional(),
};

/** In small hex digits: 32 of a trace, 16 of a span. */
const traceId = z.string().length(32);
const spanId = z.string().length(16);

/** A piece of work of a service. The item's time is its end. */
export const spanData = z.object({
  ...told,
  name: z.string(),
  kind: z.enum(['internal', 'server', 'client', 'producer', 'consumer']),
  traceId,
  spanId,
  parentSpanId: spanId.optional(),
  startTime: z.number(),
  ms: z.number(),
  /** Only of a span that failed. */
  level: z.literal('error').optional(),
  error: z.string().optional(),
  /** Of an HTTP request, by whichever version of the conventions. */
  method: z.string().optional(),
  url: z.string().optional(),
  status: z.int().optional(),
  /** The text of a query, or the command. */
  statement: z.string().optional(),
  attributes,
  events: z.array(z.object({ time: z.number(), name: z.string(), attributes })).optional(),
  /** Other spans that it belongs to. */
  links: z.array(z.object({ traceId, spanId })).optional(),
});
export type SpanData = z.infer<typeof spanData>;

/** A line of a service's log. */
export const serviceLogData = z.object({
  ...told,
  level: z.enum(['debug', 'info', 'warn', 'error']),
  /** As the service calls it. */
  severity: z.string().optional(),
  message: z.string(),
  event: z.string().optional(),
  traceId: traceId.optional(),
  spanId: spanId.optional(),
  attributes,
});
export type ServiceLogData = z.infer<typeof serviceLogData>;

/** A metric as it was exported once. */
export const metricData = z.object({
  ...told,
  name: z.string(),
  unit: z.string().optional(),
  kind: z.enum(['gauge', 'sum', 'histogram', 'exponential-histogram', 'summary']),
  points: z.array(
    z.object({
      attributes,
      value: z.number().optional(),
      /** Of a distribution. */
      count: z.number().optional(),
      sum: z.number().optional(),
      min: z.number().optional(),
      max: z.number().optional(),
    }),
  ),
  /** How many points are not kept. */
  left: z.int().optional(),
});
export type MetricData = z.infer<typeof metricData>;
