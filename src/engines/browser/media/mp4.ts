/**
 * Finishes the MP4 files that Chromium records: pieces of some pictures each, so that what is there can be played
 * whenever the recording breaks off. Only how long it is stands in no place where players look.
 */
import type { FileHandle } from 'node:fs/promises';

export interface Mp4Facts {
  /** Up to here it is whole. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly type: string;
  /** Where it begins, and what follows it. */
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const HEAD = 8;
const LONG_HEAD = 16;
/** Boxes of the head and of pieces are small; one that claims more is no file of ours. */
const MOST_HEAD = 1 << 20;
const PARENTS = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);

/** Writes the length into the head, cuts off a piece that is not whole; undefined when no picture is in it. */
export async function finishMp4(file: FileHandle): Promise<Mp4Facts | undefined> {
  const { size } = await file.stat();
  let head: { readonly at: number; readonly boxes: ReadonlyMap<string, Buffer> } | undefined;
  let whole = 0;
  let frames = 0;
  let ticks = 0;
  let piece: { readonly frames: number; readonly end: number } | undefined;
  for (let at = 0; ; ) {
    const box = await boxAt(file, at, size);
    if (!box) break;
    if (box.type === 'moov') head = { at: box.start, boxes: await leavesOf(file, box) };
    if (box.type === 'moof') piece = pieceOf(await leavesOf(file, box));
    // A piece counts once its pictures are there.
    if (box.type === 'mdat' && piece) {
      frames += piece.frames;
      ticks = piece.end;
      piece = undefined;
    }
    at = box.end;
    if (!piece) whole = at;
  }
  if (!head || frames === 0) return undefined;
  const [movie, track, media] = ['mvhd', 'tkhd', 'mdhd'].map((type) => head.boxes.get(type));
  if (!movie || !track || !media) return undefined;
  const scale = timescaleOf(media);
  const duration = (ticks / scale) * 1000;
  const inMovie = Math.round((duration / 1000) * timescaleOf(movie));
  setDuration(movie, inMovie);
  setDuration(media, ticks);
  setTrackDuration(track, inMovie);
  for (const box of [movie, track, media]) await file.write(box, 0, box.length, placeOf(box));
  await file.truncate(whole);
  return {
    bytes: whole,
    duration,
    frames,
    width: track.readUInt32BE(track.length - 8) >>> 16,
    height: track.readUInt32BE(track.length - 4) >>> 16,
  };
}

const places = new WeakMap<Buffer, number>();
const placeOf = (box: Buffer) => places.get(box)!;

/** The box that begins here, if all of it is there. */
async function boxAt(file: FileHandle, start: number, size: number): Promise<Box | undefined> {
  if (start + HEAD > size) return undefined;
  const head = Buffer.alloc(LONG_HEAD);
  await file.read(head, 0, LONG_HEAD, start);
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short;
  const end = start + length;
  if (length < HEAD || end > size) return undefined;
  return { type: head.toString('latin1', 4, 8), start, body: start + (isLong ? LONG_HEAD : HEAD), end };
}

/** The boxes inside that hold something themselves, by type; of each the content. */
async function leavesOf(file: FileHandle, { body, end }: Box): Promise<ReadonlyMap<string, Buffer>> {
  const leaves = new Map<string, Buffer>();
  if (end - body > MOST_HEAD) return leaves;
  for (let at = body; at < end; ) {
    const box = await boxAt(file, at, end);
    if (!box) break;
    if (PARENTS.has(box.type))
      for (const [type, leaf] of await leavesOf(file, box)) leaves.set(type, leaves.get(type) ?? leaf);
    else {
      const content = Buffer.alloc(box.end - box.body);
      await file.read(content, 0, content.length, box.body);
      places.set(content, box.body);
      leaves.set(box.type, content);
    }
    at = box.end;
  }
  return leaves;
}

/** How many pictures a piece has, and when it ends, in ticks of its track. */
function pieceOf(leaves: ReadonlyMap<string, Buffer>): { frames: number; end: number } | undefined {
  const [time, run] = [leaves.get('tfdt'), leaves.get('trun')];
  if (!time || !run) return undefined;
  const start = time.readUInt8(0) === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
  const flags = run.readUInt32BE(0) & 0xffffff;
  const frames = run.readUInt32BE(4);
  const hasDuration = (flags & 0x100) !== 0;
  const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  let end = start;
  for (let frame = 0; hasDuration && frame < frames && at + 4 <= run.length; frame++, at += each)
    end += run.readUInt32BE(at);
  return { frames, end };
}

/** Where version 1 has eight bytes for a time, version 0 has four. */
const isWide = (box: Buffer) => box.readUInt8(0) === 1;
const timescaleOf = (box: Buffer) => box.readUInt32BE(isWide(box) ? 20 : 12) || 1;

function setDuration(box: Buffer, ticks: number): void {
  if (isWide(box)) box.writeBigUInt64BE(BigInt(ticks), 24);
  else box.writeUInt32BE(ticks, 16);
}

function setTrackDuration(box: Buffer, ticks: number): void {
  if (isWide(box)) box.writeBigUInt64BE(BigInt(ticks), 28);
  else box.writeUInt32BE(ticks, 20);
}
