import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../kernel/log.ts';

const SEGMENT = 2 * 1024 * 1024;
/** Segments in memory: the one being filled, those on their way to the disk or back. */
const MOST_IN_MEMORY = 8;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** Bytes that wait to be encoded; `bytes` is there when they are in memory. */
export interface Spilled {
  readonly bytes: Uint8Array | undefined;
  /** Brings them back into memory. */
  load(): Promise<void>;
  /** They are not needed any more. */
  free(): void;
}

interface Segment {
  buffer: Buffer | undefined;
  used: number;
  /** How many pieces in it are still needed. */
  pieces: number;
  isFull: boolean;
  file: Promise<FileHandle> | undefined;
  /** Where it lies in the file, in segments. */
  slot: number | undefined;
  moving: Promise<void> | undefined;
}

export interface SpillOptions {
  readonly log: Log;
  /** Bytes; 0 for no spill at all. */
  readonly limit: number;
  /** The folder for the file; undefined when there is none, and the spill is as large as its memory. */
  readonly folder: () => string | undefined;
}

/**
 * Raw bytes that came faster than the log could be written, first in memory, then in a file without a name, so that
 * forwarding goes on at its own speed. Raw they take less than half the room of their records, and no time to encode.
 */
export class Spill {
  readonly #options: SpillOptions;
  readonly #buffers: Buffer[] = [];
  readonly #freeSlots: number[] = [];
  #buffersMade = 0;
  #slotsMade = 0;
  #segments = 0;
  #pieces = 0;
  #moving = 0;
  #filling: Segment | undefined;
  /** Segments come back one after the other, all through this one. */
  #reading: Buffer | undefined;
  #file: Promise<FileHandle> | undefined;
  #isBroken = false;

  constructor(options: SpillOptions) {
    this.#options = options;
  }

  /** Called when there may be room again. */
  onRoom: () => void = () => {};

  /** Nearly all of the room is taken, or it cannot be used: not only the way to the disk is busy. */
  get isFull(): boolean {
    if (this.#isBroken || this.#segments * SEGMENT >= 0.9 * this.#options.limit) return true;
    return this.#moving === 0 && this.#buffers.length === 0 && this.#buffersMade === MOST_IN_MEMORY;
  }

  /** Undefined when there is no room. */
  store(bytes: Uint8Array): Spilled | undefined {
    let segment = this.#filling;
    if (segment && segment.used + bytes.length > SEGMENT) {
      this.#seal(segment);
      segment = undefined;
    }
    segment ??= this.#begin();
    if (!segment) return undefined;
    this.#filling = segment;
    const at = segment.used;
    segment.buffer!.set(bytes, at);
    segment.used += bytes.length;
    segment.pieces++;
    this.#pieces++;
    return new Piece(this, segment, at, bytes.length);
  }

  /** All is through: the room on the disk is given back, and a folder that failed may be tried again. */
  #startOver(): void {
    const file = this.#file;
    this.#file = undefined;
    this.#isBroken = false;
    this.#freeSlots.length = 0;
    this.#slotsMade = 0;
    void file?.then((handle) => handle.close()).catch(() => {});
  }

  #begin(): Segment | undefined {
    if (this.#isBroken || (this.#segments + 1) * SEGMENT > this.#options.limit) return undefined;
    const buffer = this.#takeBuffer();
    if (!buffer) return undefined;
    this.#segments++;
    return { buffer, used: 0, pieces: 0, isFull: false, file: undefined, slot: undefined, moving: undefined };
  }

  #takeBuffer(): Buffer | undefined {
    const free = this.#buffers.pop();
    if (free || this.#buffersMade === MOST_IN_MEMORY) return free;
    this.#buffersMade++;
    return Buffer.allocUnsafeSlow(SEGMENT);
  }

  free(segment: Segment): void {
    segment.pieces--;
    this.#pieces--;
    if (segment.pieces > 0) return;
    if (segment.isFull) this.#end(segment);
    else segment.used = 0;
    if (this.#pieces === 0) this.#startOver();
  }

  #seal(segment: Segment): void {
    this.#filling = undefined;
    segment.isFull = true;
    if (segment.pieces === 0) this.#end(segment);
    else
      segment.moving = this.#moveOut(segment).finally(() => {
        segment.moving = undefined;
      });
  }

  /** Nobody needs it any more. While its bytes are on the way they stay where they are. */
  #end(segment: Segment): void {
    void (segment.moving ?? Promise.resolve()).then(() => {
      this.#segments--;
      if (segment.buffer && segment.buffer !== this.#reading) this.#buffers.push(segment.buffer);
      if (segment.slot !== undefined && segment.file === this.#file) this.#freeSlots.push(segment.slot);
      segment.buffer = undefined;
      segment.slot = undefined;
      this.onRoom();
    });
  }

  async #moveOut(segment: Segment): Promise<void> {
    const folder = this.#options.folder();
    const { buffer } = segment;
    if (folder === undefined || !buffer) return;
    const slot = this.#freeSlots.pop() ?? this.#slotsMade++;
    this.#moving++;
    try {
      this.#file ??= openNameless(folder);
      segment.file = this.#file;
      const file = await this.#file;
      for (let done = 0; done < segment.used; ) {
        const { bytesWritten } = await file.write(buffer, done, segment.used - done, slot * SEGMENT + done);
        done += bytesWritten;
      }
      segment.slot = slot;
    } catch (cause) {
      // It stays in memory, where nothing is lost; no more is taken until all is through.
      this.#isBroken = true;
      this.#options.log.warning('nothing can be spilled', { folder, cause });
      return;
    } finally {
      this.#moving--;
    }
    if (segment.pieces === 0) return;
    segment.buffer = undefined;
    this.#buffers.push(buffer);
    this.onRoom();
  }

  async load(segment: Segment): Promise<void> {
    await segment.moving;
    if (segment.buffer) return;
    segment.moving ??= this.#moveIn(segment).finally(() => {
      segment.moving = undefined;
    });
    await segment.moving;
  }

  async #moveIn(segment: Segment): Promise<void> {
    this.#reading ??= Buffer.allocUnsafeSlow(SEGMENT);
    const file = await segment.file!;
    for (let done = 0; done < segment.used; ) {
      const at = segment.slot! * SEGMENT + done;
      const { bytesRead } = await file.read(this.#reading, done, segment.used - done, at);
      if (bytesRead === 0) throw new Error('the spill is shorter than what was written to it');
      done += bytesRead;
    }
    segment.buffer = this.#reading;
  }
}

class Piece implements Spilled {
  readonly #spill: Pick<Spill, 'load' | 'free'>;
  readonly #segment: Segment;
  readonly #at: number;
  readonly #length: number;

  constructor(spill: Pick<Spill, 'load' | 'free'>, segment: Segment, at: number, length: number) {
    this.#spill = spill;
    this.#segment = segment;
    this.#at = at;
    this.#length = length;
  }

  get bytes(): Uint8Array | undefined {
    return this.#segment.buffer?.subarray(this.#at, this.#at + this.#length);
  }

  load(): Promise<void> {
    return this.#spill.load(this.#segment);
  }

  free(): void {
    this.#spill.free(this.#segment);
  }
}

/** Without a name it is gone when we are, however we end. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `.spill-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const file = await open(path, FLAGS, 0o600);
  await unlink(path);
  return file;
}
