import { setTimeout as pause } from 'node:timers/promises';
import { fault } from '../../../../kernel/fault.ts';
import { areaOf, sharedBox } from '../../box.ts';
import type { Picture } from '../../picture.ts';
import type { WindowInfo } from '../capture.ts';
import { toPicture } from './image-pixels.ts';
import {
  freePixmap,
  getAttributes,
  getGeometry,
  getImage,
  positionOnRoot,
  queryTree,
  useComposite,
} from './requests.ts';
import { type X11Connection, X11Error } from './x11-connection.ts';

/** How long a program gets to paint what was covered, and how often we look whether it has. */
const PAINT_STEP_MS = 60;
const PAINT_STEPS = 12;

/** A window's own pixels, also where others cover it or the screen ends. */
export async function windowPixels(
  x: X11Connection,
  window: WindowInfo,
  signal: AbortSignal | undefined,
): Promise<Picture> {
  const composite = await useComposite(x);
  if (!composite) return visiblePixels(x, window);
  const isCovered = await isPartlyHidden(x, window);
  await composite.redirect(window.id);
  try {
    if (!isCovered) return await pixmapPixels(x, composite, window);
    // A program paints its covered parts only now that they are kept: wait until the picture stays the same.
    let last = await pixmapPixels(x, composite, window);
    for (let step = 0, same = 0; step < PAINT_STEPS && same < 2; step++) {
      await pause(PAINT_STEP_MS, undefined, signal ? { signal } : {});
      const next = await pixmapPixels(x, composite, window);
      same = Buffer.compare(last.pixels, next.pixels) === 0 ? same + 1 : 0;
      last = next;
    }
    return last;
  } finally {
    // The connection is about to be closed, which undoes it too.
    await composite.unredirect(window.id).catch(() => {});
  }
}

type Composite = NonNullable<Awaited<ReturnType<typeof useComposite>>>;

async function pixmapPixels(x: X11Connection, composite: Composite, { id }: WindowInfo): Promise<Picture> {
  const pixmap = await composite.name(id);
  try {
    const [{ border, width, height, depth }, { visual }] = await Promise.all([
      getGeometry(x, id),
      getAttributes(x, id),
    ]);
    const image = await getImage(x, pixmap, { x: border, y: border, w: width, h: height });
    // A pixmap has no visual of its own; it looks as its window does.
    return toPicture({ ...image, depth, visual }, width, height, x.setup);
  } finally {
    await freePixmap(x, pixmap).catch(ignoreRefusal);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof X11Error)) throw error;
}

/** Without Composite: what can be seen of it on the root window. */
async function visiblePixels(x: X11Connection, window: WindowInfo): Promise<Picture> {
  const seen = sharedBox(areaOf(window), areaOf(x.screen));
  if (!seen) throw fault('WINDOW_HIDDEN', { title: window.title });
  return toPicture(await getImage(x, x.screen.root, seen), seen.w, seen.h, x.setup);
}

/** Whether something lies over it, or it hangs over the edge of the screen. */
async function isPartlyHidden(x: X11Connection, window: WindowInfo): Promise<boolean> {
  const seen = sharedBox(areaOf(window), areaOf(x.screen));
  if (seen?.w !== window.width || seen.h !== window.height) return true;
  for (let id = window.id; id !== x.screen.root; ) {
    const { parent } = await queryTree(x, id);
    if (parent === 0) return false;
    const { children } = await queryTree(x, parent);
    const above = children.slice(children.indexOf(id) + 1);
    const covers = await Promise.all(above.map((other) => lieOver(x, other, window)));
    if (covers.includes(true)) return true;
    id = parent;
  }
  return false;
}

async function lieOver(x: X11Connection, id: number, window: WindowInfo): Promise<boolean> {
  try {
    const [{ isViewable, isInputOnly }, size, position] = await Promise.all([
      getAttributes(x, id),
      getGeometry(x, id),
      positionOnRoot(x, id),
    ]);
    const doMeet = sharedBox(areaOf({ ...size, ...position }), areaOf(window)) !== undefined;
    return isViewable && !isInputOnly && doMeet;
  } catch (error) {
    if (error instanceof X11Error) return false; // it closed meanwhile
    throw error;
  }
}
