const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** What the pixels need, and how their colours are meant; whatever else a file carries is none of the picture. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'IDAT', 'IEND']);
/** Length and type before the data of a chunk, its sum behind. */
const [HEAD, SUM] = [8, 4];

export interface PlainPng {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A PNG file with nothing but its pixels, without a look at them; undefined for other files. */
export function plainPng(file: Uint8Array): PlainPng | undefined {
  const all = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!all.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const kept: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length, type = ''; type !== 'IEND'; ) {
    const end = at + HEAD + SUM <= all.length ? at + HEAD + all.readUInt32BE(at) + SUM : Infinity;
    if (end > all.length) return undefined;
    type = all.toString('latin1', at + 4, at + HEAD);
    if (KEPT.has(type)) kept.push(all.subarray(at, end));
    at = end;
  }
  const [, header] = kept;
  if (header?.toString('latin1', 4, HEAD) !== 'IHDR' || header.length < HEAD + 8) return undefined;
  return {
    width: header.readUInt32BE(HEAD),
    height: header.readUInt32BE(HEAD + 4),
    bytes: Buffer.concat(kept),
  };
}
