/** One byte a pixel, row by row; 0 is black. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The raw format that every Tesseract reads without a decoder of its own. */
export function toPgm({ width, height, pixels }: GreyPicture): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  return file;
}

/** Scaled with a Lanczos kernel of three lobes, rows and columns one after the other; wider still when stretched. */
export function scale(picture: GreyPicture, factor: number, stretch = 1): GreyPicture {
  if (factor === 1 && stretch === 1) return picture;
  const width = Math.max(1, Math.round(picture.width * factor * stretch));
  const height = Math.max(1, Math.round(picture.height * factor));
  const columns = weights(picture.width, width);
  const rows = weights(picture.height, height);
  const wide = new Float32Array(width * picture.height);
  for (let x = 0; x < width; x++) {
    const { first, values } = columns[x]!;
    for (let y = 0; y < picture.height; y++) {
      let sum = 0;
      const at = y * picture.width + first;
      for (let i = 0; i < values.length; i++) sum += values[i]! * picture.pixels[at + i]!;
      wide[y * width + x] = sum;
    }
  }
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const { first, values } = rows[y]!;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let i = 0; i < values.length; i++) sum += values[i]! * wide[(first + i) * width + x]!;
      pixels[y * width + x] = sum;
    }
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) };
}

/** For each target pixel: the first source pixel that it depends on, and the shares from there. */
function weights(from: number, to: number): { first: number; values: Float32Array }[] {
  const ratio = from / to;
  const spread = Math.max(1, ratio);
  return Array.from({ length: to }, (_, index) => {
    const middle = (index + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(middle - 3 * spread));
    const last = Math.min(from - 1, Math.floor(middle + 3 * spread));
    const values = new Float32Array(last - first + 1);
    let sum = 0;
    for (let i = 0; i < values.length; i++) {
      values[i] = lanczos((first + i - middle) / spread);
      sum += values[i]!;
    }
    return { first, values: values.map((value) => value / sum) };
  });
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= 3) return 0;
  const angle = Math.PI * x;
  return (3 * Math.sin(angle) * Math.sin(angle / 3)) / (angle * angle);
}
