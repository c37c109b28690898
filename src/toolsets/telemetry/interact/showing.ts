/** The actions that show something to whoever looks at the browser, or take a picture of it. */
import { z } from 'zod';
import { placeOf } from '../../../engines/browser/actions/element.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { defineMode } from '../deps.ts';
import { shotArguments, takeScreenshot } from '../take-screenshot.ts';
import { element, text } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { elementResult, find } from './on-element.ts';
import { drawMark } from './overlay.page.ts';

export const highlight = defineAction({
  summary: 'Mark it for people.',
  input: z.object({
    ...element,
    duration_ms: z.int().min(100).max(600_000).default(5000),
  }),
  async run(call) {
    const { tab, args, signal } = call;
    const found = await find(call);
    const bounds = await placeOf(tab, found, { signal });
    if (bounds) await tab.cdp.run(drawMark, bounds, args.duration_ms);
    return { ...elementResult(found), bounds };
  },
});

export const subtitle = defineAction({
  summary: 'Show a caption; an empty one removes it.',
  input: z.object({ ...text }),
  async run({ tab, args, deps }) {
    await deps.captions.show(tab, args.text);
    return { subtitle: args.text };
  },
});

/** Arguments that observe lists; those of elements are everybody's. */
const asObserve = ({ shape }: typeof shotArguments) =>
  z.object({
    ...shape,
    full_page: shape.full_page.meta(unlisted),
    format: shape.format.meta(unlisted),
    quality: shape.quality.meta(unlisted),
  });

/** The same as observe screenshot: a picture changes nothing, so it waits for no turn. */
export const screenshot = defineMode({
  summary: 'As observe screenshot, by its arguments.',
  input: asObserve(shotArguments),
  run: takeScreenshot,
});
