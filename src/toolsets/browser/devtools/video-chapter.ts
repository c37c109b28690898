import { z } from 'zod';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';
import { assertVideo } from './assert-video.ts';

export const videoChapter = pageTool({
  name: 'browser_video_chapter',
  title: 'Video chapter',
  summary: 'Show a chapter card in the video.',
  effect: 'write',
  input: {
    title: z.string().min(1),
    description: z.string().optional(),
    duration: z.int().min(1).max(60_000).optional().describe('Milliseconds.'),
  },
  faults: ['NOT_RECORDING', ...PAGE_FAULTS],
  async run(call) {
    assertVideo(call);
    const { args, tab } = call;
    const { title, description, duration } = args;
    await tab.video.chapter(title, { description, duration });
    return { results: [ours(`Chapter '${title}' added.`)], show: 'nothing' };
  },
});
