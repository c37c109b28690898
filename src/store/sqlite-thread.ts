import { once } from 'node:events';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Batch } from './backend.ts';
import {
  type SqliteReply,
  type SqliteRequest,
  type SqliteWorkerData,
  sqliteWorker,
} from './sqlite-worker.ts';

/** What SQLite refused. `errcode` is its own extended result code; the low byte is the class. */
export class SqliteError extends Error {
  readonly errcode: number;

  constructor(message: string, errcode: number) {
    super(message);
    this.name = 'SqliteError';
    this.errcode = errcode;
  }
}

const IO_ERROR = 10;

interface Waiting {
  resolve(result: { rows: readonly unknown[]; changes: number }): void;
  reject(error: Error): void;
}

/** The near end of the SQLite thread: statements go in, rows come out, in order. */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lost: SqliteError | undefined;

  constructor(data: SqliteWorkerData) {
    this.#worker = new Worker(`(${sqliteWorker.toString()})()`, {
      eval: true,
      workerData: data,
      // Messages are short-lived; a small nursery keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      // Not the parent's: its loader and inspector flags have no business here.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: SqliteReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#lose(String(error)));
    this.#worker.on('exit', () => this.#lose('the SQLite thread has ended'));
  }

  run(sql: string, values: readonly SQLInputValue[]) {
    return this.#ask({ id: ++this.#lastId, sql, values });
  }

  async append(batch: Batch): Promise<readonly unknown[]> {
    return (await this.#ask({ id: ++this.#lastId, batch })).rows;
  }

  #ask(request: SqliteRequest): Promise<{ rows: readonly unknown[]; changes: number }> {
    if (this.#lost) return Promise.reject(this.#lost);
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      // The process stays up while an answer is due, and only then.
      if (this.#waiting.size === 1) this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  /** Whether the thread is gone, and with it this connection. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  async close(): Promise<void> {
    if (this.#lost) return;
    const exit = once(this.#worker, 'exit');
    this.#worker.ref();
    this.#worker.postMessage('close');
    await exit;
  }

  #settle(reply: SqliteReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('error' in reply) waiting?.reject(new SqliteError(reply.error.message, reply.error.errcode));
    else waiting?.resolve(reply);
  }

  #lose(why: string): void {
    const lost = this.#lost ?? new SqliteError(why, IO_ERROR);
    this.#lost = lost;
    for (const { reject } of this.#waiting.values()) reject(lost);
    this.#waiting.clear();
  }
}
