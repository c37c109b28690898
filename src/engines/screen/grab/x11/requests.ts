/** The few requests of the X protocol that looking at a screen takes, as bytes and back. */
import type { Box } from '../../picture.ts';
import type { MonitorInfo } from '../grabber.ts';
import { pad4 } from './server-setup.ts';
import type { X11Connection } from './x11-connection.ts';

const OPCODE = {
  getWindowAttributes: 3,
  getGeometry: 14,
  queryTree: 15,
  internAtom: 16,
  getAtomName: 17,
  getProperty: 20,
  translateCoordinates: 40,
  freePixmap: 54,
  getImage: 73,
  queryExtension: 98,
};

/** Opcode, the byte after it, two bytes for the length that the connection fills in, then words of 32 bits. */
function words(opcode: number, detail: number, ...values: readonly number[]): Buffer {
  const request = Buffer.alloc(4 + values.length * 4);
  request.writeUInt8(opcode, 0);
  request.writeUInt8(detail, 1);
  values.forEach((value, i) => {
    request.writeUInt32LE(value >>> 0, 4 + i * 4);
  });
  return request;
}

/** Two numbers of 16 bits in one word. */
const pair = (low: number, high: number) => ((high & 0xffff) << 16) | (low & 0xffff);

function named(opcode: number, detail: number, name: string): Buffer {
  const text = Buffer.from(name, 'latin1');
  const request = Buffer.alloc(8 + pad4(text.length));
  request.writeUInt8(opcode, 0);
  request.writeUInt8(detail, 1);
  request.writeUInt16LE(text.length, 4);
  text.copy(request, 8);
  return request;
}

export async function getAttributes(x: X11Connection, window: number) {
  const reply = await x.ask(words(OPCODE.getWindowAttributes, 0, window));
  return {
    visual: reply.readUInt32LE(8),
    isInputOnly: reply.readUInt16LE(12) === 2,
    isViewable: reply.readUInt8(26) === 2,
  };
}

export async function getGeometry(x: X11Connection, drawable: number) {
  const reply = await x.ask(words(OPCODE.getGeometry, 0, drawable));
  return {
    depth: reply.readUInt8(1),
    x: reply.readInt16LE(12),
    y: reply.readInt16LE(14),
    width: reply.readUInt16LE(16),
    height: reply.readUInt16LE(18),
    border: reply.readUInt16LE(20),
  };
}

/** Parent and children, the children from the back to the front. */
export async function queryTree(x: X11Connection, window: number) {
  const reply = await x.ask(words(OPCODE.queryTree, 0, window));
  const count = reply.readUInt16LE(16);
  const children = Array.from({ length: count }, (_, i) => reply.readUInt32LE(32 + i * 4));
  return { parent: reply.readUInt32LE(12), children };
}

export async function internAtom(x: X11Connection, name: string): Promise<number> {
  return (await x.ask(named(OPCODE.internAtom, 0, name))).readUInt32LE(8);
}

async function getAtomName(x: X11Connection, atom: number): Promise<string> {
  const reply = await x.ask(words(OPCODE.getAtomName, 0, atom));
  return reply.toString('latin1', 32, 32 + reply.readUInt16LE(8));
}

const MOST_WORDS = 65536;

/** Undefined when the window has no such property. */
export async function getProperty(x: X11Connection, window: number, property: number) {
  const reply = await x.ask(words(OPCODE.getProperty, 0, window, property, 0, 0, MOST_WORDS));
  const format = reply.readUInt8(1);
  if (format === 0) return undefined;
  const length = reply.readUInt32LE(16) * (format / 8);
  return { atom: reply.readUInt32LE(8), bytes: reply.subarray(32, 32 + length) };
}

/** Where the window's own corner lies on the root window. */
export async function positionOnRoot(x: X11Connection, window: number): Promise<{ x: number; y: number }> {
  const reply = await x.ask(words(OPCODE.translateCoordinates, 0, window, x.screen.root, 0));
  return { x: reply.readInt16LE(12), y: reply.readInt16LE(14) };
}

