import { z } from 'zod';
import { type Screenshot, screenshot } from '../../engines/browser/actions/screenshot.ts';
import { findTarget } from '../../engines/browser/actions/target.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { isoMicros } from '../../kernel/clock.ts';
import { image } from '../../kernel/content.ts';
import { quotePageText } from '../../kernel/page-fence.ts';
import type { Call, Reply } from '../../kernel/tool.ts';
import { selector, tabId } from './arguments.ts';
import type { TelemetryDeps } from './deps.ts';
import { openTab } from './tabs.ts';

/** Larger pictures are named and not shown. */
const MOST_INLINE = 1024 * 1024;

export const shotArguments = z.object({
  ...tabId,
  selector: selector.selector.optional(),
  full_page: z.boolean().optional(),
  format: z.enum(['png', 'jpeg', 'webp']).optional().describe('Left out: png.'),
  quality: z.int().min(1).max(100).optional().describe('Of jpeg and webp, 1 to 100.'),
});

type ShotArguments = z.output<typeof shotArguments>;

/** A picture of the page or of one element: in the answer, in a file, and in the record. */
export async function takeScreenshot(call: Call<ShotArguments, TelemetryDeps>): Promise<Reply> {
  const { args, deps, caller, signal } = call;
  const tab = await openTab(deps.engine, args.tab_id, 'take a picture of');
  const taken = await picture(tab, args, signal);
  const filename = nameOf(tab.url, taken, deps.clock.micros());
  const { path } = await deps.output.write(caller, filename, taken.bytes);
  const { width, height, scale, mimeType } = taken;
  const where = { instance: tab.host.instance, context: tab.host.context, page: tab.id };
  const seen = { url: tab.url, path, mimeType };
  const kept = await deps.keepPicture?.({ bytes: taken.bytes, where, caller, seen });
  const data = {
    ...(kept ? { screenshot_id: kept } : {}),
    filename,
    path,
    width,
    height,
    scale,
    mime_type: mimeType,
    bytes: taken.bytes.length,
    tab_id: tab.id,
    url: tab.url,
  };
  // What is kept tells the record itself.
  if (!kept) {
    deps.flow.sink({
      time: deps.clock.micros(),
      monotonic: deps.clock.monotonic(),
      source: 'browser',
      stream: 'shot',
      where: { ...where, session: caller.session },
      data: { ...seen, width, height },
    });
  }
  const isSmall = taken.bytes.length <= MOST_INLINE;
  return {
    summary: `${width}x${height} picture of ${quotePageText(tab.url)}${isSmall ? '' : ', too large to be shown here'}`,
    data,
    blocks: isSmall ? [image(taken.bytes, mimeType)] : [],
  };
}

async function picture(tab: Tab, args: ShotArguments, signal: AbortSignal): Promise<Screenshot> {
  const { full_page: fullPage, format: type, quality } = args;
  if (args.selector === undefined) return screenshot(tab, { fullPage, type, quality, signal });
  const target = await findTarget(tab, args.selector, { prefersSeen: true });
  return screenshot(tab, { target, type, quality, scale: 'css', signal });
}

/** host-20260728-093000.png */
function nameOf(url: string, { mimeType }: Screenshot, micros: number): string {
  const host = (URL.parse(url)?.hostname ?? '').replaceAll(/[^\w.-]/g, '') || 'page';
  const stamp = isoMicros(micros).replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${host}-${stamp}.${mimeType.slice('image/'.length).replace('jpeg', 'jpg')}`;
}
