import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { fileLink, reserve, shownPath } from '../files.ts';
import { ours } from '../told.ts';

export const stopVideo = pageTool({
  name: 'browser_stop_video',
  title: 'Stop video',
  summary: 'Stop the video and save it as WebM.',
  effect: 'write',
  input: { filename: z.string().min(1).optional() },
  faults: ['NOT_RECORDING', 'ACTION_FAILED', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  isFree: true,
  timeoutMs: () => 300_000,
  async run(call) {
    const { filename } = call.args;
    if (!call.tab.video.isOn && call.deps.answers.style === 'playwright')
      return { results: [ours('No videos were recorded.')], show: 'nothing' };
    const wanted = filename === undefined ? undefined : await reserve(call, filename);
    const { path, width, height, duration } = await call.tab.video.stop(wanted);
    const file = { path, shown: shownPath(call, path), bytes: (await stat(path)).size };
    return {
      results: [ours(`- [Video](${file.shown})`)],
      done: `Video of ${(duration / 1000).toFixed(1)} s, ${width}x${height}.`,
      show: 'nothing',
      blocks: [fileLink(file, 'video/webm')],
    };
  },
});
