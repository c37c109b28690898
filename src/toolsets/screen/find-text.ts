import { z } from 'zod';
import { findText } from '../../engines/screen/find-text.ts';
import { fields, unlisted } from '../../kernel/json-schema.ts';
import { defineTool } from './deps.ts';
import { OCR_MS, recognized } from './ocr-screenshot.ts';
import { CAPTURE_FAULTS, namedOrNew } from './screen-args.ts';

export const findTextTool = defineTool({
  name: 'find_text',
  title: 'Find text',
  summary: 'Boxes of a text.',
  effect: 'read',
  input: z.object({
    text: z.string().min(1),
    screenshot_id: z.string().optional(),
    language: z.string().min(1).optional().meta(unlisted),
  }),
  output: fields,
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
