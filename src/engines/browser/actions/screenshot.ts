import type { Locator } from 'playwright-core';
import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { matchViewport } from '../page/viewport.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';
import type { Box, Cancel } from './pointer.ts';
import { resolveTarget, type Target } from './target.ts';

/** What models look at without scaling it down themselves. */
const LONGEST_SIDE = 1568;
const JPEG_QUALITY = 90;

export type ImageType = 'png' | 'jpeg' | 'webp';

export interface ScreenshotOptions extends Cancel {
  readonly target?: Target | undefined;
  /** A part of the view, by its place in it. */
  readonly clip?: Box | undefined;
  /** The whole page, not only what is in view. Not with a target. */
  readonly fullPage?: boolean | undefined;
  readonly type?: ImageType | undefined;
  /** 0 to 100, for jpeg and webp. */
  readonly quality?: number | undefined;
  /** `model`: at most 1568 pixels a side. `css`: one pixel for one CSS pixel. `device`: as the screen has them. */
  readonly scale?: 'model' | 'css' | 'device' | undefined;
}

export interface Screenshot {
  readonly bytes: Buffer;
  readonly mimeType: `image/${ImageType}`;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for one CSS pixel: divide by it to get from a place in the picture to the page. */
  readonly scale: number;
}

export async function screenshot(tab: Tab, options: ScreenshotOptions = {}): Promise<Screenshot> {
  const { signal } = options;
  const outcome = await tab.perform({ action: 'screenshot', isReading: true, signal }, () =>
    withSecretsHidden(tab, () => take(tab, options)),
  );
  if (!outcome.value) tab.modals.assertFree(); // a dialog came in between
  return outcome.value!;
}

async function take(tab: Tab, options: ScreenshotOptions): Promise<Screenshot> {
  const type = options.type ?? 'png';
  const quality = type === 'png' ? undefined : (options.quality ?? JPEG_QUALITY);
  // A page module of the user may have put a function of its own in the place of Playwright's.
  const isHooked = Object.hasOwn(tab.page, 'screenshot');
  if (isHooked || !tab.cdp.isThere) return takePlainly(tab, options, type, quality);
  const session = await tab.cdp.session();
  const target = options.target === undefined ? undefined : await resolveTarget(tab, options.target);
  await target?.scrollIntoViewIfNeeded(given({ signal: options.signal }));
  const metrics = await session.send('Page.getLayoutMetrics');
  const screen = await matchViewport(tab, session);
  const { clip } = options;
  const part = clip ? inPage(clip, metrics) : viewOf(metrics, options.fullPage ?? false);
  const box = whole(target ? await boxOf(target, metrics) : part);
  const scale = scaleOf(box, screen.ratio, options.scale ?? 'model');
  const { data } = await session.send('Page.captureScreenshot', {
    format: type,
    ...(quality !== undefined && { quality }),
    clip: { ...box, scale: scale / screen.ratio },
    // Otherwise the page is laid out anew for the picture, and its person sees that.
    captureBeyondViewport: !isWithin(box, viewOf(metrics, false)),
    optimizeForSpeed: type === 'png',
  });
  const size = { width: Math.round(box.width * scale), height: Math.round(box.height * scale) };
  return { bytes: Buffer.from(data, 'base64'), mimeType: `image/${type}`, ...size, scale };
}

const isWithin = (box: Box, view: Box) =>
  box.x >= view.x &&
  box.y >= view.y &&
  box.x + box.width <= view.x + view.width &&
  box.y + box.height <= view.y + view.height;

interface Metrics {
  readonly cssVisualViewport: { pageX: number; pageY: number; clientWidth: number; clientHeight: number };
  readonly cssContentSize: { width: number; height: number };
}

function viewOf({ cssVisualViewport: view, cssContentSize: content }: Metrics, isFull: boolean): Box {
  if (isFull) return { x: 0, y: 0, width: content.width, height: content.height };
  return { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight };
}

async function boxOf(target: Locator, { cssVisualViewport: view }: Metrics): Promise<Box> {
  const box = await target.boundingBox();
  if (!box?.width || !box.height) throw new Error('the element has no size, so there is nothing to see');
  return inPage(box, { cssVisualViewport: view });
}

const inPage = (box: Box, { cssVisualViewport: view }: Pick<Metrics, 'cssVisualViewport'>): Box => ({
  ...box,
  x: box.x + view.pageX,
  y: box.y + view.pageY,
});

/** Half pixels would blur every edge. */
function whole({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

function scaleOf(box: Box, ratio: number, wanted: 'model' | 'css' | 'device'): number {
  if (wanted === 'device') return ratio;
  if (wanted === 'css') return 1;
  return Math.min(1, LONGEST_SIDE / Math.max(box.width, box.height));
}

/** Browsers without a DevTools session: as Playwright takes them, one pixel for one CSS pixel. */
async function takePlainly(
  tab: Tab,
  options: ScreenshotOptions,
  type: ImageType,
  quality: number | undefined,
): Promise<Screenshot> {
  const scale = options.scale === 'device' ? ('device' as const) : ('css' as const);
  const target = options.target === undefined ? undefined : await resolveTarget(tab, options.target);
  const settings = given({ type, quality, scale, signal: options.signal });
  const bytes = target
    ? await target.screenshot(settings)
    : await tab.page.screenshot({ ...settings, fullPage: options.fullPage ?? false });
  const box = (await target?.boundingBox()) ?? tab.page.viewportSize() ?? { width: 0, height: 0 };
  const size = { width: Math.round(box.width), height: Math.round(box.height) };
  return { bytes, mimeType: `image/${type}`, ...size, scale: 1 };
}
