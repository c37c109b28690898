import { z } from 'zod';
import type { Documents } from './documents.ts';

/** What is kept of a video beside its file. */
const savedVideo = z.object({
  name: z.string(),
  path: z.string(),
  /** The page that it shows, as it was at the end. */
  url: z.string(),
  /** ISO time of its end. */
  created_at: z.string(),
  duration_seconds: z.number(),
  size_bytes: z.int(),
  resolution: z.string(),
  format: z.literal('webm'),
  frames: z.int(),
  tab_id: z.string(),
  instance: z.string(),
});
export type SavedVideo = z.infer<typeof savedVideo>;

/** The videos that were written, in the order of time. What is written and what is listed is one shape. */
export class Videos {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** A file that was written again is one video. */
  async save(video: SavedVideo): Promise<void> {
    await this.#documents.put(video.path, video);
  }

  async list(): Promise<readonly { readonly time: number; readonly video: SavedVideo }[]> {
    return (await this.#documents.values()).flatMap(({ updated, value }) => {
      const { data } = savedVideo.safeParse(value);
      return data ? [{ time: updated, video: data }] : [];
    });
  }
}
