import { z } from 'zod';
import { PROVIDERS } from '../../engines/screen/vision/vision.ts';
import { text } from '../../kernel/content.ts';
import { markData } from '../../kernel/page-fence.ts';
import { defineTool } from './deps.ts';
import { recognized } from './ocr-screenshot.ts';
import { CAPTURE_FAULTS, idOrNew, namedOrNew } from './screen-args.ts';

/** Longer than the settings let any provider take, with the reading before it. */
const LONGEST_MS = 800_000;

export const analyzeScreenshot = defineTool({
  name: 'analyze_screenshot',
  title: 'Analyze',
  summary: 'Ask a vision model of the settings about a screenshot.',
  effect: 'read',
  openWorld: true,
  input: z.object({
    screenshot_id: idOrNew,
    prompt: z.string().min(1).default('Describe what you see in this screenshot'),
    provider: z
      .string()
      .optional()
      .describe(`${PROVIDERS.join(', ')}, or endpoint:ID of the settings.`),
    redact: z.boolean().default(false).describe('Cover private data before it is sent.'),
  }),
  faults: [
    'NO_SUCH_SCREENSHOT',
    ...CAPTURE_FAULTS,
    'API_KEY_MISSING',
    'NO_SUCH_PROVIDER',
    'VISION_AUTH',
    'VISION_RATE_LIMITED',
    'VISION_NETWORK',
    'VISION_PROVIDER',
    'VISION_TIMEOUT',
    'VISION_INVALID_ANSWER',
  ],
  timeoutMs: () => LONGEST_MS,
  async run(call) {
    const { args, deps, signal } = call;
    const screenshot = await namedOrNew(call);
    const picture = args.redact
      ? (await deps.redact(screenshot.picture, await recognized({ ...call, args: {} }, screenshot))).picture
      : screenshot.picture;
    const result = await deps.vision.analyze({
      picture,
      prompt: args.prompt,
      provider: args.provider,
      signal,
    });
    const { response_text, ...about } = result;
    const data = { screenshot_id: screenshot.info.id, redacted: args.redact, ...about };
    return {
      data: { ...data, response_text },
      blocks: [text(response_text), text(JSON.stringify(markData(data)))],
    };
  },
});
