import { deserialize, serialize } from 'node:v8';
import type { Evidence } from '../kernel/evidence.ts';
import type { Log } from '../kernel/log.ts';
import { type PendingItem, pendingItem } from './item-row.ts';
import type { Opened } from './opened.ts';
import { type StreamSize, writeBatch } from './write-batch.ts';

export interface RecorderOptions {
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

/** Takes evidence in without ever blocking or throwing, and writes it in batches behind the caller's back. */
export class Recorder {
  readonly #options: RecorderOptions;
  /**
   * Full batches, oldest first, and the one that is being filled. A batch that has to wait is packed: as
   * objects a backlog would fill the heap, and collecting garbage would hold up everybody.
   */
  readonly #full: (PendingItem[] | Buffer)[] = [];
  #filling: PendingItem[] = [];
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
      const pending = pendingItem(evidence);
      this.#queued++;
      this.#queuedBytes += pending.bytes;
      this.#filling.push(pending);
    } catch (error) {
      this.#dropped++;
      this.#options.log.error('an item could not be read', { error });
      return;
    }
    if (this.#filling.length >= BATCH) {
      const mustWait = this.#draining !== undefined;
      this.#full.push(mustWait ? serialize(this.#filling) : this.#filling);
      this.#filling = [];
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
      if (this.#filling.length === 0 || this.#isClosed) return;
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

  #next(): PendingItem[] | undefined {
    const full = this.#full.shift();
    if (full) return Buffer.isBuffer(full) ? (deserialize(full) as PendingItem[]) : full;
    if (this.#filling.length === 0 || this.#recorded + this.#dropped >= this.#wanted) return undefined;
    const batch = this.#filling;
    this.#filling = [];
    return batch;
  }

  /** An item that the database refuses for its own sake must not hold up the others: halve until it is alone. */
  async #write(opened: Opened, batch: PendingItem[]): Promise<readonly StreamSize[]> {
    try {
      const sizes = await writeBatch(opened, batch);
      this.#settle(batch);
      this.#recorded += batch.length;
      return sizes;
    } catch (error) {
      if (opened.backend.trouble(error)) throw error;
      if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        this.#full.unshift(batch.slice(0, middle), batch.slice(middle));
        return [];
      }
      this.#options.log.error('an item could not be recorded', { stream: batch[0]?.stream, error });
      this.#settle(batch);
      this.#dropped++;
      return [];
    }
  }

  #settle(batch: readonly PendingItem[]): void {
    this.#queued -= batch.length;
    for (const { bytes } of batch) this.#queuedBytes -= bytes;
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
