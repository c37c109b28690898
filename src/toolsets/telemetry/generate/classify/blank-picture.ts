import { readFile, stat } from 'node:fs/promises';
import { decodePicture } from '../../../../engines/screen/encode-picture.ts';
import { breather } from '../../../../kernel/breathe.ts';

const MOST_BYTES = 50_000_000;
/** What JPEG makes of one colour differs by that much. */
const ALIKE = 3;

/** Whether a picture is of one colour. */
export async function isBlankPicture(path: string): Promise<boolean> {
  if ((await stat(path)).size > MOST_BYTES) throw new Error('it is too large');
  const { pixels, width } = await decodePicture(await readFile(path));
  const breathe = breather();
  for (let at = 0; at < pixels.length; at += 4) {
    if (at % (width * 4) === 0) await breathe();
    for (let channel = 0; channel < 3; channel++)
      if (Math.abs(pixels[at + channel]! - pixels[channel]!) > ALIKE) return false;
  }
  return true;
}
