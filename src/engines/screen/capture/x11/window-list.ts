import type { WindowInfo } from '../capture.ts';
import {
  type Attributes,
  getAttributes,
  getGeometry,
  getProperty,
  internAtom,
  positionOnRoot,
  queryTree,
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
  if (title !== '') return (await isShown(x, atoms, window, attributes)) ? window : undefined;
  if (depth === 0) return undefined;
  const { children } = await queryTree(x, window);
  for (const child of children.reverse()) {
    const inner = await titledWindow(x, atoms, child, depth - 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Programs keep windows that were never shown; one that a manager hides has a state. */
async function isShown(x: X11Connection, atoms: Atoms, window: number, attributes: Attributes) {
  return attributes.isViewable || (await getProperty(x, window, atoms.state)) !== undefined;
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
