import { isoMicros } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Block } from './block.ts';

/** What became of the records for one destination. */
export interface DestinationState {
  /** null is STDOUT. */
  readonly directory: string | null;
  readonly filenameFormat: string | null;
  readonly state: 'ok' | 'failing';
  /** Why and since when it fails. */
  readonly problem: string | null;
  readonly failingSince: number | null;
  readonly writtenRecords: number;
  /** Bytes of log, after the escape. */
  readonly writtenBytes: number;
  readonly lostRecords: number;
  /** Captured bytes, before the escape. */
  readonly lostBytes: number;
  readonly waitingBlocks: number;
  /** The file written last. */
  readonly file: string | null;
}

/** Whose log it is: nobody else ends it. */
export interface LogOwner {
  readonly name: string;
  /** It has the connections of these sessions only; without it, all. */
  sees?(session: string | undefined): boolean;
}

interface Delivery {
  readonly block: Block;
  readonly file: string;
}

interface Loss {
  records: number;
  bytes: number;
  first: number;
  last: number;
  reason: string;
}

export interface DestinationOptions {
  readonly log: Log;
  /** The bytes of a block. */
  readonly bytesOf: (block: Block) => Uint8Array;
  readonly onDone: (block: Block) => void;
  /** How many blocks may wait here while it fails, before the oldest are given up. */
  readonly failingBlocks: number;
  readonly retryMillis?: number;
}

const MOST_AT_ONCE = 4;
const LONGEST_RETRY_MILLIS = 2000;
const PATIENCE_MILLIS = 5000;

/** Where records go, block after block in order. What fails is retried; what must be given up is counted. */
export abstract class Destination {
  readonly directory: string | null;
  /** Without one it is everybody's and has everything. */
  readonly owner: LogOwner | undefined;
  protected readonly log: Log;
  readonly #options: DestinationOptions;
  readonly #queue: Delivery[] = [];
  #inFlight = 0;
  #running: Promise<void> | undefined;
  #failure: { problem: string; since: number; attempts: number } | undefined;
  #loss: Loss | undefined;
  #wake: (() => void) | undefined;
  #finishing = false;
  #failed: (() => void)[] = [];
  #written = { records: 0, bytes: 0 };
  #lost = { records: 0, bytes: 0 };
  #file: string | null = null;

  constructor(directory: string | null, options: DestinationOptions, owner?: LogOwner) {
    this.directory = directory;
    this.owner = owner;
    this.log = options.log.with({ destination: directory ?? 'STDOUT' });
    this.#options = options;
  }

  /** Writes all parts behind each other, or throws and leaves nothing of them. Gives where the first one begins. */
  protected abstract append(file: string, parts: readonly Uint8Array[]): Promise<number>;
  /** Nothing waits any more: lets go of what was kept open for the next append. */
  protected abstract release(): Promise<void>;
  /** The file for records of this second; empty where there are no files. */
  abstract fileAt(second: number): string;
  protected abstract get format(): string | null;

  state(): DestinationState {
    return {
      directory: this.directory,
      filenameFormat: this.format,
      state: this.#failure ? 'failing' : 'ok',
      problem: this.#failure?.problem ?? null,
      failingSince: this.#failure?.since ?? null,
      writtenRecords: this.#written.records,
      writtenBytes: this.#written.bytes,
      lostRecords: this.#lost.records,
      lostBytes: this.#lost.bytes,
      waitingBlocks: this.#queue.length,
      file: this.#file,
    };
  }

  enqueue(block: Block, file: string): void {
    this.#queue.push({ block, file });
    this.#shed(this.#options.failingBlocks);
    this.#running ??= this.#pump();
  }

