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

/** Lines of a source around a place in it. */
export const sourceLines = z.object({
  url: z.string(),
  /** The line that is meant, and the number of the first that is here. */
  line: z.int(),
  first: z.int(),
  lines: z.array(z.string()),
});
export type SourceLines = z.infer<typeof sourceLines>;

/** Where in the page it happened. */
export const place = {
  /** Of the page that it happened in: of its main frame, whatever frame or worker it was. */
  url: z.string(),
  /** The address of the frame, when it was not the main one. */
  frame: z.string().optional(),
  /** The worker's script when it happened in one. */
  worker: z.string().optional(),
};
