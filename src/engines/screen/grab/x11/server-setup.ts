/** What the X server tells about itself when a client connects. */
export interface ServerSetup {
  readonly idBase: number;
  readonly idMask: number;
  readonly isBigEndian: boolean;
  readonly formats: readonly Readonly<Record<'depth' | 'bitsPerPixel' | 'scanlinePad', number>>[];
  readonly screens: readonly Screen[];
}

interface Screen {
  readonly root: number;
  readonly width: number;
  readonly height: number;
  readonly visuals: ReadonlyMap<number, Visual>;
}

/** Which bits of a pixel carry which colour. */
export interface Visual {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Everything in the protocol begins at a multiple of four bytes. */
export const pad4 = (length: number) => (length + 3) & ~3;

/** `body` is what follows the first eight bytes of a successful answer. */
export function parseSetup(body: Buffer): ServerSetup {
  const vendorLength = body.readUInt16LE(16);
  const screenCount = body.readUInt8(20);
  const formatCount = body.readUInt8(21);
  let at = 32 + pad4(vendorLength);
  const formats = Array.from({ length: formatCount }, (_, i) => {
    const start = at + i * 8;
    return { depth: body[start]!, bitsPerPixel: body[start + 1]!, scanlinePad: body[start + 2]! };
  });
  at += formatCount * 8;
  const screens: Screen[] = [];
  for (let i = 0; i < screenCount; i++) {
    const { screen, next } = parseScreen(body, at);
    screens.push(screen);
    at = next;
  }
  return {
    idBase: body.readUInt32LE(4),
    idMask: body.readUInt32LE(8),
    isBigEndian: body.readUInt8(22) === 1,
    formats,
    screens,
  };
}

function parseScreen(body: Buffer, start: number): { screen: Screen; next: number } {
  const visuals = new Map<number, Visual>();
  const depthCount = body.readUInt8(start + 39);
  let at = start + 40;
  for (let depth = 0; depth < depthCount; depth++) {
    const visualCount = body.readUInt16LE(at + 2);
    at += 8;
    for (let i = 0; i < visualCount; i++, at += 24) {
      visuals.set(body.readUInt32LE(at), {
        red: body.readUInt32LE(at + 8),
        green: body.readUInt32LE(at + 12),
        blue: body.readUInt32LE(at + 16),
      });
    }
  }
  const screen = {
    root: body.readUInt32LE(start),
    width: body.readUInt16LE(start + 20),
    height: body.readUInt16LE(start + 22),
    visuals,
  };
  return { screen, next: at };
}