  /** Resolves when nothing waits, or when it is known that this destination fails. */
  async idle(): Promise<void> {
    if (!this.#running || this.#failure) return;
    await Promise.race([this.#running, new Promise<void>((resolve) => this.#failed.push(resolve))]);
  }

  /** The last chance: what cannot be written now is given up, and so is a reader that has stopped reading. */
  async finish(): Promise<void> {
    this.#finishing = true;
    this.#wake?.();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MILLIS);
    });
    await Promise.race([this.#running, patience]);
    clearTimeout(timer);
    this.#finishing = false;
    if (this.#loss) this.log.error('records lost', { ...this.#loss });
    if (this.#queue.length > 0)
      this.log.error('not everything was written', { waitingBlocks: this.#queue.length });
  }

  async #pump(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#writeBatch(this.#nextBatch());
      if (this.#queue.length === 0) await this.release();
    }
    // In the same turn as the look at the queue, so that no block is left behind.
    this.#running = undefined;
  }

  async #writeBatch(batch: readonly Delivery[]): Promise<void> {
    const file = batch[0]!.file;
    const lossLine = this.#lossLine(batch[0]!.block.firstTime);
    const parts = batch.map(({ block }) => this.#options.bytesOf(block));
    if (lossLine) parts.unshift(lossLine);
    this.#inFlight = batch.length;
    try {
      const at = await this.append(file, parts);
      this.#inFlight = 0;
      this.#queue.splice(0, batch.length);
      if (lossLine) this.#loss = undefined;
      this.#succeed(batch, file, at + (lossLine?.length ?? 0));
    } catch (error) {
      this.#inFlight = 0;
      await this.release();
      await this.#fail(error as NodeJS.ErrnoException);
    }
  }

  #nextBatch(): Delivery[] {
    const file = this.#queue[0]!.file;
    const other = this.#queue.findIndex((delivery) => delivery.file !== file);
    // On a disk that is nearly full, one block may find the room that several do not.
    const most = this.#failure ? 1 : MOST_AT_ONCE;
    return this.#queue.slice(0, Math.min(most, other < 0 ? this.#queue.length : other));
  }

  #succeed(batch: readonly Delivery[], file: string, start: number): void {
    if (this.#failure) this.log.info('logging resumed', { after: this.#failure.problem });
    this.#failure = undefined;
    this.#file = file || null;
    let at = start;
    for (const { block } of batch) {
      this.#written.records += block.records;
      this.#written.bytes += block.used;
      if (this.directory !== null) {
        for (const { connection, first, last, bytes } of block.entries) {
          connection.noteRange(this.directory, file, at + first, at + last, bytes);
        }
      }
      at += block.used;
      this.#options.onDone(block);
    }
  }

  async #fail(error: NodeJS.ErrnoException): Promise<void> {
    const problem = error.message;
    if (this.#failure?.problem !== problem) this.log.error('logging fails, will be retried', { problem });
    this.#failure = {
      problem,
      since: this.#failure?.since ?? this.#queue[0]!.block.lastTime,
      attempts: (this.#failure?.attempts ?? 0) + 1,
    };
    for (const resolve of this.#failed.splice(0)) resolve();
    this.#shed(this.#finishing ? 0 : this.#options.failingBlocks);
    if (this.#queue.length === 0) return;
    const pause = Math.min(
      (this.#options.retryMillis ?? 100) * 2 ** (this.#failure.attempts - 1),
      LONGEST_RETRY_MILLIS,
    );
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** While it fails, the oldest blocks are given up so that forwarding and other destinations go on. */
  #shed(keep: number): void {
    if (!this.#failure) return;
    while (this.#queue.length > Math.max(keep, this.#inFlight)) {
      const [delivery] = this.#queue.splice(this.#inFlight, 1);
      const { block } = delivery!;
      this.#loss ??= { records: 0, bytes: 0, first: block.firstTime, last: 0, reason: this.#failure.problem };
      this.#loss.records += block.records;
      this.#loss.bytes += block.bytes;
      this.#loss.last = block.lastTime;
      this.#lost.records += block.records;
      this.#lost.bytes += block.bytes;
      this.#options.onDone(block);
    }
  }

  /** Told in the log itself, before the first record that could be written again. */
  #lossLine(time: number): Buffer | undefined {
    const loss = this.#loss;
    if (!loss) return undefined;
    const { records, bytes, reason } = loss;
    const line = {
      time: isoMicros(time),
      event: 'lost',
      directory: this.directory,
      records,
      bytes,
      first: isoMicros(loss.first),
      last: isoMicros(loss.last),
      reason,
    };
    return Buffer.from(`${JSON.stringify(line)}\n`);
  }
}
