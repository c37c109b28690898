import type { GreyPicture } from './grey-picture.ts';

const short = 3;
const long = 4;
const rational = 5;
const entryBytes = 12;

/** Many grey pictures in one uncompressed file: one start of the native program then reads them all. */
export function toTiff(pictures: readonly GreyPicture[]): Uint8Array {
  const bytes = pictures.reduce((sum, { pixels }) => sum + even(pixels.length) + directoryBytes, 8);
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  let link = 4;
  let at = 8;
  for (const { width, height, pixels } of pictures) {
    file.set(pixels, at);
    const directory = at + even(pixels.length);
    view.setUint32(link, directory, true);
    link = writeDirectory(view, directory, { width, height, at, bytes: pixels.length });
    at = directory + directoryBytes;
  }
  return file;
}

const even = (value: number) => value + (value % 2);
const fields = 12;
const directoryBytes = 2 + fields * entryBytes + 4 + 8;

interface Strip {
  readonly width: number;
  readonly height: number;
  readonly at: number;
  readonly bytes: number;
}

/** Returns where the place of the next directory is to be written. */
function writeDirectory(view: DataView, start: number, { width, height, at, bytes }: Strip): number {
  const resolution = start + directoryBytes - 8;
  const entries: [tag: number, format: number, value: number][] = [
    [256, long, width],
    [257, long, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 1],
    [273, long, at],
    [277, short, 1],
    [278, long, height],
    [279, long, bytes],
    [282, rational, resolution],
    [283, rational, resolution],
    [296, short, 2],
  ];
  view.setUint16(start, fields, true);
  for (const [index, [tag, format, value]] of entries.entries()) {
    const place = start + 2 + index * entryBytes;
    view.setUint16(place, tag, true);
    view.setUint16(place + 2, format, true);
    view.setUint32(place + 4, 1, true);
    if (format === short) view.setUint16(place + 8, value, true);
    else view.setUint32(place + 8, value, true);
  }
  // 300 pixels an inch, so that the program does not guess.
  view.setUint32(resolution, 300, true);
  view.setUint32(resolution + 4, 1, true);
  return start + 2 + fields * entryBytes;
}
