import { z } from 'zod';
import { KINDS } from '../../engines/screen/draw/annotation.ts';
import { drawPicture } from '../../engines/screen/draw/draw-picture.ts';
import { readAnnotations } from '../../engines/screen/draw/read-annotations.ts';
import type { ScreenSettings } from '../../engines/screen/settings/screen-settings.ts';
import { text } from '../../kernel/content.ts';
import { fields } from '../../kernel/json-schema.ts';
import { defineTool } from './deps.ts';
import { look } from './screen-args.ts';
import { showPicture } from './shown-picture.ts';

const MOST = 1000;

/** The usual fields. The engine checks them, and those of single kinds, and names what is wrong by its index. */
const annotation = z.looseObject({
  type: z.enum(KINDS),
  x: z.unknown().optional(),
  y: z.unknown().optional(),
  width: z.unknown().optional(),
  height: z.unknown().optional(),
  points: z.array(z.unknown()).optional().describe('{x, y}'),
  text: z.unknown().optional(),
  color: z.unknown().optional(),
  stroke_width: z.unknown().optional(),
});

export const annotateScreenshot = defineTool({
  name: 'annotate_screenshot',
  title: 'Annotate',
  summary: 'Draw on a screenshot, in order.',
  effect: 'write',
  input: z.object({ screenshot_id: z.string(), annotations: z.array(annotation).max(MOST), ...look }),
  output: fields,
  faults: ['NO_SUCH_SCREENSHOT', 'INVALID_ANNOTATION'],
  async run({ args, deps }) {
    const { info, picture } = await deps.screenshots.get(args.screenshot_id);
    const settings = await deps.settings.current();
    const annotations = readAnnotations(args.annotations, defaultsOf(settings));
    const drawn = await drawPicture(picture, annotations);
    await deps.screenshots.addAnnotations(info.id, args.annotations);
    const { block, delivered } = await showPicture(drawn, args, deps);
    const data = {
      screenshot_id: info.id,
      width: drawn.width,
      height: drawn.height,
      kept: deps.screenshots.keepsAnnotations,
      ...delivered,
    };
    return { data, blocks: [block, text(JSON.stringify(data))] };
  },
});

const defaultsOf = ({ annotation }: ScreenSettings) => ({
  strokeColor: annotation.defaultStrokeColor,
  strokeWidth: annotation.defaultStrokeWidth,
  fontSize: annotation.defaultFontSize,
  fontFamily: annotation.defaultFontFamily,
  stepColor: annotation.stepNumberColor,
  stepSize: annotation.stepNumberSize,
  blurRadius: annotation.blurRadius,
});
