import { fault } from '../../kernel/fault.ts';
import type { Picture } from './picture.ts';

export const FORMATS = ['png', 'jpeg', 'webp'] as const;
export type Format = (typeof FORMATS)[number];

export interface EncodeOptions {
  readonly format?: Format | undefined;
  /** 1 to 100, for jpeg and webp. */
  readonly quality?: number | undefined;
  /** The longest side of the result; larger pictures are scaled down. */
  readonly maxDimension?: number | undefined;
}

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly mimeType: `image/${Format}`;
  readonly width: number;
  readonly height: number;
  /** Pixels of the result for one of the picture: divide by it to get back to the picture. */
  readonly scale: number;
}

/** Little effort for size: a screenshot is passed on once, and somebody waits for it. */
const PNG_LEVEL = 3;
const DEFAULT_QUALITY = 90;

/** From pixels alone: whatever a file may have carried besides is not in the result. */
export async function encodePicture(picture: Picture, options: EncodeOptions = {}): Promise<Encoded> {
  const { format = 'png', quality = DEFAULT_QUALITY, maxDimension } = options;
  const sharp = await loadSharp();
  const { width, height, pixels } = picture;
  const longest = Math.max(width, height);
  const scale = maxDimension && longest > maxDimension ? maxDimension / longest : 1;
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  const scaled = scale === 1 ? raw : raw.resize({ ...size, fit: 'fill' });
  const encoded =
    format === 'png' ? scaled.png({ compressionLevel: PNG_LEVEL }) : scaled.toFormat(format, { quality });
  return { bytes: await encoded.toBuffer(), mimeType: `image/${format}`, ...size, scale };
}

/** Three screens of the largest kind; a file of kilobytes may claim to be more, and would take gigabytes. */
const MOST_PIXELS = 100_000_000;
/** Pictures of pixels: an SVG is a document, which can be made to draw for hours. */
const TAKEN = new Set(['png', 'jpeg', 'webp', 'gif', 'heif', 'tiff']);

/** Any picture file that a browser or a desktop may give. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS });
    const { format } = await picture.metadata();
    if (!TAKEN.has(format)) throw new Error(`${format} is no picture of pixels`);
    const { data, info } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({
      resolveWithObject: true,
    });
    // Of a Buffer a slice is no copy.
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return { width: info.width, height: info.height, pixels };
  } catch (cause) {
    throw fault('PICTURE_UNREADABLE', { what: 'What was given' }, cause);
  }
}

async function loadSharp() {
  try {
    return (await import('sharp')).default;
  } catch (cause) {
    throw fault('PACKAGE_MISSING', { name: 'sharp', purpose: 'Reading and writing pictures' }, cause);
  }
}
