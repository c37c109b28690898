import { z } from 'zod';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { reserve } from '../files.ts';
import { ours } from '../told.ts';

const side = z.int().min(16).max(4096);

export const startVideo = pageTool({
  name: 'browser_start_video',
  title: 'Start video',
  summary: 'Start recording a video of the tab.',
  effect: 'write',
  input: {
    filename: z.string().min(1).optional(),
    size: z.object({ width: side, height: side }).optional(),
    fps: z.int().min(1).max(60).optional(),
    cursor: z.boolean().optional(),
  },
  faults: ['RECORDING_ALREADY', 'NEEDS_CHROMIUM', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  isFree: true,
  async run(call) {
    const { filename, size, fps, cursor } = call.args;
    const path = filename === undefined ? undefined : await reserve(call, filename);
    await call.tab.video.start({ size, fps, cursor, path });
    return { results: [ours('Video recording started.')], show: 'nothing' };
  },
});
