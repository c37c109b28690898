/** What a person hands to their agents out of their own browser: words, a picture of the page, marks on it. */
import { z } from 'zod';
import { MOST_MARKS, MOST_SAID } from './mark-limits.ts';
import { drawnMark } from './marks.ts';

/** As of a long page on a fine screen. */
const MOST_PICTURE = 2 ** 25;

const picture = z.base64().max(MOST_PICTURE);

/** What the browser knows and the page cannot say of itself comes from the extension's worker. */
export const handed = z.object({
  /** Made up for it: what comes twice is taken once. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  /** As the browser numbers it. */
  tab: z.int(),
  url: z.string().max(20_000),
  title: z.string().max(1000),
  /** Milliseconds since the epoch. */
  at: z.number(),
  note: z.string().max(MOST_SAID),
  marks: z.array(drawnMark).max(MOST_MARKS),
  /** PNG, without the marks and with them. */
  pictures: z.object({ plain: picture.optional(), marked: picture.optional() }),
});
export type Handed = z.infer<typeof handed>;

/** What an agent says to something that was handed over. */
export interface ShownAnswer {
  /** Of the mark, or of the note. */
  readonly id: string;
  readonly url: string;
  /** The person's own words, or which mark it is. */
  readonly said: string;
  readonly reply: string;
  readonly isDone: boolean;
}
