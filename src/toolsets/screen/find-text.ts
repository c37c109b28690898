import { z } from 'zod';
import { findText } from '../../engines/screen/find-text.ts';
import { defineTool } from './deps.ts';
import { OCR_MS, recognized } from './ocr-screenshot.ts';
import { CAPTURE_FAULTS, idOrNew, language, namedOrNew } from './screen-args.ts';

export const findTextTool = defineTool({
  name: 'find_text',
  title: 'Find text',
  summary: 'Find a text on the screen or in a screenshot: its boxes, in pixels of the full picture.',
  effect: 'read',
  input: z.object({
    text: z.string().min(1),
    screenshot_id: idOrNew,
    language,
  }),
  faults: ['NO_SUCH_SCREENSHOT', ...CAPTURE_FAULTS],
  timeoutMs: () => OCR_MS,
  async run(call) {
    const screenshot = await namedOrNew(call);
    const found = findText(await recognized(call, screenshot), call.args.text);
    const matches = found.map(({ isApproximate, ...match }) => ({
      ...match,
      ...(isApproximate ? { approximate: true } : {}),
    }));
    return { data: { screenshot_id: screenshot.info.id, matches } };
  },
});
