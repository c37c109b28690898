/** Web vitals and timings of a document, as the record keeps them. */
import { z } from 'zod';
import { place } from './place-data.ts';

const RATINGS = ['good', 'needs-improvement', 'poor'] as const;

const vital = z.object({
  /** Milliseconds; for CLS a sum of shift scores. */
  value: z.number(),
  rating: z.enum(RATINGS),
  /** What it comes from: the element, its parts in time, the event, the shifts. */
  attribution: z.record(z.string(), z.unknown()),
});

/** The vitals of a document as far as they are known; the newest item of a document has them all. */
export const vitalsData = z.object({
  ...place,
  /** The same on everything of one document. */
  documentId: z.string(),
  /** navigate, reload, back_forward, prerender, restore */
  navigationType: z.string(),
  /** No later item of this document comes: it was left, hidden or closed. */
  isFinal: z.boolean(),
  ttfb: vital.optional(),
  fcp: vital.optional(),
  lcp: vital.optional(),
  cls: vital.optional(),
  inp: vital.optional(),
});
export type VitalsData = z.infer<typeof vitalsData>;

const sizeByType = z.record(z.string(), z.object({ count: z.int(), size: z.int() }));

/** How a document performed: one a navigation, taken after its load event came to rest, and a final one. */
export const snapshotData = z.object({
  ...place,
  kind: z.literal('snapshot'),
  documentId: z.string(),
  navigationType: z.string(),
  isFinal: z.boolean(),
  /** Milliseconds after the navigation began. */
  timing: z.object({
    ttfb: z.number().optional(),
    fcp: z.number().optional(),
    lcp: z.number().optional(),
    inp: z.number().optional(),
    domInteractive: z.number().optional(),
    domContentLoaded: z.number().optional(),
    load: z.number().optional(),
  }),
  cls: z.number().optional(),
  network: z.object({
    requests: z.int(),
    transferSize: z.int(),
    decodedSize: z.int(),
    byType: sizeByType,
    slowest: z.array(z.object({ url: z.string(), ms: z.number(), size: z.int() })),
  }),
  /** By path, so that two navigations can be compared: what came, went, grew or slowed down. */
  resources: z.array(
    z.object({
      url: z.string(),
      type: z.string(),
      start: z.number(),
      ms: z.number(),
      transferSize: z.int(),
      decodedSize: z.int(),
    }),
  ),
  longTasks: z.object({ count: z.int(), totalBlockingTime: z.number(), longest: z.number() }),
  userTiming: z.object({
    marks: z.array(z.object({ name: z.string(), start: z.number() })),
    measures: z.array(z.object({ name: z.string(), start: z.number(), ms: z.number() })),
  }),
  memory: z.object({ usedJsHeap: z.number(), totalJsHeap: z.number() }).optional(),
  domNodes: z.int().optional(),
});
export type SnapshotData = z.infer<typeof snapshotData>;

/** One long task, mark or measure as it happened. */
export const timingData = z.object({
  ...place,
  kind: z.enum(['longtask', 'mark', 'measure']),
  documentId: z.string(),
  name: z.string(),
  /** Milliseconds after the document's start. */
  start: z.number(),
  ms: z.number(),
  /** Of a mark or measure, as JSON; of a long task, the frame or script that caused it. */
  detail: z.unknown().optional(),
});
export type TimingData = z.infer<typeof timingData>;

/** What came of an action in the document, from the first change to the last before it came to rest. */
export const changeData = z.object({
  ...place,
  kind: z.literal('change'),
  documentId: z.string(),
  /** The first place that changed, as a selector. */
  name: z.string(),
  /** Milliseconds after the document's start. */
  start: z.number(),
  ms: z.number(),
  /** When the action was that it was looked for after. */
  acted: z.number(),
  added: z.int(),
  removed: z.int(),
  texts: z.int(),
  attributes: z.int(),
});
export type ChangeData = z.infer<typeof changeData>;

export const performanceData = z.discriminatedUnion('kind', [snapshotData, timingData, changeData]);
export type PerformanceData = z.infer<typeof performanceData>;
