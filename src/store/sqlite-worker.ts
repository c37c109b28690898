import type { SQLInputValue, StatementSync } from 'node:sqlite';

export interface SqliteRequest {
  readonly id: number;
  readonly sql: string;
  /** One list of values, or with `many` one list for each run of the statement. */
  readonly values: readonly SQLInputValue[] | readonly (readonly SQLInputValue[])[];
  readonly many: boolean;
}

export type SqliteReply =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changes: number }
  | {
      readonly id: number;
      readonly error: { readonly message: string; readonly code: string; readonly errcode: number };
    };

export interface SqliteWorkerData {
  readonly file: string;
  readonly setup: string;
}

/**
 * Runs in a thread of its own, so that neither a scan nor an fsync ever holds up the event loop. It is
 * started from its own source text (so a bundle needs no second file) and must not refer to anything outside.
 */
export function sqliteWorker(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const port = parentPort;
  if (!port) return;
  const { file, setup } = workerData as SqliteWorkerData;
  const statements = new Map<string, StatementSync>();
  const limit = 200;
  let db: InstanceType<typeof DatabaseSync> | undefined;

  const prepared = (sql: string): StatementSync => {
    if (!db) {
      db = new DatabaseSync(file, { timeout: 10_000 });
      db.exec(setup);
    }
    const found = statements.get(sql) ?? db.prepare(sql);
    statements.delete(sql);
    statements.set(sql, found);
    const oldest = statements.size > limit ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return found;
  };
  const run = ({ id, sql, values, many }: SqliteRequest): SqliteReply => {
    const statement = prepared(sql);
    if (many) {
      for (const row of values as SQLInputValue[][]) statement.run(...row);
      return { id, rows: [], changes: values.length };
    }
    const flat = values as SQLInputValue[];
    // `run` takes one step only; a pragma may need many, though it has no columns.
    if (statement.columns().length > 0 || sql.startsWith('pragma'))
      return { id, rows: statement.all(...flat), changes: 0 };
    return { id, rows: [], changes: Number(statement.run(...flat).changes) };
  };

  port.on('message', (request: SqliteRequest | 'close') => {
    if (request === 'close') {
      statements.clear();
      db?.close();
      port.close();
      return;
    }
    try {
      port.postMessage(run(request));
    } catch (thrown) {
      const error = thrown as Error & { code?: string; errcode?: number };
      port.postMessage({
        id: request.id,
        error: { message: error.message, code: error.code ?? '', errcode: error.errcode ?? 0 },
      });
    }
  });
}
