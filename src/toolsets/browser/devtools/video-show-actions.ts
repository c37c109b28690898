import { z } from 'zod';
import { given } from '../../../engines/browser/given.ts';
import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';
import { assertVideo } from './assert-video.ts';

const style = z.object({
  point: z.string().optional(),
  highlight: z.string().optional(),
  title: z.string().optional(),
});

export const videoShowActions = pageTool({
  name: 'browser_video_show_actions',
  title: 'Show actions',
  summary: 'Name each action in the video.',
  effect: 'write',
  idempotent: true,
  input: {
    duration: z.int().min(1).max(60_000).optional().describe('Milliseconds.'),
    position: z.enum(['top-left', 'top', 'top-right', 'bottom-left', 'bottom', 'bottom-right']).optional(),
    cursor: z.enum(['none', 'pointer']).optional(),
    style: style.optional().describe('CSS.'),
  },
  faults: ['NOT_RECORDING', ...PAGE_FAULTS],
  async run(call) {
    assertVideo(call);
    const { args, tab } = call;
    const { duration, position, cursor } = args;
    await tab.video.showActions(
      given({ duration, position, cursor, style: args.style && given(args.style) }),
    );
    return { results: [ours('Action annotations enabled.')], show: 'nothing' };
  },
});
