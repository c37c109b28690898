import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Video } from '../../../engines/browser/media/video.ts';
import { type ContextCall, contextTool, type Handles, PAGE_FAULTS } from '../define-tool.ts';
import { fileLink, reserve, shownPath } from '../files.ts';
import { ours } from '../told.ts';

export const stopVideo = contextTool({
  name: 'browser_stop_video',
  title: 'Stop video',
  summary: 'Stop the video and save it as WebM, a file for each tab.',
  effect: 'write',
  input: { filename: z.string().min(1).optional() },
  faults: ['NOT_RECORDING', 'ACTION_FAILED', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  timeoutMs: () => 300_000,
  async run(call) {
    const { filename } = call.args;
    const running = videoOf(call);
    if (!running.isOn && call.deps.answers.style === 'playwright')
      return { results: [ours('No videos were recorded.')], show: 'nothing' };
    const wanted = filename === undefined ? undefined : await reserve(call, filename);
    const videos = [await running.stop(wanted)].flat();
    const files = await Promise.all(
      videos.map(async ({ path }) => ({
        path,
        shown: shownPath(call, path),
        bytes: (await stat(path)).size,
      })),
    );
    return {
      results: files.map(({ shown }) => ours(`- [Video](${shown})`)),
      done: videos.map(lengthOf).join('\n'),
      show: 'nothing',
      blocks: files.map((file) => fileLink(file, 'video/webm')),
    };
  },
});

/** That of the tab which was named, of the whole context, or of the one tab that alone has one. */
function videoOf({ args, context }: ContextCall<Handles>) {
  if (args.tab !== undefined) return context.find(args.tab).video;
  const { video, active } = context;
  return !video.isOn && active?.video.isOn ? active.video : video;
}

const lengthOf = ({ duration, width, height }: Video) =>
  `Video of ${(duration / 1000).toFixed(1)} s, ${width}x${height}.`;
