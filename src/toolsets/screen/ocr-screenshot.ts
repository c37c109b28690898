import { z } from 'zod';
import { findText } from '../../engines/screen/find-text.ts';
import type { Screenshot } from '../../engines/screen/shelf/screenshots.ts';
import type { Call } from '../../kernel/tool.ts';
import { defineTool, type ScreenDeps } from './deps.ts';
import { CAPTURE_FAULTS, idOrNew, language, namedOrNew } from './screen-args.ts';

/** Reading a large screen in the slowest way. */
export const OCR_MS = 180_000;

export const ocrScreenshot = defineTool({
  name: 'ocr_screenshot',
  title: 'OCR',
  summary: 'Read the text in a screenshot, with the box of each word.',
  effect: 'read',
  input: z.object({ screenshot_id: idOrNew, language }),
  faults: ['NO_SUCH_SCREENSHOT', ...CAPTURE_FAULTS],
  timeoutMs: () => OCR_MS,
  async run(call) {
    const screenshot = await namedOrNew(call);
    return { data: { screenshot_id: screenshot.info.id, ...(await readScreenshot(call, screenshot)) } };
  },
});

/** What is written in it, as tools and resources tell it. */
export async function readScreenshot(
  call: Call<{ language?: string | undefined }, ScreenDeps>,
  screenshot: Screenshot,
) {
  const { text, words } = await recognized(call, screenshot);
  return {
    text,
    regions: words.map(({ text, x, y, w, h, confidence }) => ({ text, x, y, w, h, confidence })),
  };
}

export async function recognized(
  { args, deps, signal, progress }: Call<{ language?: string | undefined }, ScreenDeps>,
  screenshot: Screenshot,
) {
  const { ai } = await deps.settings.current();
  return deps.screenshots.read(screenshot, {
    language: args.language ?? ai.ocrLanguage,
    signal,
    progress: (done) => progress(Math.round(done * 100), 100, 'reading'),
  });
}

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
