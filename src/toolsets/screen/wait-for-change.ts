import { z } from 'zod';
import { waitForChange } from '../../engines/screen/compare/wait-for-change.ts';
import { timeoutMs } from '../../kernel/arguments.ts';
import { text } from '../../kernel/content.ts';
import { markData } from '../../kernel/page-fence.ts';
import { defineTool } from './deps.ts';
import { CAPTURE_FAULTS, grabRequest, look, PART_FAULTS, screenPart } from './screen-args.ts';
import { describe, showPicture } from './shown-picture.ts';

/** A portal may flash the screen or ask each time; nobody wants that ten times a second. */
const PORTAL_INTERVAL_MS = 2000;

export const waitForChangeTool = defineTool({
  name: 'wait_for_change',
  title: 'Wait',
  summary: 'Wait until the screen, or a part of it, changes or is still; then take a screenshot of it.',
  effect: 'read',
  input: z.object({
    until: z.enum(['change', 'still']).default('change'),
    ...screenPart,
    timeout_ms: timeoutMs(100).default(10_000),
    still_ms: z.int().min(50).max(60_000).default(500).describe('still: no change for so long.'),
    interval_ms: z.int().min(20).max(60_000).default(100).describe('Between looks.'),
    threshold: z.number().min(0).max(1).default(0.0001).describe('Part of the pixels, 0 to 1.'),
    ...look,
  }),
  faults: [...CAPTURE_FAULTS, ...PART_FAULTS, 'SCREEN_WAIT_TIMEOUT'],
  timeoutMs: ({ timeout_ms }) => timeout_ms + 30_000,
  async run({ args, deps, signal, caller, progress }) {
    const grabber = deps.grabber();
    const request = grabRequest(args, false);
    const least = grabber.backend === 'portal' ? PORTAL_INTERVAL_MS : 0;
    const { grabbed, comparison, waitedMs } = await waitForChange(
      () => grabber.grab({ ...request, signal }),
      {
        until: args.until,
        timeoutMs: args.timeout_ms,
        stillMs: args.still_ms,
        intervalMs: Math.max(least, args.interval_ms),
        threshold: args.threshold,
        signal,
        progress: (done, total) =>
          progress(done, total, `waiting for ${args.until === 'still' ? 'rest' : 'change'}`),
      },
    );
    const mode = args.region ? 'region' : request.mode;
    const origin = { mode, title: grabbed.window?.title, session: caller.session };
    const { info, picture } = await deps.screenshots.add(grabbed.picture, origin);
    const { block, delivered } = await showPicture(picture, args, deps);
    const { ratio, boxes } = comparison;
    const data = { ...describe(info), waited_ms: waitedMs, ratio, boxes: [...boxes], ...delivered };
    return { data, blocks: [text(JSON.stringify(markData(data))), block] };
  },
});
