import { z } from 'zod';
import { given } from '../../../engines/browser/given.ts';
import type { Video } from '../../../engines/browser/media/video.ts';
import { ownText } from '../../../report/browser-result.ts';
import type { SavedFile } from '../../../report/browser-style.ts';
import { fileLink } from '../../../report/listing.ts';
import {
  type ContextCall,
  contextTool,
  type Handles,
  inTab,
  PAGE_FAULTS,
  pageTool,
  toFile,
} from '../define-tool.ts';
import { reserve, savedFile } from '../files.ts';

const side = z.int().min(16).max(4096);

export const startVideo = contextTool({
  name: 'browser_start_video',
  title: 'Start video',
  summary: 'Start recording a video of all tabs, or of the one that tab names.',
  effect: 'write',
  input: {
    ...toFile,
    size: z.object({ width: side, height: side }).optional(),
    fps: z.int().min(1).max(60).optional().describe('Frames a second.'),
    cursor: z.boolean().optional().describe('Show the mouse pointer.'),
    ...inTab,
  },
  faults: ['RECORDING_ALREADY', 'NEEDS_CHROMIUM', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  async run(call) {
    const { filename, size, fps, cursor, tab } = call.args;
    const path = filename === undefined ? undefined : await reserve(call, filename);
    const first = await call.context.tab(tab);
    const { video } = tab === undefined ? call.context : first;
    await video.start({ size, fps, cursor, path });
    return { results: [ownText('Video recording started.')], show: 'nothing' };
  },
});

export const stopVideo = contextTool({
  name: 'browser_stop_video',
  title: 'Stop video',
  summary: 'Stop the video and save it as WebM, a file for each tab.',
  effect: 'write',
  input: { ...toFile, ...inTab },
  faults: ['NOT_RECORDING', 'ACTION_FAILED', 'FILE_NOT_ALLOWED', 'FILE_EXISTS', ...PAGE_FAULTS],
  timeoutMs: () => 300_000,
  async run(call) {
    const { filename } = call.args;
    const running = videoOf(call);
    const wanted = filename === undefined ? undefined : await reserve(call, filename);
    const videos = [await running.stop(wanted)].flat();
    const files: SavedFile[] = [];
    for (const video of videos)
      files.push(savedFile(call, await call.deps.output.wrote(video.path, video.wanted), video.bytes));
    return {
      results: files.map(({ shown }) => ownText(`- [Video](${shown})`)),
      done: videos.map(lengthOf).join('\n'),
      show: 'nothing',
      files: files.map((file) => fileLink(file, 'video/webm')),
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
  async run({ args: { title, description, duration }, tab }) {
    await tab.page.screencast.showChapter(title, given({ description, duration }));
    return { results: [ownText(`Chapter '${title}' added.`)], show: 'nothing' };
  },
});

const style = z.object({
  point: z.string().optional().describe('CSS of the mark where it clicks.'),
  highlight: z.string().optional().describe('CSS of the frame around the element.'),
  title: z.string().optional().describe('CSS of the words.'),
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
  async run({ args: { duration, position, cursor, style }, tab }) {
    const options = given({ duration, position, cursor, style: style && given(style) });
    await tab.page.screencast.showActions(options);
    return { results: [ownText('Action annotations enabled.')], show: 'nothing' };
  },
});

export const videoHideActions = pageTool({
  name: 'browser_video_hide_actions',
  title: 'Hide actions',
  summary: 'No longer name actions in the video.',
  effect: 'write',
  idempotent: true,
  input: {},
  faults: ['NOT_RECORDING', ...PAGE_FAULTS],
  async run({ tab }) {
    await tab.page.screencast.hideActions();
    return { results: [ownText('Action annotations disabled.')], show: 'nothing' };
  },
});
