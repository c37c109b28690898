import { shapesOfMark } from '../../../contract/drawn-shapes.ts';
import type { DrawnMark } from '../../../contract/marks.ts';
import type { FrozenPage } from '../../../engines/browser/marks/frozen-page.ts';
import { viewAround } from '../../../engines/browser/marks/look-at-mark.ts';
import { cropPicture } from '../../../engines/screen/compose.ts';
import { drawPicture } from '../../../engines/screen/draw/draw-picture.ts';
import { decodePicture, encodePicture } from '../../../engines/screen/encode-picture.ts';

type Mark = Pick<DrawnMark, 'number' | 'kind' | 'box' | 'points'>;

/** The frozen page with the marks and without them, as the page itself would be pictured. */
export async function frozenCamera(
  { bytes }: FrozenPage,
  marks: readonly Mark[],
  around?: Pick<DrawnMark, 'box' | 'viewport'>,
): Promise<{ readonly marked: Uint8Array; readonly plain: Uint8Array }> {
  const picture = await decodePicture(bytes);
  const drawn = await drawPicture(picture, marks.flatMap(shapesOfMark));
  const file = async (one: typeof picture) => (await encodePicture(one)).bytes;
  if (!around) return { marked: await file(drawn), plain: bytes };
  const view = viewAround({
    box: around.box,
    viewport: { width: picture.width, height: picture.height },
  });
  const part = {
    x: Math.floor(view.x),
    y: Math.floor(view.y),
    w: Math.floor(view.width),
    h: Math.floor(view.height),
  };
  return { marked: await file(cropPicture(drawn, part)), plain: await file(cropPicture(picture, part)) };
}
