import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { paging, scope } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listWords } from '../read-list.ts';

/** What is kept of a video beside its file. */
interface Video {
  readonly name: string;
  readonly url?: string;
  /** ISO time. */
  readonly created_at: string;
  readonly size_bytes: number;
}

export const savedVideos = defineMode({
  summary: 'Videos of pages that were recorded; url finds them by name or address.',
  input: z.object({ ...paging, url: scope.url }),
  async run({ args, deps }) {
    const documents = deps.store.documents('videos');
    const infos = (await documents.list()).toSorted((a, b) => a.updated - b.updated);
    const all = await Promise.all(
      infos.map(async ({ key, updated }) => ({ key, updated, video: await documents.get<Video>(key) })),
    );
    const places = all.map((one, index) => ({ ...one, seq: index + 1, time: one.updated }));
    const wanted = args.url?.toLowerCase();
    const list = pageOfMemory(places, args, ({ video }) => {
      if (!video) return false;
      return (
        wanted === undefined || [video.name, video.url].some((text) => text?.toLowerCase().includes(wanted))
      );
    });
    const recordings = list.items.map(({ video }) => video!);
    const used = recordings.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
    return {
      summary: listWords('videos', list),
      data: {
        recordings,
        total: list.metadata.total,
        storage_used_bytes: used,
        metadata: { ...list.metadata, retrieved_at: isoMicros(deps.clock.micros()) },
      },
    };
  },
});
