import { PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { ours } from '../told.ts';
import { assertVideo } from './assert-video.ts';

export const videoHideActions = pageTool({
  name: 'browser_video_hide_actions',
  title: 'Hide actions',
  summary: 'No longer name actions in the video.',
  effect: 'write',
  idempotent: true,
  input: {},
  faults: ['NOT_RECORDING', ...PAGE_FAULTS],
  async run(call) {
    assertVideo(call);
    await call.tab.video.hideActions();
    return { results: [ours('Action annotations disabled.')], show: 'nothing' };
  },
});
