import sharp from 'sharp';
import type { Picture } from '../src/engines/screen/picture.ts';
import type { Page } from './corpus/corpus.ts';

export async function pictureOf({ png }: Page): Promise<Picture> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}
