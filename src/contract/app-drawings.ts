/** What people are asked to draw on pages, and how they do it in the web app: on the page as it was at one moment. */
import { z } from 'zod';
import { type DrawnMark, MARK_KINDS } from './marks.ts';

/** A drawing that waits for a person, or is at work. */
export interface DrawRequest {
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly time: number;
  /** The client that asks; absent where the person began by themselves. */
  readonly agent?: string;
  readonly isOwn: boolean;
  readonly ask: string;
  readonly page: string;
  readonly title: string;
  readonly url: string;
  /** How many are drawn already. */
  readonly marks: number;
  /** Another one of the same page comes before it. */
  readonly isBehind: boolean;
}

/** A mark that was drawn, in CSS pixels of the picture. */
export type ShownMark = Pick<DrawnMark, 'number' | 'kind' | 'box' | 'points' | 'text'>;

/** The page as it was at one moment. */
export interface FrozenAnswer {
  readonly id: string;
  readonly ask: string;
  readonly title: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** Differs with each picture of the same drawing. */
  readonly version: number;
  readonly marks: readonly ShownMark[];
}

const id = z.string().min(1).max(200);
const point = z.object({ x: z.number().min(0).max(32_000), y: z.number().min(0).max(32_000) });

export const drawAct = z.discriminatedUnion('kind', [
  /** Of the person's own accord. */
  z.object({ kind: z.literal('begin'), page: z.string().min(1).max(100) }),
  /** The page as it is now becomes the paper. */
  z.object({ kind: z.literal('freeze'), id }),
  z.object({
    kind: z.literal('mark'),
    id,
    shape: z.enum(MARK_KINDS),
    points: z.array(point).min(1).max(2000),
    text: z.string().max(2000),
  }),
  z.object({ kind: z.literal('remove'), id, number: z.int().min(1) }),
  /** Later, or on the page itself. */
  z.object({ kind: z.literal('leave'), id }),
  z.object({ kind: z.literal('done'), id }),
  z.object({ kind: z.literal('decline'), id }),
]);
export type DrawAct = z.output<typeof drawAct>;

/** What there is after an act: the picture once it was taken, and the marks on it. */
export interface DrawAnswer {
  readonly id: string;
  readonly frozen?: FrozenAnswer;
  readonly marks: readonly ShownMark[];
}
