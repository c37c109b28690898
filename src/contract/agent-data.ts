/** Pictures that were taken, and calls of agents, as the record keeps them. */
import { z } from 'zod';

/** A picture of a page, or of the screen. What is kept for the screen tools has an id and an image. */
export const shotData = z.object({
  width: z.int(),
  height: z.int(),
  /** The page that it shows. */
  url: z.string().optional(),
  /** Its file. */
  path: z.string().optional(),
  mimeType: z.string().optional(),
  id: z.string().optional(),
  /** ISO time. */
  timestamp: z.string().optional(),
  /** Of what: browser, fullscreen, window, … */
  mode: z.string().optional(),
  title: z.string().optional(),
  /** The picture that it was made of. */
  of: z.string().optional(),
  /** The call that took it, by the number that the call has, too. */
  call: z.int().optional(),
  /** What a person drew on it, as they were asked to or of their own accord, and what they said to all of it. */
  drawn: z
    .object({
      question: z.string().optional(),
      note: z.string().optional(),
      marks: z.array(
        z.object({ number: z.int(), kind: z.string(), text: z.string(), element: z.string().optional() }),
      ),
    })
    .optional(),
  /** Its PNG in the record. */
  image: z.object({ blob: z.string(), length: z.int(), stored: z.int() }).optional(),
});
export type ShotData = z.infer<typeof shotData>;

/** One call of a tool. */
export const callData = z.object({
  id: z.int(),
  /** Its place among all calls of its process, by their beginnings: what it did names it. */
  number: z.int().optional(),
  /** ISO time of its beginning. */
  time: z.string(),
  session: z.string(),
  client: z.string().optional(),
  tool: z.string(),
  /** As JSON, secrets hidden and cut. */
  args: z.string(),
  /** Of the answer. */
  bytes: z.number(),
  ms: z.number(),
  /** `ok`, or the code of the error. */
  outcome: z.string(),
});
