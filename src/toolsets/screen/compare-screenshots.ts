import { z } from 'zod';
import {
  comparePictures,
  DEFAULT_TOLERANCE,
  differencePicture,
} from '../../engines/screen/compare/compare-pictures.ts';
import { text } from '../../kernel/content.ts';
import { markData } from '../../kernel/page-fence.ts';
import { defineTool } from './deps.ts';
import { CAPTURE_FAULTS, idOrNew, look, namedOrNew, screenshotId } from './screen-args.ts';
import { showPicture } from './shown-picture.ts';

export const compareScreenshots = defineTool({
  name: 'compare_screenshots',
  title: 'Compare',
  summary: 'Compare two screenshots: boxes of what differs, and a picture of it.',
  effect: 'read',
  input: z.object({
    screenshot_id: screenshotId,
    other_id: idOrNew,
    tolerance: z
      .int()
      .min(0)
      .max(255)
      .default(DEFAULT_TOLERANCE)
      .describe('Difference of colour that does not count, 0 to 255.'),
    ...look,
  }),
  faults: ['NO_SUCH_SCREENSHOT', ...CAPTURE_FAULTS],
  async run(call) {
    const { args, deps } = call;
    const older = await deps.screenshots.get(args.screenshot_id);
    const newer = await namedOrNew({ ...call, args: { screenshot_id: args.other_id } });
    const { ratio, boxes } = comparePictures(older.picture, newer.picture, args.tolerance);
    const difference = differencePicture(older.picture, newer.picture, args.tolerance);
    const { block, delivered } = await showPicture(difference, args, deps);
    const ids = { screenshot_id: older.info.id, other_id: newer.info.id };
    const data = { ...ids, ratio, boxes: [...boxes], ...delivered };
    return { data, blocks: [text(JSON.stringify(markData(data))), block] };
  },
});
