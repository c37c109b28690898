import { z } from 'zod';

/** A place in a script, and where it stands in its source when a source map tells. Line 0: not known. */
export const scriptLocation = z.object({
  url: z.string(),
  line: z.int(),
  column: z.int(),
  function: z.string().optional(),
  /** By source map. `url` is as the map names it, resolved. */
  original: z
    .object({ url: z.string(), line: z.int(), column: z.int(), name: z.string().optional() })
    .optional(),
});
export type Location = z.infer<typeof scriptLocation>;

/** Where in the page it happened. */
export const place = {
  /** Of the page that it happened in: of its main frame, whatever frame or worker it was. */
  url: z.string(),
  /** The address of the frame, when it was not the main one. */
  frame: z.string().optional(),
  /** The worker's script when it happened in one. */
  worker: z.string().optional(),
};
