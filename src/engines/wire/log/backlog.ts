import type { Log } from '../../../kernel/log.ts';
import type { Block } from './block.ts';
import type { Line, LogSubject } from './line.ts';
import type { Spill, Spilled } from './spill.ts';

/** A record that found no room. */
interface Waiting {
  readonly size: number;
  readonly time: number;
  readonly subject: LogSubject | undefined;
  put(block: Block): void;
  /** Nobody wants it any more. */
  skip(): void;
  /** Its bytes, when they were put aside. */
  readonly spilled?: Spilled | undefined;
}

/** A data record. Its bytes lie in its sender's buffer, which then waits too, or were put aside. */
class WaitingData implements Waiting {
  spilled: Spilled | undefined;
  readonly size: number;
  readonly time: number;
  readonly line: Line;
  readonly subject: LogSubject;
  readonly from: number | Uint8Array;
  readonly length: number;
  readonly resume: () => void;
  readonly #backlog: Pick<Backlog, 'write'>;

  constructor(backlog: Pick<Backlog, 'write'>, data: DataRecord) {
    this.#backlog = backlog;
    this.size = data.line.overhead + 3 * data.length;
    this.time = data.time;
    this.line = data.line;
    this.subject = data.line.subject;
    this.from = data.from;
    this.length = data.length;
    this.resume = data.resume;
  }

  put(block: Block): void {
    this.#backlog.write(this, block);
  }

  skip(): void {
    this.#backlog.write(this, undefined);
  }
}

export interface DataRecord {
  readonly line: Line;
  /** An address in the arena, or bytes elsewhere. */
  readonly from: number | Uint8Array;
  readonly length: number;
  readonly time: number;
  /** Called when the bytes are not needed any more. */
  readonly resume: () => void;
}

export interface BacklogOptions {
  readonly log: Log;
  /** Where bytes wait that come faster than they can be logged. */
  readonly spill: Spill | undefined;
  /** The block for a record of that size and time, if there is one. */
  readonly room: (size: number, time: number, subject: LogSubject | undefined) => Block | undefined;
  readonly put: (block: Block, line: Line, from: number | Uint8Array, length: number, time: number) => void;
  readonly bytesAt: (address: number, length: number) => Uint8Array;
  readonly onEmpty: () => void;
  readonly onLost: (records: number) => void;
}

/** More records than this are not put aside: each takes some memory, however short. */
const MOST_SPILLED = 40_000;
/** While traffic flows, what was put aside is encoded so many bytes at a time, with pauses; else without. */
const SLICE = 512 * 1024;
const PAUSE_MILLIS = 4;
const QUIET_MILLIS = 20;
/** The spill lies on the disk of the log: bytes whose records are hardly longer than they are gain nothing there. */
const WORTH_SPILLING = 1.3;

/** The records that found no room. They are written first come, first served, so times never go back. */
export class Backlog {
  readonly #options: BacklogOptions;
  readonly #spill: Spill | undefined;
  #waiting: Waiting[] = [];
  /** Those of the waiting whose senders wait. */
  readonly #held: WaitingData[] = [];
  #served = 0;
  #lastData = 0;
  #expansion = 1;
  #flushing = 0;
  #pause: NodeJS.Timeout | undefined;
  #loading: Promise<void> | undefined;
  #spilledBytes = 0;

