import { once } from 'node:events';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Batch } from './backend.ts';

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
/** Result classes: the file is corrupt; it is no database at all. */
const DAMAGED = new Set([11, 26]);

type Result = { readonly rows: readonly unknown[]; readonly changes: number };

/** The near end of the SQLite thread: statements go in, rows come out, in order. */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<Result>>();
  #lastId = 0;
  #lost: SqliteError | undefined;
  /** What is wrong with the file. */
  damage: string | undefined;

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

  /** Brings the write-ahead log into the file and its length to nothing, unless somebody uses it just then. */
  async checkpoint(): Promise<void> {
    await this.#ask({ id: ++this.#lastId, isCheckpoint: true });
  }

  #ask(request: SqliteRequest): Promise<Result> {
    if (this.#lost) return Promise.reject(this.#lost);
    const waiting = Promise.withResolvers<Result>();
    this.#waiting.set(request.id, waiting);
    // The process stays up while an answer is due, and only then.
    if (this.#waiting.size === 1) this.#worker.ref();
    this.#worker.postMessage(request);
    return waiting.promise;
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
    if ('error' in reply) {
      const { message, errcode } = reply.error;
      if (DAMAGED.has(errcode & 0xff)) this.damage ??= message;
      waiting?.reject(new SqliteError(message, errcode));
    } else waiting?.resolve(reply);
  }

  #lose(why: string): void {
    const lost = this.#lost ?? new SqliteError(why, IO_ERROR);
    this.#lost = lost;
    for (const { reject } of this.#waiting.values()) reject(lost);
    this.#waiting.clear();
  }
}

type SqliteRequest =
  | { readonly id: number; readonly sql: string; readonly values: readonly SQLInputValue[] }
  /** Written in a transaction of its own: one message for what would be a dozen. */
  | { readonly id: number; readonly batch: Batch }
  | { readonly id: number; readonly isCheckpoint: true };

type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | {
      readonly id: number;
      readonly error: { readonly message: string; readonly code: string; readonly errcode: number };
    };

interface SqliteWorkerData {
  readonly file: string;
  readonly setup: string;
  /** The statements of a batch. */
  readonly append: Readonly<Record<'counter' | 'items' | 'payloads' | 'blobs' | 'growth' | 'rolls', string>>;
}

/**
 * Runs in a thread of its own, so that neither a scan nor an fsync ever holds up the event loop. It is
 * started from its own source text (so a bundle needs no second file) and must not refer to anything outside.
 */
function sqliteWorker(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const port = parentPort;
  if (!port) return;
  const { file, setup, append } = workerData as SqliteWorkerData;
  const statements = new Map<string, StatementSync>();
  const limit = 200;
  const PATIENT = 'pragma busy_timeout=10000;';
  let db: InstanceType<typeof DatabaseSync> | undefined;

  const prepared = (sql: string): StatementSync => {
    if (!db) {
      db = new DatabaseSync(file);
      db.exec(`${PATIENT} ${setup}`);
    }
    const found = statements.get(sql) ?? db.prepare(sql);
    statements.delete(sql);
    statements.set(sql, found);
    const oldest = statements.size > limit ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return found;
  };
  const run = (sql: string, values: readonly SQLInputValue[]) => {
    const statement = prepared(sql);
    // `run` takes one step only; a pragma may need many, though it has no columns.
    if (statement.columns().length > 0 || sql.startsWith('pragma'))
      return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  };
  const place = ({ count, columns, data, marks, blobs, bases }: Batch, before: number) => {
    const rows = JSON.parse(
      `[${Buffer.from(columns.buffer, columns.byteOffset, columns.length).toString()}]`,
    );
    const items = prepared(append.items);
    for (let item = 0; item < count; item++) {
      const row = rows[item];
      row[0] = bases[row[0]]! + before + item + 1;
      items.run(...row);
    }
    const payloads = prepared(append.payloads);
    for (let item = 0, start = 0; item < count; item++) {
      const end = start + marks[2 * item + 1]!;
      payloads.run(rows[item][0], marks[2 * item]!, data.subarray(start, end));
      start = end;
    }
    for (const [item, blob] of blobs) prepared(append.blobs).run(rows[item][0], blob);
  };
  const checkpoint = () => {
    // Nobody waits for this: another process that reads just now would hold up all that comes after it.
    db?.exec('pragma busy_timeout=0');
    try {
      return { rows: prepared('pragma wal_checkpoint(truncate)').all(), changes: 0 };
    } finally {
      db?.exec(PATIENT);
    }
  };
  const write = (batch: Batch) => {
    prepared('begin immediate').run();
    try {
      const counter = prepared(append.counter).get(batch.count) as { value: number };
      place(batch, counter.value - batch.count);
      const rows = batch.growth.map((sum) => prepared(append.growth).get(sum.items, sum.bytes, sum.id));
      for (const { seconds, part, stream, session, items, troubles } of batch.rolls)
        prepared(append.rolls).run(seconds, part, stream, session, items, troubles);
      prepared('commit').run();
      return { rows, changes: batch.count };
    } catch (thrown) {
      // SQLite itself rolls back on a full disk.
      if (db?.isTransaction) prepared('rollback').run();
      throw thrown;
    }
  };

  port.on('message', (request: SqliteRequest | 'close') => {
    if (request === 'close') {
      statements.clear();
      db?.close();
      port.close();
      return;
    }
    try {
      const result =
        'batch' in request
          ? write(request.batch)
          : 'sql' in request
            ? run(request.sql, request.values)
            : checkpoint();
      port.postMessage({ id: request.id, ...result });
    } catch (thrown) {
      const error = thrown as Error & { code?: string; errcode?: number };
      port.postMessage({
        id: request.id,
        error: { message: error.message, code: error.code ?? '', errcode: error.errcode ?? 0 },
      });
    }
  });
}
