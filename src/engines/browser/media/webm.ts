/** Writes WebM files, one track of VP8 pictures, each with its own time; and Matroska, of which WebM is a part. */

export interface VideoChunk {
  /** Milliseconds from the start. */
  readonly time: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

export interface VideoTrack {
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly chunks: readonly VideoChunk[];
}

/** Element ids of the format, as they stand in the file. */
const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
} as const;

const NANOSECONDS_A_TICK = 1_000_000;
const VIDEO = 1;
/** Times inside a cluster are 16 bits wide. */
const LONGEST_CLUSTER = 30_000;

export function writeWebm(track: VideoTrack): Buffer {
  const { head, opening } = beginning(track, 'webm', 'V_VP8');
  return Buffer.concat([head, element(ID.segment, [...opening, ...clusters(track.chunks)])]);
}

/** A segment that ends with its file. */
const OPEN_SEGMENT = Buffer.from('1853806701ffffffffffffff', 'hex');

/** JPEG files as they are, piece by piece: what players and editors read, but not browsers. */
export async function* writeMatroska(
  track: Omit<VideoTrack, 'chunks'>,
  chunks: AsyncIterable<VideoChunk>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { head, opening } = beginning(track, 'matroska', 'V_MJPEG');
  yield Buffer.concat([head, OPEN_SEGMENT, ...opening]);
  for await (const chunk of chunks) yield Buffer.concat(clusters([chunk]));
}

function beginning(track: Omit<VideoTrack, 'chunks'>, kind: 'webm' | 'matroska', codec: string) {
  const head = element(ID.ebml, [
    uint(ID.ebmlVersion, 1),
    uint(ID.ebmlReadVersion, 1),
    uint(ID.ebmlMaxIdLength, 4),
    uint(ID.ebmlMaxSizeLength, 8),
    text(ID.docType, kind),
    uint(ID.docTypeVersion, 2),
    uint(ID.docTypeReadVersion, 2),
  ]);
  const info = element(ID.info, [
    uint(ID.timecodeScale, NANOSECONDS_A_TICK),
    float(ID.duration, track.duration),
    text(ID.muxingApp, 'sensorium'),
    text(ID.writingApp, 'sensorium'),
  ]);
  const entry = element(ID.trackEntry, [
    uint(ID.trackNumber, 1),
    uint(ID.trackUid, 1),
    uint(ID.trackType, VIDEO),
    text(ID.codecId, codec),
    element(ID.video, [uint(ID.pixelWidth, track.width), uint(ID.pixelHeight, track.height)]),
  ]);
  return { head, opening: [info, element(ID.tracks, [entry])] };
}

function clusters(chunks: readonly VideoChunk[]): readonly Buffer[] {
  const groups: VideoChunk[][] = [];
  for (const chunk of chunks) {
    const group = groups.at(-1);
    if (!group || chunk.isKey || chunk.time - group[0]!.time > LONGEST_CLUSTER) groups.push([chunk]);
    else group.push(chunk);
  }
  return groups.map((group) => {
    const start = Math.round(group[0]!.time);
    return element(ID.cluster, [uint(ID.timecode, start), ...group.map((chunk) => block(chunk, start))]);
  });
}

function block({ time, isKey, data }: VideoChunk, clusterStart: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x81, 0); // track 1
  head.writeInt16BE(Math.round(time) - clusterStart, 1);
  head.writeUInt8(isKey ? 0x80 : 0, 3);
  return element(ID.simpleBlock, [head, data]);
}

function element(id: number, parts: readonly Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([bytesOf(id), sizeBytes(size), ...parts]);
}

const uint = (id: number, value: number) => element(id, [bytesOf(value)]);
const text = (id: number, value: string) => element(id, [Buffer.from(value)]);

function float(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, [bytes]);
}

/** Big-endian, without leading zeros. */
function bytesOf(value: number): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
}

/** Always eight bytes: a one, then the size in 56 bits. */
function sizeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(size));
  return bytes;
}