  constructor(options: BacklogOptions) {
    this.#options = options;
    this.#spill = options.spill;
    if (this.#spill) this.#spill.onRoom = this.#putHeldAside;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get spilledBytes(): number {
    return this.#spilledBytes;
  }

  /** A block of so many bytes of log was made of so many bytes. */
  noteExpansion(log: number, bytes: number): void {
    if (bytes > 0) this.#expansion = (this.#expansion + log / bytes) / 2;
  }

  add(one: Waiting): void {
    this.#waiting.push(one);
  }

  /** True when the bytes were put aside; with `mayHold`, else they must stay as they are until `resume` is called. */
  addData(data: DataRecord, mayHold: boolean): boolean {
    this.#lastData = performance.now();
    const one = new WaitingData(this, data);
    const isAside = this.#held.length === 0 && this.#putAside(one);
    if (!isAside && !mayHold) return false;
    this.#waiting.push(one);
    if (!isAside) this.#held.push(one);
    return isAside;
  }

  /** Into the block, or nowhere. Either way its bytes are free. */
  write(one: WaitingData, block: Block | undefined): void {
    const { line, from, length, time, spilled } = one;
    if (block) this.#options.put(block, line, spilled?.bytes ?? from, length, time);
    if (spilled) {
      spilled.free();
      return;
    }
    this.#held.splice(this.#held.indexOf(one), 1);
    one.resume();
  }

  clear(): void {
    for (const one of this.#waiting.splice(0)) one.skip();
  }

  /** Calls `writeOut` until all that waits now has been written, or it makes no sense any more. */
  async flush(canWrite: () => boolean, writeOut: () => Promise<void>): Promise<void> {
    const goal = this.#served + this.#waiting.length;
    this.#flushing++;
    try {
      while (this.#served < goal && canWrite()) {
        this.catchUp();
        await Promise.all([writeOut(), this.#loading]);
      }
    } finally {
      this.#flushing--;
    }
  }

  /** A block is free again, or a pause is over. */
  catchUp(): void {
    const isUrgent = this.#isUrgent();
    if (this.#pause !== undefined && !isUrgent) return;
    let [taken, encoded] = [0, 0];
    for (const one of this.#waiting) {
      if (one.spilled && !one.spilled.bytes) {
        this.#load(one.spilled);
        break;
      }
      const block = this.#options.room(one.size, one.time, one.subject);
      if (!block) break;
      one.put(block);
      taken++;
      encoded += one.size;
      if (!isUrgent && encoded >= SLICE) break;
    }
    this.#waiting.splice(0, taken);
    this.#served += taken;
    if (this.#waiting.length === 0) this.#options.onEmpty();
    else this.#pause ??= setTimeout(this.#afterPause, PAUSE_MILLIS);
  }

  readonly #afterPause = (): void => {
    this.#pause = undefined;
    this.catchUp();
  };

  /** Only what was put aside can wait, and that only as long as it makes no one wait. */
  #isUrgent(): boolean {
    if (this.#flushing > 0 || !this.#spill || this.#spill.isFull || !this.#waiting[0]?.spilled) return true;
    return performance.now() - this.#lastData > QUIET_MILLIS;
  }

  #putAside(one: WaitingData): boolean {
    if (!this.#spill || this.#expansion < WORTH_SPILLING) return false;
    if (this.#waiting.length >= MOST_SPILLED) return false;
    const { from, length } = one;
    one.spilled = this.#spill.store(typeof from === 'number' ? this.#options.bytesAt(from, length) : from);
    if (!one.spilled) return false;
    this.#spilledBytes += length;
    this.#pause ??= setTimeout(this.#afterPause, PAUSE_MILLIS);
    return true;
  }

  /** The spill has room again: those who wait for it go on. */
  readonly #putHeldAside = (): void => {
    while (this.#held[0] && this.#putAside(this.#held[0])) this.#held.shift()!.resume();
  };

  #load(spilled: Spilled): void {
    this.#loading ??= spilled
      .load()
      .catch((cause: unknown) => this.#lose(cause))
      .finally(() => {
        this.#loading = undefined;
        this.catchUp();
      });
  }

  /** The spill cannot be read: what lies in it is lost, and the log will say how much. */
  #lose(cause: unknown): void {
    const isLost = (one: Waiting) => one.spilled !== undefined && !one.spilled.bytes;
    const lost = this.#waiting.filter(isLost);
    this.#waiting = this.#waiting.filter((one) => !isLost(one));
    for (const one of lost) one.skip();
    this.#served += lost.length;
    this.#options.log.error('the spill cannot be read', { records: lost.length, cause });
    this.#options.onLost(lost.length);
  }
}
