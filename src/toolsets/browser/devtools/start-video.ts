import { z } from 'zod';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';

const side = z.int().min(16).max(4096);

export const startVideo = pageTool({
  name: 'browser_start_video',
  title: 'Start video',
  summary: 'Start recording a video of the tab.',
  effect: 'write',
  input: {
    size: z.object({ width: side, height: side }).optional(),
    fps: z.int().min(1).max(60).optional(),
    cursor: z.boolean().optional(),
  },
  faults: ['RECORDING_ALREADY', 'NEEDS_CHROMIUM', ...PAGE_FAULTS],
  async run({ args, tab }) {
    const { size, fps, cursor } = args;
    await tab.video.start({ size, fps, cursor });
    return { results: [ours('Video recording started.')], show: 'nothing' };
  },
});
