import { type Clock, isoMicros } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Arena } from '../arena.ts';
import { PREFIX_AT } from '../encoder/encoder.ts';
import { Backlog } from './backlog.ts';
import { Block } from './block.ts';
import type { Destination } from './destination.ts';
import type { Line, LogSubject } from './line.ts';
import type { Spill } from './spill.ts';
import { Takers } from './takers.ts';

export type OnOverload = 'slow' | 'drop';

export interface LogWriterOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly arena: Arena;
  readonly flushMillis: number;
  readonly onOverload: OnOverload;
  /** Where bytes wait that come faster than they can be logged. */
  readonly spill?: Spill;
}

const MOST_WAITING_EVENTS = 50_000;
/**
 * Gathers records into blocks of the arena and hands full ones (or old ones) to the destinations.
 * Nothing here waits: a record is taken, or it is told to wait, or it is counted as a gap.
 */
export class LogWriter {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #arena: Arena;
  readonly #flushMillis: number;
  readonly #onOverload: OnOverload;
  readonly #free: Block[];
  #active: readonly Destination[] = [];
  readonly #takers = new Takers();
  #current: Block | null = null;
  #second = -1;
  readonly #backlog: Backlog;
  #lostEvents = 0;
  #timer: NodeJS.Timeout | undefined;
  #counters = { records: 0, bytes: 0, gapBytes: 0, waits: 0 };

