import { extname } from 'node:path';
import { z } from 'zod';
import { type ImageType, type Screenshot, screenshot } from '../../../engines/browser/actions/screenshot.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { type Block, image } from '../../../kernel/content.ts';
import { seldom } from '../../../kernel/json-schema.ts';
import { options } from '../codegen/code-step.ts';
import { withOptions } from '../codegen/print-code.ts';
import {
  badArguments,
  codeOf,
  ELEMENT_FAULTS,
  optionalElement,
  type PageCall,
  pageTool,
} from '../define-tool.ts';
import { fileLink, type SavedFile, save } from '../files.ts';
import type { Told } from '../told.ts';

/** Larger pictures go to a file: clients choke on them, and no model looks at so many pixels. */
const MOST_INLINE = 1_000_000;

const input = {
  ...optionalElement,
  fullPage: z.boolean().optional(),
  type: z.enum(['png', 'jpeg', 'webp']).optional().meta(seldom),
  filename: z.string().min(1).optional().meta(seldom),
  scale: z.enum(['css', 'device']).optional().meta(seldom),
};
type Args = z.output<z.ZodObject<typeof input>>;

export const takeScreenshot = pageTool({
  name: 'browser_take_screenshot',
  title: 'Screenshot',
  summary: 'Take a picture.',
  effect: 'read',
  input,
  faults: ['FILE_NOT_ALLOWED', ...ELEMENT_FAULTS],
  async run(call) {
    const { args, tab, signal } = call;
    const target = args.target ?? args.ref;
    if (args.fullPage && target !== undefined)
      throw badArguments(
        'browser_take_screenshot',
        '"fullPage" cannot be used with "target"',
        'Error: fullPage cannot be used with element screenshots.',
      );
    const kind = args.type ?? kindOf(args.filename) ?? 'png';
    const { fullPage, scale } = args;
    const on = target === undefined ? undefined : await codeOf(call, target);
    const shot = await screenshot(tab, { target, fullPage, type: kind, scale, signal });
    const isLean = call.deps.answers.style === 'lean';
    const element = args.element || (isLean ? target : 'element');
    const what = target !== undefined ? element! : fullPage ? 'full page' : 'viewport';
    return answer(call, shot, { kind, what, on, id: await keep(call, shot) });
  },
});

interface Taken {
  readonly kind: ImageType;
  readonly what: string;
  readonly on: string | undefined;
  /** By which the screen tools know it. */
  readonly id: string | undefined;
}

async function keep(
  { deps, tab, caller }: PageCall<Args>,
  { bytes }: Screenshot,
): Promise<string | undefined> {
  if (!deps.keepPicture) return undefined;
  const where = { instance: tab.host.instance, context: tab.host.context, page: tab.id };
  const title = await tab.title();
  return deps.keepPicture({ bytes, title, where, session: caller.session, seen: { url: tab.url } });
}

async function answer(call: PageCall<Args>, shot: Screenshot, taken: Taken): Promise<Told> {
  const { args, deps } = call;
  const { kind, what, on, id } = taken;
  const { images, style } = deps.answers;
  const isSmall = shot.bytes.length <= MOST_INLINE;
  const isInline = (images === 'inline' || images === 'only') && isSmall && args.filename === undefined;
  const needsFile = !isInline || style === 'playwright';
  const own = stampedName(args.target === undefined ? 'page' : 'element', kind);
  const file = needsFile ? await save(call, args.filename, own, shot.bytes) : undefined;
  const picture: Block[] = isInline ? [image(shot.bytes, shot.mimeType)] : [];
  const link: Block[] = file && !isInline && images !== 'omit' ? [fileLink(file, shot.mimeType)] : [];
  const { fullPage, scale = 'css' } = args;
  const quality = kind === 'jpeg' ? 90 : undefined;
  const settings = options({ fullPage, path: file?.shown, quality, scale, type: kind });
  const note = file && `Screenshot ${what} and save it as ${file.shown}`;
  return {
    done: sentence(shot, what, file) + (id ? ` screenshot_id: ${id}` : ''),
    compatible: [
      ...(file ? [`- [Screenshot of ${what}](${file.shown})`] : []),
      ...(id ? [`- screenshot_id: ${id}`] : []),
    ],
    ...(id && { data: { screenshot_id: id, width: shot.width, height: shot.height } }),
    show: 'nothing',
    blocks: [...picture, ...link],
    isLinked: !isSmall,
    isWordless: images === 'only' && isInline,
    code: [
      {
        ...(on && { on }),
        ...(note && { note }),
        call: 'screenshot',
        args: withOptions([], settings),
        isLong: true,
      },
    ],
  };
}

function sentence(
  { width, height, scale, bytes }: Screenshot,
  what: string,
  file: SavedFile | undefined,
): string {
  const scaled = scale === 1 ? '' : `, ${Math.round(scale * 1000) / 1000} of its size`;
  const saved = file ? ` Saved to ${file.shown} (${bytes.length} bytes).` : '';
  return `Screenshot of ${what}: ${width}x${height}${scaled}.${saved}`;
}

function kindOf(filename: string | undefined): ImageType | undefined {
  const ending = filename === undefined ? '' : extname(filename).slice(1).toLowerCase();
  return ({ png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' } as const)[ending];
}
