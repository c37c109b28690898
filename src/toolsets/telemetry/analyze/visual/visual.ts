import { z } from 'zod';
import { screenshot } from '../../../../engines/browser/actions/screenshot.ts';
import type { Tab } from '../../../../engines/browser/page/tab.ts';
import { differencePicture } from '../../../../engines/screen/compare/compare-pictures.ts';
import { decodePicture, encodePicture } from '../../../../engines/screen/encode-picture.ts';
import type { Box } from '../../../../engines/screen/picture.ts';
import { isoMicros } from '../../../../kernel/clock.ts';
import { fault } from '../../../../kernel/fault.ts';
import type { ActionCall } from '../../interact/define-action.ts';
import { defineLook } from '../define-look.ts';
import { everyLook } from '../look-arguments.ts';
import { type LaidElement, readLayout } from './layout.page.ts';
import { masked, tellMoved } from './tell-moved.ts';

const MOST_ELEMENTS = 3000;
const MOST_BYTES = 32 * 2 ** 20;
/** The largest page that is compared, in pixels: both pictures and what is between them must fit into memory. */
const MOST_PIXELS = 8_000_000;
const MOST_TOLD = 30;
const LIMIT_MS = 120_000;

const kept = {
  name: z.string().min(1).max(100).describe('Of the baseline.'),
  full_page: z.boolean().optional(),
  masks: z.array(z.string().min(1).max(500)).max(50).optional().describe('CSS of what is not compared.'),
};

/** What a page looked like. */
interface Baseline {
  readonly time: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly full_page: boolean;
  readonly masks: readonly string[];
  readonly masked: readonly Box[];
  readonly elements: readonly LaidElement[];
  readonly picture: { readonly blob: string; readonly length: number; readonly stored: number };
}

type VisualCall = ActionCall<{
  readonly full_page?: boolean | undefined;
  readonly masks?: readonly string[] | undefined;
}>;

/** Of those who work in the same folder with the same key. */
const baselines = ({ deps }: Pick<VisualCall, 'deps'>) => deps.documents.ofFolder('visual');

/** The picture of the page with where everything stands on it. Boxes are pixels of the picture. */
async function look({ tab, args, signal, action }: VisualCall, isFull: boolean, masks: readonly string[]) {
  const before = await layoutOf(tab, action, masks, signal);
  const shot = await screenshot(tab, { fullPage: isFull, scale: 'css', signal });
  if (shot.width * shot.height > MOST_PIXELS)
    throw fault('INVALID_ARGUMENTS', {
      tool: 'analyze',
      problems: [`the page is too large to be compared (${shot.width}x${shot.height}); leave full_page away`],
      param: 'full_page',
    });
  const { x, y } = isFull ? { x: 0, y: 0 } : before.scrolled;
  const moved = <B extends Box>(box: B): B => ({ ...box, x: box.x - x, y: box.y - y });
  return {
    bytes: shot.bytes,
    width: shot.width,
    height: shot.height,
    elements: before.elements.map(moved),
    masked: before.masked.map(moved),
    args,
  };
}

async function layoutOf(tab: Tab, action: string, masks: readonly string[], signal: AbortSignal) {
  const outcome = await tab.perform({ action, isReading: true, signal }, () =>
    tab.cdp.run(readLayout, masks, MOST_ELEMENTS).catch((error: unknown) => {
      if (!/is not a valid selector/.test(String(error))) throw error;
      const problems = [`"masks" has what is no CSS selector: ${masks.join(', ')}`];
      throw fault('INVALID_ARGUMENTS', { tool: 'analyze', problems, param: 'masks' }, error);
    }),
  );
  if (!outcome.value) tab.modals.assertFree();
  return outcome.value!;
}

export const visualBaseline = defineLook({
  summary: 'Keep what the page looks like.',
  input: z.object({ ...kept, ...everyLook }),
  limitMs: () => LIMIT_MS,
  async run(call) {
    const { tab, args, deps } = call;
    const { name, full_page: isFull = false, masks = [] } = args;
    const seen = await look(call, isFull, masks);
    const { blob, length, stored } = await deps.store.putBody(seen.bytes, MOST_BYTES);
    const { width, height, elements, masked: boxes } = seen;
    const baseline: Baseline = {
      time: isoMicros(deps.clock.micros()),
      url: tab.url,
      width,
      height,
      full_page: isFull,
      masks,
      masked: boxes,
      elements,
      picture: { blob, length, stored },
    };
    await baselines(call).put(name, baseline);
    return {
      summary: `"${name}" is kept, ${width}x${height}`,
      name,
      url: tab.url,
      width,
      height,
      masked: boxes.length,
    };
  },
});

export const visualDiff = defineLook({
  summary: 'What moved and what changed since.',
  input: z.object({
    ...kept,
    tolerance: z.int().min(0).max(255).optional().describe('Of colours, left out: 12.'),
    ...everyLook,
  }),
  limitMs: () => LIMIT_MS,
  async run(call) {
    const { tab, args, deps, caller } = call;
    const { name, tolerance } = args;
    const baseline = await baselines(call).get<Baseline>(name);
    const bytes = baseline && (await deps.store.getBody(baseline.picture));
    if (!baseline || !bytes)
      throw fault('NO_SUCH_BASELINE', {
        name,
        names: (await baselines(call).list()).map(({ key }) => key).slice(0, 20),
      });
    const isFull = args.full_page ?? baseline.full_page;
    const masks = [...new Set([...baseline.masks, ...(args.masks ?? [])])];
    const seen = await look(call, isFull, masks);
    const boxes = [...baseline.masked, ...seen.masked];
    const before = masked(await decodePicture(bytes), boxes);
    const after = masked(await decodePicture(seen.bytes), boxes);
    const { ratio, changedRatio, changed, moved } = await tellMoved(
      before,
      after,
      baseline.elements,
      seen.elements,
      tolerance,
    );
    const isSame = ratio === 0;
    const file = isSame
      ? undefined
      : await deps.output.write(
          caller,
          'visual-diff.png',
          (await encodePicture(differencePicture(before, after, tolerance))).bytes,
        );
    const share = (part: number) => `${Math.round(part * 100_000) / 1000} %`;
    return {
      summary: isSame
        ? `as in "${name}"`
        : `${share(ratio)} of the pixels differ; ${moved.length} elements moved, ${changed.length} regions changed`,
      name,
      url: tab.url,
      baseline: { time: baseline.time, url: baseline.url, width: baseline.width, height: baseline.height },
      width: after.width,
      height: after.height,
      same: isSame,
      differs: ratio,
      changed_otherwise: changedRatio,
      changed: changed
        .slice(0, MOST_TOLD)
        .map((box) => ({ ...box, elements: elementsIn(seen.elements, box) })),
      moved: moved.slice(0, MOST_TOLD),
      masked: boxes.length,
      picture: file?.path,
    };
  },
});

/** The smallest elements that the box touches, by name. */
const elementsIn = (elements: readonly LaidElement[], box: Box): readonly string[] =>
  elements
    .filter(
      (one) =>
        one.x < box.x + box.w && box.x < one.x + one.w && one.y < box.y + box.h && box.y < one.y + one.h,
    )
    .toSorted((one, other) => one.w * one.h - other.w * other.h)
    .slice(0, 3)
    .map(({ name }) => name);
