import { z } from 'zod';
import { limit } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import { markData } from '../../kernel/page-fence.ts';
import { defineTool } from './deps.ts';
import { CAPTURE_FAULTS, look, PART_FAULTS, screenPart, takeAndKeep } from './screen-args.ts';
import { describe, showPicture } from './shown-picture.ts';

/** For a person who has to permit it, and for the capture itself. */
const PATIENCE_MS = 90_000;

export const takeScreenshotTool = defineTool({
  name: 'take_screenshot',
  title: 'Screenshot',
  summary:
    'Picture of the desktop, a monitor, a window or a region. Its id is the screenshot_id of other tools.',
  effect: 'read',
  input: z.object({
    ...screenPart,
    delay_ms: z.int().min(0).max(600_000).default(0),
    ...look,
  }),
  faults: [...CAPTURE_FAULTS, ...PART_FAULTS],
  timeoutMs: ({ delay_ms }) => delay_ms + PATIENCE_MS,
  async run(call) {
    const { info, picture } = await takeAndKeep(call, call.args);
    const { block, delivered } = await showPicture(picture, call.args, call.deps);
    const data = { ...describe(info), ...delivered };
    return { data, blocks: [text(JSON.stringify(markData(data))), block] };
  },
});

export const DEFAULT_LIMIT = 10;

export const listScreenshots = defineTool({
  name: 'list_screenshots',
  title: 'List',
  summary: 'List your screenshots of all sessions, newest first.',
  effect: 'read',
  input: z.object({ limit: limit(DEFAULT_LIMIT, 1000, 0) }),
  faults: [],
  async run({ args, deps }) {
    const screenshots = (await deps.screenshots.shelf.list(args.limit)).map(describe);
    return { data: { screenshots }, blocks: [text(JSON.stringify(screenshots))] };
  },
});
