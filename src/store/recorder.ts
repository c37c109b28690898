import type { Evidence } from '../contract/evidence.ts';
import type { Stream } from '../contract/streams.ts';
import type { Log } from '../kernel/log.ts';
import { boundNursery } from './nursery.ts';
import type { Opened } from './opened.ts';
import { PackedBatch } from './packed-batch.ts';

interface RecorderOptions {
  /** Opens the store on first use; fails as long as it cannot be opened. */
  readonly open: () => Promise<Opened>;
  readonly onWritten: (opened: Opened, sizes: readonly StreamSize[]) => void;
  readonly log: Log;
  /** How much may wait in memory; beyond, items are dropped and counted. */
  readonly queueItems: number;
  readonly queueBytes: number;
  /** How long to wait after a failure before trying again. */
  readonly retryMs: number;
}

export interface RecorderHealth {
  readonly state: 'recording' | 'stopped';
  /** Why recording has stopped; it goes on by itself once the cause is gone. */
  readonly reason: string | null;
  readonly queued: number;
  readonly recorded: number;
  readonly dropped: number;
}

const BATCH = 1000;
const BATCH_MS = 50;
/**
 * As many as pile up when the disk or another program holds us up for a moment. Their room is shared with the thread
 * of the database, so it is only free again when both have collected their garbage, and then in pieces.
 */
const MOST_SPARES = 12;

/** Takes evidence in without ever blocking or throwing, and writes it in batches behind the caller's back. */
export class Recorder {
  readonly #options: RecorderOptions;
  /** Full batches, oldest first, the one that is being filled, and some that were written and have room for more. */
  readonly #full: PackedBatch[] = [];
  #filling = new PackedBatch();
  readonly #spares: PackedBatch[] = [];
  #queued = 0;
  #queuedBytes = 0;
  #accepted = 0;
  #wanted = 0;
  #recorded = 0;
  #dropped = 0;
  #reason: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Immediate | undefined;
  #draining: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  accept(evidence: Evidence): void {
    const { queueItems, queueBytes } = this.#options;
    this.#accepted++;
    if (this.#isClosed || this.#queued >= queueItems || this.#queuedBytes >= queueBytes) {
      this.#dropped++;
      return;
    }
    try {
      this.#queuedBytes += this.#filling.add(evidence);
      this.#queued++;
    } catch (error) {
      this.#dropped++;
      this.#options.log.error('an item could not be read', { error });
      return;
    }
    if (this.#filling.count >= BATCH) {
      this.#full.push(this.#taken());
      if (this.#reason === null) this.#soon ??= setImmediate(() => this.#start());
    } else {
      this.#timer ??= setTimeout(() => this.#start(this.#accepted), BATCH_MS);
    }
  }

  /** Resolves when everything accepted so far is on disk, or known not to get there for now. */
  async flush(): Promise<void> {
    const target = this.#accepted;
    while (this.#recorded + this.#dropped < target && this.#reason === null) {
      this.#start(target);
      await this.#draining;
    }
  }

  /** Tries again at once when recording has stopped; says whether it goes on. */
  async resume(): Promise<boolean> {
    this.#reason = null;
    await this.flush();
    return this.#reason === null;
  }

  health(): RecorderHealth {
    const reason = this.#reason;
    return {
      state: reason === null ? 'recording' : 'stopped',
      reason,
      queued: this.#queued,
      recorded: this.#recorded,
      dropped: this.#dropped,
    };
  }

  async close(): Promise<void> {
    await this.resume();
    this.#isClosed = true;
    this.#clearTimers();
    await this.#draining;
  }

  #clearTimers(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    clearImmediate(this.#soon);
    this.#soon = undefined;
  }

  /** Writes full batches, and the one being filled too as long as fewer than `wanted` items are written. */
  #start(wanted = 0): void {
    this.#clearTimers();
    this.#wanted = Math.max(this.#wanted, wanted);
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined;
      if (this.#filling.count === 0 || this.#isClosed) return;
      this.#timer ??= setTimeout(() => this.#start(this.#accepted), BATCH_MS);
    });
  }

  async #drain(): Promise<void> {
    for (let batch = this.#next(); batch; batch = this.#next()) {
      try {
        const opened = await this.#options.open();
        const sizes = await this.#write(opened, batch);
        this.#options.onWritten(opened, sizes);
      } catch (error) {
        this.#full.unshift(batch);
        this.#stop(error);
        return;
      }
    }
    if (this.#reason === null) return;
    this.#options.log.info('recording goes on');
    this.#reason = null;
  }

  #next(): PackedBatch | undefined {
    const full = this.#full.shift();
    if (full) return full;
    if (this.#filling.count === 0 || this.#recorded + this.#dropped >= this.#wanted) return undefined;
    return this.#taken();
  }

  /** The batch that was being filled; what comes next goes into another. */
  #taken(): PackedBatch {
    const batch = this.#filling;
    this.#filling = this.#spares.pop() ?? new PackedBatch();
    return batch;
  }

  /** An item that the database refuses for its own sake must not hold up the others: halve until it is alone. */
  async #write(opened: Opened, batch: PackedBatch): Promise<readonly StreamSize[]> {
    try {
      const sizes = await writeBatch(opened, batch);
      this.#recorded += batch.count;
      this.#settle(batch);
      return sizes;
    } catch (error) {
      if (opened.backend.trouble(error)) throw error;
      if (batch.count > 1) {
        this.#full.unshift(...batch.halves());
        return [];
      }
      this.#options.log.error('an item could not be recorded', { stream: [...batch.sums.keys()][0], error });
      this.#settle(batch);
      this.#dropped++;
      return [];
    }
  }

  #settle(batch: PackedBatch): void {
    boundNursery();
    this.#queued -= batch.count;
    this.#queuedBytes -= batch.bytes;
    batch.empty();
    if (this.#spares.length < MOST_SPARES) this.#spares.push(batch);
  }

  #stop(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#reason === null) this.#options.log.error('recording has stopped', { reason, error });
    this.#reason = reason;
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(this.#accepted), this.#options.retryMs);
    this.#timer.unref();
  }
}

/** How much a stream holds after a batch, so that retention knows whether it has work. */
export interface StreamSize {
  readonly stream: Stream;
  readonly items: number;
  readonly bytes: number;
}

/** Writes a batch in one transaction. */
async function writeBatch({ backend, streams }: Opened, batch: PackedBatch): Promise<StreamSize[]> {
  const held = new Map((await backend.append(batch.packed(streams))).map((sum) => [sum.id, sum]));
  return [...batch.sums.keys()].flatMap((stream) => {
    const sum = held.get(streams.get(stream) ?? 0);
    return sum ? [{ stream, items: sum.items, bytes: sum.bytes }] : [];
  });
}
