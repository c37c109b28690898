import { setTimeout as pause } from 'node:timers/promises';
import { fault } from '../../../../kernel/fault.ts';
import { areaOf, type Picture, sharedBox } from '../../picture.ts';
import type { WindowInfo } from '../grabber.ts';
import { toPicture } from './image-pixels.ts';
import {
  freePixmap,
  getAttributes,
  getGeometry,
  getImage,
  getProperty,
  internAtom,
  positionOnRoot,
  queryTree,
  useComposite,
} from './requests.ts';
import { type X11Connection, X11Error } from './x11-connection.ts';

const ATOMS = {
  stacking: '_NET_CLIENT_LIST_STACKING',
  clients: '_NET_CLIENT_LIST',
  title: '_NET_WM_NAME',
  plainTitle: 'WM_NAME',
  wmClass: 'WM_CLASS',
  state: 'WM_STATE',
  utf8: 'UTF8_STRING',
} as const;
type Atoms = Readonly<Record<keyof typeof ATOMS, number>>;

/** How deep a window manager may hide a program's window in its own. */
const DEPTH = 3;

/** The programs' windows from the front to the back. */
export async function listWindows(x: X11Connection): Promise<WindowInfo[]> {
  const atoms = await internAtoms(x);
  const ids = (await managedWindows(x, atoms)) ?? (await foundWindows(x, atoms));
  const windows = await Promise.all(ids.map((id) => unlessGone(describe(x, atoms, id))));
  return windows.filter((window) => window !== undefined);
}

async function internAtoms(x: X11Connection): Promise<Atoms> {
  const entries = Object.entries(ATOMS).map(async ([key, name]) => [key, await internAtom(x, name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Atoms;
}

/** As the window manager lists them; undefined where there is none that does. */
async function managedWindows(x: X11Connection, atoms: Atoms): Promise<number[] | undefined> {
  const { root } = x.screen;
  const list = (await getProperty(x, root, atoms.stacking)) ?? (await getProperty(x, root, atoms.clients));
  if (!list) return undefined;
  const ids = Array.from({ length: list.bytes.length / 4 }, (_, i) => list.bytes.readUInt32LE(i * 4));
  return ids.reverse();
}

/** Without a list: those with a title on the root window, or inside a frame on it. */
async function foundWindows(x: X11Connection, atoms: Atoms): Promise<number[]> {
  const { children } = await queryTree(x, x.screen.root);
  const found = await Promise.all(children.map((child) => unlessGone(titledWindow(x, atoms, child, DEPTH))));
  return found.filter((id) => id !== undefined).reverse();
}

async function titledWindow(
  x: X11Connection,
  atoms: Atoms,
  window: number,
  depth: number,
): Promise<number | undefined> {
  const [attributes, title] = await Promise.all([getAttributes(x, window), titleOf(x, atoms, window)]);
  if (attributes.isInputOnly) return undefined;
  if (title !== '') {
    // Programs keep windows that were never shown; one that a manager hides has a state.
    const isShown = attributes.isViewable || (await getProperty(x, window, atoms.state)) !== undefined;
    return isShown ? window : undefined;
  }
  if (depth === 0) return undefined;
  const { children } = await queryTree(x, window);
  for (const child of children.reverse()) {
    const inner = await titledWindow(x, atoms, child, depth - 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

async function describe(x: X11Connection, atoms: Atoms, id: number): Promise<WindowInfo> {
  const [title, app, geometry, attributes, position] = await Promise.all([
    titleOf(x, atoms, id),
    appOf(x, atoms, id),
    getGeometry(x, id),
    getAttributes(x, id),
    positionOnRoot(x, id),
  ]);
  const { width, height } = geometry;
  return { id, title, app, ...position, width, height, isVisible: attributes.isViewable };
}

async function titleOf(x: X11Connection, atoms: Atoms, window: number): Promise<string> {
  const title = await getProperty(x, window, atoms.title);
  if (title && title.bytes.length > 0) return title.bytes.toString('utf8');
  const plain = await getProperty(x, window, atoms.plainTitle);
  if (!plain) return '';
  return plain.bytes.toString(plain.atom === atoms.utf8 ? 'utf8' : 'latin1').replace(/\0+$/, '');
}

/** Two strings with an end mark each: the instance and the class; the class is the program. */
async function appOf(x: X11Connection, atoms: Atoms, window: number): Promise<string> {
  const property = await getProperty(x, window, atoms.wmClass);
  const [instance = '', name = ''] = property?.bytes.toString('latin1').split('\0') ?? [];
  return name || instance;
}

/** A window may close while it is being looked at. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof X11Error) return undefined;
    throw error;
  }
}

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
    await unlessGone(freePixmap(x, pixmap));
  }
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
  const asked = Promise.all([getAttributes(x, id), getGeometry(x, id), positionOnRoot(x, id)]);
  const found = await unlessGone(asked);
  if (!found) return false;
  const [{ isViewable, isInputOnly }, size, position] = found;
  const doMeet = sharedBox(areaOf({ ...size, ...position }), areaOf(window)) !== undefined;
  return isViewable && !isInputOnly && doMeet;
}