const Z_PIXMAP = 2;
const PIXELS_AT = 32;

export async function getImage(x: X11Connection, drawable: number, box: Box) {
  const corner = pair(box.x, box.y);
  const size = pair(box.w, box.h);
  const reply = await x.ask(words(OPCODE.getImage, Z_PIXMAP, drawable, corner, size, 0xffffffff));
  return { depth: reply.readUInt8(1), visual: reply.readUInt32LE(8), bytes: reply.subarray(PIXELS_AT) };
}

/** The opcode of an extension; undefined where the server does not have it. */
async function queryExtension(x: X11Connection, name: string): Promise<number | undefined> {
  const reply = await x.ask(named(OPCODE.queryExtension, 0, name));
  return reply.readUInt8(8) === 1 ? reply.readUInt8(9) : undefined;
}

/** Every extension wants to be asked for its version before anything else. */
async function useExtension(x: X11Connection, name: string, major: number, minor: number) {
  const opcode = await queryExtension(x, name);
  if (opcode === undefined) return undefined;
  const reply = await x.ask(words(opcode, 0, major, minor));
  const [has, hasMinor] = [reply.readUInt32LE(8), reply.readUInt32LE(12)];
  return has > major || (has === major && hasMinor >= minor) ? opcode : undefined;
}

/** Undefined where the server knows no monitors (RANDR before 1.5). */
export async function getMonitors(x: X11Connection): Promise<MonitorInfo[] | undefined> {
  const randr = await useExtension(x, 'RANDR', 1, 5);
  if (randr === undefined) return undefined;
  const reply = await x.ask(words(randr, 42, x.screen.root, 1));
  const count = reply.readUInt32LE(12);
  const monitors: Promise<MonitorInfo>[] = [];
  let at = 32;
  for (let i = 0; i < count; i++) {
    const atom = reply.readUInt32LE(at);
    const rest = {
      isPrimary: reply.readUInt8(at + 4) === 1,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      width: reply.readUInt16LE(at + 12),
      height: reply.readUInt16LE(at + 14),
    };
    monitors.push(getAtomName(x, atom).then((name) => ({ name, ...rest })));
    at += 24 + reply.readUInt16LE(at + 6) * 4;
  }
  return Promise.all(monitors);
}

/** Its place is that of the hot spot; its bytes are a word a pixel: alpha, red, green, blue, premultiplied. */
export async function getCursor(x: X11Connection) {
  const fixes = await useExtension(x, 'XFIXES', 1, 0);
  if (fixes === undefined) return undefined;
  const reply = await x.ask(words(fixes, 4));
  return {
    x: reply.readInt16LE(8),
    y: reply.readInt16LE(10),
    width: reply.readUInt16LE(12),
    height: reply.readUInt16LE(14),
    hotX: reply.readUInt16LE(16),
    hotY: reply.readUInt16LE(18),
    bytes: reply.subarray(32),
  };
}

const AUTOMATIC = 0;

/** Windows kept whole off the screen, so that also their hidden parts can be seen. */
export async function useComposite(x: X11Connection) {
  const opcode = await useExtension(x, 'Composite', 0, 2);
  if (opcode === undefined) return undefined;
  return {
    redirect: (window: number) => x.tell(words(opcode, 1, window, AUTOMATIC)),
    unredirect: (window: number) => x.tell(words(opcode, 3, window, AUTOMATIC)),
    /** The pixmap that holds the window, as an id of ours; free it in the end. */
    async name(window: number): Promise<number> {
      const pixmap = x.newId();
      await x.tell(words(opcode, 6, window, pixmap));
      return pixmap;
    },
  };
}

export const freePixmap = (x: X11Connection, pixmap: number) => x.tell(words(OPCODE.freePixmap, 0, pixmap));
