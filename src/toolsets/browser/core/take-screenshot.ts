import { extname } from 'node:path';
import { z } from 'zod';
import { type ImageType, type Screenshot, screenshot } from '../../../engines/browser/actions/screenshot.ts';
import {
  badArguments,
  codeOf,
  ELEMENT_FAULTS,
  filename,
  optionalElement,
  overwrite,
  type PageCall,
  pageTool,
} from '../define-tool.ts';

const input = {
  ...optionalElement,
  fullPage: z.boolean().optional(),
  type: z.enum(['png', 'jpeg', 'webp']).optional().describe('Left out: of filename, or png.'),
  scale: z.enum(['css', 'device']).optional().describe('Left out: css; no filename: 1568 at most.'),
  filename: filename,
  overwrite,
};
type Args = z.output<z.ZodObject<typeof input>>;

export const takeScreenshot = pageTool({
  name: 'browser_take_screenshot',
  title: 'Screenshot',
  summary: 'Take a picture of the page or an element. To act, use browser_snapshot.',
  effect: 'read',
  input,
  faults: ['FILE_NOT_ALLOWED', 'FILE_EXISTS', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = args.target;
    if (args.fullPage && target !== undefined)
      throw badArguments('browser_take_screenshot', '"fullPage" cannot be used with "target"');
    const type = args.type ?? typeOf(args.filename) ?? 'png';
    const { fullPage, scale: pixels, element, filename } = args;
    // A file is for whoever wants the picture as it is; only one that a model looks at is made to fit.
    const scale = pixels ?? (filename === undefined ? 'model' : 'css');
    const on = target === undefined ? undefined : await codeOf(call, target);
    const shot = await screenshot(tab, { target, fullPage, type, scale, signal });
    const { bytes, mimeType, width, height } = shot;
    const id = await keep(call, shot);
    const stem = args.target === undefined ? 'page' : 'element';
    const shown = { target, element, on, fullPage, pixels, id, stem, filename };
    return {
      view: { kind: 'picture', bytes, mimeType, type, width, height, scale: shot.scale, ...shown },
      ...(id && { data: { screenshot_id: id, width, height } }),
      show: 'nothing',
    };
  },
});

async function keep(
  { deps, tab, caller }: PageCall<Args>,
  { bytes }: Screenshot,
): Promise<string | undefined> {
  if (!deps.keepPicture) return undefined;
  const where = { instance: tab.host.instance, context: tab.host.context, page: tab.id };
  const title = await tab.title();
  return deps.keepPicture({ bytes, title, where, caller, seen: { url: tab.url } });
}

function typeOf(filename: string | undefined): ImageType | undefined {
  const ending = filename === undefined ? '' : extname(filename).slice(1).toLowerCase();
  return ({ png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' } as const)[ending];
}
