import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Frame } from '../socket.ts';
import { eachFrame } from './looking.ts';

/** Keeps a canvas to what a page looks like. Gives the size of the page in it, once there is a picture. */
export function usePicture(
  canvas: RefObject<HTMLCanvasElement>,
  page: string,
  isWhole: boolean,
): RefObject<Pick<Frame, 'width' | 'height'>> {
  const size = useRef<Pick<Frame, 'width' | 'height'>>(null);
  useEffect(() => {
    let turn = 0;
    let drawn = 0;
    return eachFrame(page, isWhole, (frame) => {
      const mine = ++turn;
      void draw(canvas.current, frame, () => {
        const isNews = mine > drawn;
        if (isNews) drawn = mine;
        return isNews;
      }).then((isDrawn) => {
        if (isDrawn) size.current = frame;
      });
    });
  }, [page, isWhole]);
  return size;
}

async function draw(
  canvas: HTMLCanvasElement | null,
  { bytes }: Frame,
  isNews: () => boolean,
): Promise<boolean> {
  // What is no picture is left out; nothing else can come of it.
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })).catch(() => undefined);
  if (!bitmap || !canvas || !isNews()) return false;
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  canvas.dataset.drawn = String(Number(canvas.dataset.drawn ?? 0) + 1);
  bitmap.close();
  return true;
}
