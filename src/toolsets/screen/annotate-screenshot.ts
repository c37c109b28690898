import { z } from 'zod';
import { KINDS } from '../../contract/picture-marks.ts';
import { drawPicture } from '../../engines/screen/draw/draw-picture.ts';
import { readAnnotations } from '../../engines/screen/draw/read-annotations.ts';
import { text } from '../../kernel/content.ts';
import { markData } from '../../kernel/page-fence.ts';
import { defineTool } from './deps.ts';
import { markDefaults } from './mark-defaults.ts';
import { FILE_FAULTS, look, screenshotId, toFile } from './screen-args.ts';
import { savePicture, showPicture } from './shown-picture.ts';

const MOST = 1000;

const told = (type: string, description?: string) => z.unknown().optional().meta({ type, description });

/** The engine checks them, and names what is wrong by its index. */
const annotation = z.looseObject({
  type: z.enum(KINDS),
  x: told('number', 'Left edge; step: centre.'),
  y: told('number', 'Top edge; step: centre.'),
  width: told('number', 'Of an arrow: to its tip.'),
  height: told('number'),
  points: z
    .array(z.unknown().meta({ type: 'object' }))
    .optional()
    .describe('freehand, arrow: {x, y} each, the tip last.'),
  text: told('string', 'text, step.'),
  color: told('string', '#RRGGBB or a CSS name.'),
  stroke_width: told('number'),
  fill_color: told('string', 'rect, ellipse, text.'),
  opacity: told('number', '0 to 1.'),
  font_size: told('number'),
  font_family: told('string'),
  step_number: told('number', 'step: the next one if left out.'),
  blur_radius: told('number'),
});

export const annotateScreenshot = defineTool({
  name: 'annotate_screenshot',
  title: 'Annotate',
  summary: 'Draw on a copy of a screenshot; answers a picture.',
  effect: 'write',
  input: z.object({
    screenshot_id: screenshotId,
    annotations: z.array(annotation).max(MOST).describe('Drawn in this order; pixels of the full picture.'),
    ...look,
    ...toFile,
  }),
  faults: ['NO_SUCH_SCREENSHOT', 'INVALID_ANNOTATION', ...FILE_FAULTS],
  async run(call) {
    const { args, deps } = call;
    const { info, picture } = await deps.screenshots.get(args.screenshot_id);
    const settings = await deps.settings.current();
    const annotations = readAnnotations(args.annotations, markDefaults(settings));
    const drawn = await drawPicture(picture, annotations);
    await deps.screenshots.addAnnotations(info.id, args.annotations);
    const { block, delivered } = await showPicture(drawn, args, deps);
    const data = {
      screenshot_id: info.id,
      width: drawn.width,
      height: drawn.height,
      kept: deps.screenshots.shelf.keepsAnnotations,
      ...delivered,
      ...(await savePicture(drawn, call)),
    };
    return { data, blocks: [block, text(JSON.stringify(markData(data)))] };
  },
});
