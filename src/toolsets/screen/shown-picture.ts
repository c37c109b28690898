import {
  decodePicture,
  type Encoded,
  encodePicture,
  type Format,
} from '../../engines/screen/encode-picture.ts';
import type { Picture } from '../../engines/screen/picture.ts';
import type { ScreenshotInfo } from '../../engines/screen/shelf/shelf.ts';
import { type Block, image } from '../../kernel/content.ts';
import { notWritable } from '../../kernel/fault.ts';
import { writeDirectly } from '../../kernel/open-directly.ts';
import type { Call } from '../../kernel/tool.ts';
import type { ScreenDeps } from './deps.ts';

/** What models look at without scaling it down themselves. */
export const LONGEST_SIDE = 1568;
/** Resources and prompts cannot put a part of their answer into a file. */
const MOST_BYTES = 2_900_000;

export interface Shown {
  readonly block: Block;
  /** Size of the delivered picture, where it differs from the full one that coordinates refer to. */
  readonly delivered:
    | { readonly image: { width: number; height: number; scale: number } }
    | Record<never, never>;
}

/** A picture for an answer, as large and in the format as asked. */
export async function showPicture(
  picture: Picture,
  args: { readonly format?: Format; readonly max_dimension?: number | undefined },
  { settings }: Pick<ScreenDeps, 'settings'>,
): Promise<Shown> {
  const { capture } = await settings.current();
  const encoded = await encodePicture(picture, {
    format: args.format,
    quality: capture.jpegQuality,
    maxDimension: args.max_dimension ?? LONGEST_SIDE,
  });
  return { block: image(encoded.bytes, encoded.mimeType), delivered: deliveredOf(encoded) };
}

/** Writes the picture in its full size to the file that was asked for, and says where it is. */
export async function savePicture(
  picture: Picture,
  {
    args,
    deps,
    caller,
  }: Call<{ readonly filename?: string | undefined; readonly format?: Format }, ScreenDeps>,
): Promise<{ readonly path?: string }> {
  if (args.filename === undefined) return {};
  const path = await deps.output.reserve(caller, args.filename, false);
  const { capture } = await deps.settings.current();
  const { bytes } = await encodePicture(picture, { format: args.format, quality: capture.jpegQuality });
  await writeDirectly(path, bytes).catch((cause: unknown) => {
    throw notWritable(path, cause);
  });
  await deps.output.wrote(path);
  return { path };
}

function deliveredOf({ width, height, scale }: Encoded): Shown['delivered'] {
  if (scale === 1) return {};
  return { image: { width, height, scale: Math.round(scale * 10_000) / 10_000 } };
}

/** A PNG that fits into one message, smaller than the picture only if it must be. */
export async function fittingPng(picture: Picture, maxDimension?: number): Promise<Encoded> {
  let side = maxDimension ?? Math.max(picture.width, picture.height);
  for (;;) {
    const encoded = await encodePicture(picture, { maxDimension: side });
    if (encoded.bytes.length <= MOST_BYTES) return encoded;
    side = Math.floor(Math.max(encoded.width, encoded.height) * 0.75);
  }
}

/** A stored PNG as it is, or a smaller one where it does not fit into a message. */
export async function fittingFile(
  png: Uint8Array,
): Promise<{ bytes: Uint8Array } & Pick<Shown, 'delivered'>> {
  if (png.length <= MOST_BYTES) return { bytes: png, delivered: {} };
  const encoded = await fittingPng(await decodePicture(png));
  return { bytes: encoded.bytes, delivered: deliveredOf(encoded) };
}

/** What every answer tells of a screenshot. */
export const describe = ({ id, width, height, timestamp, mode, title, of }: ScreenshotInfo) => ({
  id,
  width,
  height,
  timestamp,
  mode,
  ...(title ? { title } : {}),
  ...(of ? { of } : {}),
});
