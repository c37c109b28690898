import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { fields } from '../../kernel/json-schema.ts';
import { defineTool } from './deps.ts';
import { look, place, takeAndKeep } from './screen-args.ts';
import { describe, showPicture } from './shown-picture.ts';

/** For a person who has to permit it, and for the capture itself. */
const PATIENCE_MS = 90_000;

export const takeScreenshotTool = defineTool({
  name: 'take_screenshot',
  title: 'Screenshot',
  summary: 'Capture the desktop, a monitor, window or region.',
  effect: 'read',
  input: z.object({ ...place, delay_ms: z.int().min(0).max(600_000).default(0), ...look }),
  brief: ['mode', 'monitor_index', 'window_title', 'region'],
  output: fields,
  faults: [
    ...(['NO_DISPLAY', 'DISPLAY_UNREACHABLE', 'NO_PORTAL', 'CAPTURE_REFUSED', 'CAPTURE_FAILED'] as const),
    ...(['NO_SUCH_WINDOW', 'WINDOW_HIDDEN', 'NO_SUCH_MONITOR', 'REGION_OUTSIDE'] as const),
  ],
  timeoutMs: ({ delay_ms }) => delay_ms + PATIENCE_MS,
  async run(call) {
    const { info, picture } = await takeAndKeep(call, call.args);
    const { block, delivered } = await showPicture(picture, call.args, call.deps);
    const data = { ...describe(info), ...delivered };
    return { data, blocks: [text(JSON.stringify(data)), block] };
  },
});
