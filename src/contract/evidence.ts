/**
 * The record: what each engine writes, and every reader reads. Times are microseconds since the epoch, durations
 * milliseconds, lines and columns count from one. A field that is not known is absent.
 */
import type { z } from 'zod';
import { actionData } from './action-data.ts';
import { callData, shotData } from './agent-data.ts';
import { exchangeData } from './exchange-data.ts';
import { flowData } from './flow-data.ts';
import { requestData, websocketData } from './network-data.ts';
import { consoleData, exceptionData, navigationData } from './page-data.ts';
import { performanceData, vitalsData } from './performance-data.ts';
import { metricData, serviceLogData, spanData } from './service-data.ts';
import { storageData } from './storage-data.ts';
import type { Stream, Where } from './streams.ts';

/** Which schema the data follow, by who saw it and in which stream it stands. */
export const EVIDENCE = {
  browser: {
    console: consoleData,
    exception: exceptionData,
    request: requestData,
    websocket: websocketData,
    action: actionData,
    vitals: vitalsData,
    performance: performanceData,
    navigation: navigationData,
    shot: shotData,
    storage: storageData,
  },
  wire: { flow: flowData, exchange: exchangeData },
  screen: { shot: shotData },
  agent: { call: callData },
  service: { span: spanData, service_log: serviceLogData, metric: metricData },
} as const satisfies Readonly<Record<string, Partial<Record<Stream, z.ZodType>>>>;

type Schemas = typeof EVIDENCE;
export type Source = keyof Schemas;

interface Seen {
  /** Microseconds since the epoch, from the one clock. */
  readonly time: number;
  readonly monotonic: number;
  readonly where: Where;
  /** Ids of the tests that were active when it was seen. */
  readonly testIds?: readonly string[];
}

/** One thing seen, whichever engine saw it. The store gives it its sequence number. */
export type Evidence = {
  [A in Source]: {
    [S in keyof Schemas[A]]: Seen & {
      readonly source: A;
      readonly stream: S;
      readonly data: Schemas[A][S] extends z.ZodType ? Readonly<z.infer<Schemas[A][S]>> : never;
    };
  }[keyof Schemas[A]];
}[Source];

/** What the data of a stream hold. */
export type EvidenceData = { readonly [S in Stream]: Extract<Evidence, { stream: S }>['data'] };

/** The one way into the record. It must never block and never throw. */
export type Sink = (evidence: Evidence) => void;

/** What is wrong with data that somebody wrote, in a line; undefined when they are as they should be. */
export function problemOf(source: string, stream: Stream, data: unknown): string | undefined {
  const schemas: Partial<Record<string, Partial<Record<Stream, z.ZodType>>>> = EVIDENCE;
  const schema = schemas[source]?.[stream];
  if (!schema) return `${source} has no stream ${stream}`;
  const { error } = schema.safeParse(data);
  const [issue] = error?.issues ?? [];
  return issue && `${issue.path.join('.') || 'data'}: ${issue.message}`;
}
