import { shapesOfMark } from '../../../contract/drawn-shapes.ts';
import type { DrawnMark } from '../../../contract/marks.ts';
import type { FrozenPage } from '../../../engines/browser/marks/frozen-page.ts';
import { picturesOf, viewAround } from '../../../engines/browser/marks/look-at-mark.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
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
  const part = partAround(around, picture);
  return { marked: await file(cropPicture(drawn, part)), plain: await file(cropPicture(picture, part)) };
}

/** The page itself, as its person sees it. */
export async function pageCamera(tab: Tab, around?: Pick<DrawnMark, 'box' | 'viewport'>) {
  if (!around) return picturesOf(tab);
  const { marked, plain } = await picturesOf(tab, 'css');
  const cut = async (bytes: Uint8Array) => {
    const picture = await decodePicture(bytes);
    return (await encodePicture(cropPicture(picture, partAround(around, picture)))).bytes;
  };
  return { marked: await cut(marked), plain: await cut(plain) };
}

function partAround(
  { box }: Pick<DrawnMark, 'box'>,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const view = viewAround({ box, viewport: { width, height } });
  return {
    x: Math.floor(view.x),
    y: Math.floor(view.y),
    w: Math.floor(view.width),
    h: Math.floor(view.height),
  };
}
