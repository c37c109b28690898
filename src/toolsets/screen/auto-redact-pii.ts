import { z } from 'zod';
import { text } from '../../kernel/content.ts';
import { PRIVATE_KINDS } from '../../kernel/recognizer.ts';
import { defineTool } from './deps.ts';
import { OCR_MS, recognized } from './ocr-screenshot.ts';
import { FILE_FAULTS, language, look, screenshotId, toFile } from './screen-args.ts';
import { savePicture, showPicture } from './shown-picture.ts';

export const autoRedactPii = defineTool({
  name: 'auto_redact_pii',
  title: 'Redact',
  summary: 'Find private data in a screenshot by reading it (not names), and cover it.',
  effect: 'read',
  input: z.object({
    screenshot_id: screenshotId,
    types: z.array(z.enum(PRIVATE_KINDS)).optional().describe('Only these.'),
    words: z.array(z.string().min(1)).optional().describe('Cover these too.'),
    patterns: z
      .array(z.object({ name: z.string().min(1), pattern: z.string().min(1) }))
      .optional()
      .describe('Regular expressions.'),
    style: z.enum(['solid', 'mosaic']).default('solid'),
    language,
    ...look,
    ...toFile,
  }),
  faults: ['NO_SUCH_SCREENSHOT', 'INVALID_PII_PATTERN', ...FILE_FAULTS],
  timeoutMs: () => OCR_MS,
  async run(call) {
    const { args, deps, caller } = call;
    const screenshot = await deps.screenshots.get(args.screenshot_id);
    const ocr = await recognized(call, screenshot);
    const { types: kinds, words, patterns, style } = args;
    const options = { kinds, words, patterns, style };
    const { picture, detections, notCovered } = await deps.redact(screenshot.picture, ocr, options);
    const redacted =
      detections.length === 0
        ? screenshot
        : await deps.screenshots.add(picture, {
            mode: 'redacted',
            of: screenshot.info.id,
            title: screenshot.info.title,
            session: caller.session,
          });
    const { block, delivered } = await showPicture(picture, args, deps);
    const about = {
      screenshot_id: screenshot.info.id,
      redacted_id: redacted.info.id,
      not_covered: notCovered,
      ...delivered,
      ...(await savePicture(picture, call)),
    };
    const blocks = [block, text(JSON.stringify(detections)), text(JSON.stringify(about))];
    return { data: { ...about, detections: [...detections] }, blocks };
  },
});
