import { z } from 'zod';
import { contextTool, PAGE_FAULTS } from '../define-tool.ts';
import { reserve } from '../files.ts';
import { ours } from '../told.ts';

const side = z.int().min(16).max(4096);

export const startVideo = contextTool({
  name: 'browser_start_video',
  title: 'Start video',
  summary: 'Start recording a video of all tabs, or of the one that tab names.',
  effect: 'write',
  input: {
    filename: z.string().min(1).optional(),
    size: z.object({ width: side, height: side }).optional(),
    fps: z.int().min(1).max(60).optional(),
    cursor: z.boolean().optional(),
  },
  faults: ['RECORDING_ALREADY', 'NEEDS_CHROMIUM', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { filename, size, fps, cursor, tab } = call.args;
    const path = filename === undefined ? undefined : await reserve(call, filename);
    const first = await call.context.tab(tab);
    const { video } = tab === undefined ? call.context : first;
    await video.start({ size, fps, cursor, path });
    return { results: [ours('Video recording started.')], show: 'nothing' };
  },
});
