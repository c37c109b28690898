import type { SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Batch } from './backend.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** Stands for the one request that is not a statement: a batch, written by the thread in one go. */
export const APPEND = 'append';

/** Kysely on the SQLite thread. */
export class SqliteThreadDialect implements Dialect {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  createDriver(): Driver {
    return new SqliteThreadDriver(this.#thread);
  }

  createAdapter() {
    return new SqliteAdapter();
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db);
  }
}

class SqliteThreadDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
    this.#connection = new SqliteThreadConnection(thread);
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection) {
    // At once the writer: a reader that turns writer later may find itself locked out for good.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction() {
    // SQLite itself rolls back on a full disk; a second rollback would hide the real error.
    await this.#thread.run('rollback', []).catch((error: Error) => {
      if (!error.message.includes('no transaction is active')) throw error;
    });
  }

  async releaseConnection() {}

  async destroy() {
    await this.#thread.close();
  }
}

class SqliteThreadConnection implements DatabaseConnection {
  readonly #thread: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#thread = thread;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (sql === APPEND) return { rows: (await this.#thread.append(parameters[0] as Batch)) as R[] };
    const { rows, changes } = await this.#thread.run(sql, parameters as readonly SQLInputValue[]);
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: kysely asks for it, nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The SQLite thread answers whole results; page through them instead.');
  }
}
