import { z } from 'zod';
import { paging, scope } from '../arguments.ts';
import { defineMode } from '../deps.ts';
import { pageOfMemory } from '../memory-list.ts';
import { listReply } from '../read-list.ts';

export const savedVideos = defineMode({
  summary: 'Videos of pages; url: or of the name.',
  input: z.object({ ...paging, url: scope.url }),
  async run(call) {
    const seen = (await call.deps.store.videos.list()).filter(({ video }) => call.deps.sees(video.session));
    const all = seen.map((one, index) => ({ ...one, seq: index + 1 }));
    const wanted = call.args.url?.toLowerCase();
    const list = pageOfMemory(
      call,
      all,
      ({ video }) =>
        wanted === undefined || [video.name, video.url].some((text) => text.toLowerCase().includes(wanted)),
    );
    const recordings = list.items.map(({ video: { session: _own, ...video } }) => video);
    const { data, ...reply } = listReply(call, 'videos', list, recordings, 'recordings');
    const used = recordings.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0);
    return { ...reply, data: { ...data, total: list.metadata.total, storage_used_bytes: used } };
  },
});
