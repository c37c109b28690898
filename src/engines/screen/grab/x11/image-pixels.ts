import type { Picture } from '../../picture.ts';
import type { ServerSetup, Visual } from './server-setup.ts';

const RGB: Visual = { red: 0xff0000, green: 0xff00, blue: 0xff };
const IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The server's pixels as RGBA. The usual ones, 32 bits blue first, are turned where they lie. */
export function toPicture(
  image: { readonly depth: number; readonly visual: number; readonly bytes: Buffer },
  width: number,
  height: number,
  setup: ServerSetup,
): Picture {
  const format = setup.formats.find(({ depth }) => depth === image.depth);
  const bits = format?.bitsPerPixel ?? 32;
  const visual = visualOf(setup, image.visual) ?? (image.depth === 16 ? RGB565 : RGB);
  const isUsual = bits === 32 && !setup.isBigEndian && IS_LITTLE && visual.red === 0xff0000;
  const pixels =
    isUsual && image.bytes.byteOffset % 4 === 0
      ? turned(image.bytes, width * height)
      : decoded(image.bytes, { width, height, bits, pad: format?.scanlinePad ?? 32, visual }, setup);
  return { width, height, pixels };
}

const RGB565: Visual = { red: 0xf800, green: 0x7e0, blue: 0x1f };

function visualOf(setup: ServerSetup, id: number): Visual | undefined {
  for (const screen of setup.screens) {
    const found = screen.visuals.get(id);
    if (found && found.red !== 0) return found;
  }
  return undefined;
}

function turned(bytes: Buffer, count: number): Uint8Array {
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, count);
  for (let i = 0; i < count; i++) {
    const pixel = pixels[i]!;
    pixels[i] = 0xff000000 | ((pixel & 0xff) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 0xff);
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, count * 4);
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly pad: number;
  readonly visual: Visual;
}

function decoded(bytes: Buffer, layout: Layout, { isBigEndian }: ServerSetup): Uint8Array {
  const { width, height, bits, pad, visual } = layout;
  const step = bits / 8;
  const stride = (Math.ceil((width * bits) / pad) * pad) / 8;
  const channels = [visual.red, visual.green, visual.blue].map(channelOf);
  const pixels = new Uint8Array(width * height * 4);
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to += 4) {
      const from = row * stride + column * step;
      const pixel = isBigEndian ? bytes.readUIntBE(from, step) : bytes.readUIntLE(from, step);
      for (let i = 0; i < 3; i++) pixels[to + i] = channels[i]!(pixel);
      pixels[to + 3] = 255;
    }
  }
  return pixels;
}

/** Picks the bits of one colour out of a pixel and stretches them to 0..255. */
function channelOf(mask: number): (pixel: number) => number {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift || 1;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}

/** Words of alpha, red, green, blue, as the cursor has them. */
export function cursorPicture(bytes: Buffer, width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const word = bytes.readUInt32LE(i * 4);
    pixels.set([(word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff, word >>> 24], i * 4);
  }
  return { width, height, pixels };
}