  constructor({ clock, log, arena, flushMillis, onOverload, spill }: LogWriterOptions) {
    this.#clock = clock;
    this.#log = log;
    this.#arena = arena;
    this.#flushMillis = flushMillis;
    this.#onOverload = onOverload;
    this.#backlog = new Backlog({
      log,
      spill,
      room: (size, time, subject) => this.#room(size, time, this.#takers.of(subject)),
      put: (block, line, from, length, time) => this.#putData(block, line, from, length, time),
      bytesAt: (address, length) => arena.bytes.subarray(address, address + length),
      onEmpty: () => this.#tellLost(),
      onLost: (records) => {
        this.#lostEvents += records;
      },
    });
    this.#free = arena.blockAt.map((at) => new Block(at)).reverse();
  }

  get destinations(): readonly Destination[] {
    return this.#active;
  }

  counters() {
    const { length: freeBlocks } = this.#free;
    return {
      ...this.#counters,
      freeBlocks,
      blocks: this.#arena.blockAt.length,
      waiting: this.#backlog.length,
      spilledBytes: this.#backlog.spilledBytes,
    };
  }

  bytesOf(block: Block): Uint8Array {
    return block.text ?? this.#arena.bytes.subarray(block.at, block.at + block.used);
  }

  /** The second that records of this moment belong to. */
  now(): number {
    return Math.floor(this.#clock.micros() / 1e6);
  }

  add(destination: Destination): void {
    this.#seal();
    this.#active = [...this.#active, destination];
    this.#takers.choose(this.#active);
  }

  remove(destination: Destination): void {
    this.#seal();
    this.#active = this.#active.filter((one) => one !== destination);
    this.#takers.choose(this.#active);
    if (this.#active.length === 0) this.#backlog.clear();
  }

  /**
   * One data record, of bytes in the arena (their address) or elsewhere. False: the bytes must stay as they are
   * until `resume` is called.
   */
  data(line: Line, from: number | Uint8Array, length: number, time: number, resume: () => void): boolean {
    const takers = this.#takers.of(line.subject);
    if (takers.length === 0) return true;
    if (this.#backlog.length === 0) {
      const block = this.#room(line.overhead + 3 * length, time, takers);
      if (block) {
        this.#putData(block, line, from, length, time);
        return true;
      }
    }
    const mayHold = this.#onOverload === 'slow';
    if (this.#backlog.addData({ line, from, length, time, resume }, mayHold)) return true;
    if (mayHold) {
      this.#counters.waits++;
      return false;
    }
    this.#addGap(line, length, time);
    return true;
  }

  /** One event record to all destinations; `closes` says that it is the last one of its connection. */
  event(
    fields: Readonly<Record<string, unknown>>,
    subject?: LogSubject,
    closes = false,
    time = this.#clock.micros(),
  ): void {
    const takers = this.#takers.of(subject);
    if (takers.length === 0) {
      if (closes) subject?.connection.settled();
      return;
    }
    if (this.#backlog.length >= MOST_WAITING_EVENTS) {
      this.#lostEvents++;
      if (closes) subject?.connection.settled();
      return;
    }
    const text = lineOf(time, fields);
    const put = (block: Block) => this.#putText(block, text, time, subject, closes);
    const block = this.#backlog.length === 0 ? this.#room(text.length, time, takers) : undefined;
    if (block) put(block);
    else
      this.#backlog.add({
        size: text.length,
        time,
        subject,
        put,
        skip: () => closes && subject?.connection.settled(),
      });
  }

  /** One event to one destination, active or not, behind everything that was logged before. */
  eventTo(destination: Destination, fields: Readonly<Record<string, unknown>>): void {
    this.#seal();
    const time = this.#clock.micros();
    const text = lineOf(time, fields);
    const block = new Block(-1, text);
    block.firstTime = time;
    block.owing = 1;
    this.#account(block, 0, text.length, time, undefined, 0);
    destination.enqueue(block, destination.fileAt(Math.floor(time / 1e6)));
  }

  /** Writes out what has been gathered; resolves when it is written, or is known to fail. */
  async flush(): Promise<void> {
    const destinations = this.#active;
    const canWrite = () => destinations.some((one) => one.state().state === 'ok');
    await this.#backlog.flush(canWrite, () => this.#writeOut(destinations));
    await this.#writeOut(destinations);
  }

  async #writeOut(destinations: readonly Destination[]): Promise<void> {
    this.#seal();
    await Promise.all(destinations.map((destination) => destination.idle()));
  }

  /** To be called by a destination that has done with a block. */
  readonly done = (block: Block): void => {
    block.owing--;
    if (block.owing > 0) return;
    if (block.text) return;
    const { closed } = block;
    block.reset();
    this.#free.push(block);
    for (const connection of closed) connection.settled();
    this.#backlog.catchUp();
  };

  #room(size: number, time: number, takers: readonly Destination[]): Block | undefined {
    const second = Math.floor(time / 1e6);
    if (second !== this.#second) this.#turnSecond(second);
    if (this.#current && (this.#current.takers !== takers || !this.#current.hasRoom(size))) this.#seal();
    this.#current ??= this.#open(time, takers);
    return this.#current ?? undefined;
  }

  #open(time: number, takers: readonly Destination[]): Block | null {
    const block = this.#free.pop();
    if (!block) return null;
    block.takers = takers;
    block.targets = takers.map((destination) => ({ destination, file: destination.fileAt(this.#second) }));
    block.firstTime = time;
    this.#timer ??= setTimeout(() => this.#seal(), this.#flushMillis);
    return block;
  }

  /** A record goes into the file of its own time: a block ends where a file name changes. */
  #turnSecond(second: number): void {
    this.#second = second;
    this.#takers.askAgain();
    const { bytes } = this.#arena;
    bytes.write(`{"time":"${new Date(second * 1000).toISOString().slice(0, 20)}`, PREFIX_AT, 'latin1');
    if (this.#current?.targets.some(({ destination, file }) => destination.fileAt(second) !== file))
      this.#seal();
  }

  #seal(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const block = this.#current;
    if (!block) return;
    this.#current = null;
    this.#backlog.noteExpansion(block.used, block.bytes);
    block.owing = Math.max(1, block.targets.length);
    for (const { destination, file } of block.targets) destination.enqueue(block, file);
    if (block.targets.length === 0) this.done(block); // those who wanted it have gone
  }

  #putData(block: Block, line: Line, from: number | Uint8Array, length: number, time: number): void {
    const start = block.used;
    const end = line.encode(block.at + start, time % 1e6, from, length) - block.at;
    block.bytes += length;
    this.#counters.bytes += length;
    this.#account(block, start, end, time, line.subject, length);
  }

  #putText(block: Block, text: Buffer, time: number, subject: LogSubject | undefined, closes: boolean): void {
    const start = block.used;
    text.copy(this.#arena.bytes, block.at + start);
    this.#account(block, start, start + text.length, time, subject, 0);
    if (closes && subject) block.closed.push(subject.connection);
  }

  #account(
    block: Block,
    start: number,
    end: number,
    time: number,
    subject: LogSubject | undefined,
    bytes: number,
  ): void {
    block.used = end;
    block.records++;
    block.lastTime = time;
    this.#counters.records++;
    if (!subject) return;
    let { entry } = subject;
    if (subject.entries !== block.entries || entry === null) {
      entry = { connection: subject.connection, first: start, last: end, bytes: 0 };
      subject.entry = entry;
      subject.entries = block.entries;
      block.entries.push(entry);
    }
    entry.last = end;
    entry.bytes += bytes;
  }

  #tellLost(): void {
    if (this.#lostEvents > 0) {
      this.#log.error('records lost', { records: this.#lostEvents });
      const records = this.#lostEvents;
      this.#lostEvents = 0;
      this.event({ event: 'lost', directory: null, records, bytes: 0, reason: 'too many events waited' });
    }
  }

  /** What could not be logged is counted in one record that stands where the gap began. */
  #addGap(line: Line, length: number, time: number): void {
    this.#counters.gapBytes += length;
    line.gapBytes += length;
    if (line.gapBytes > length) return;
    const { subject, from, to } = line;
    const fields = () => ({ ConnID: subject.connId, event: 'gap', bytes: line.gapBytes, from, to });
    this.#backlog.add({
      size: line.overhead + 64,
      time,
      subject,
      put: (block) => {
        this.#putText(block, lineOf(time, fields()), time, subject, false);
        line.gapBytes = 0;
      },
      skip: () => {
        line.gapBytes = 0;
      },
    });
  }
}

function lineOf(time: number, fields: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(`${JSON.stringify({ time: isoMicros(time), ...fields })}\n`);
}
