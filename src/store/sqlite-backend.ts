import { closeSync, fstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { fault } from '../kernel/fault.ts';
import type { Backend, Batch, StreamSum, Trouble } from './backend.ts';
import { ITEM_COLUMNS, PAYLOAD_COLUMNS } from './item-row.ts';
import { ROLL_COLUMNS } from './rolls.ts';
import type { Tables } from './schema.ts';
import { setAside } from './set-aside.ts';
import { SqliteError, SqliteThread } from './sqlite-thread.ts';

const PAGE_BYTES = 8192;
/** Result classes of SQLite: full; and busy, locked, no memory, read only, I/O, corrupt, cannot open, no database. */
const FULL = 13;
const CORRUPT = 11;
const OUTAGES = new Set([5, 6, 7, 8, 10, 11, 14, 26]);

const insert = (table: string, columns: readonly string[]) =>
  `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`;

/** What a batch takes. */
const STATEMENTS = {
  counter: `update meta set value = value + ? where name = 'sequence' returning value`,
  items: insert('items', ITEM_COLUMNS),
  // The data come as the bytes that they are.
  payloads: insert('payloads', PAYLOAD_COLUMNS).replace(/\?\)$/, 'cast(? as text))'),
  blobs: insert('item_blobs', ['item', 'blob']),
  growth: 'update streams set items = items + ?, bytes = bytes + ? where id = ? returning id, items, bytes',
  rolls: `${insert('rolls', ROLL_COLUMNS)} on conflict (seconds, part, stream, session)
    do update set items = items + excluded.items, troubles = troubles + excluded.troubles`,
} as const;

/** The embedded store: one file in the state folder, shared by as many processes as like (WAL). */
export function sqliteBackend(folder: string, fileLimit?: number): Backend {
  const file = path.join(folder, 'record.db');
  const found = ownerOnly(folder, file);
  const thread = new SqliteThread({ file, setup: setup(fileLimit), append: STATEMENTS });
  const db = new Kysely<Tables>({ dialect: dialectOn(thread) });
  return {
    kind: 'sqlite',
    name: file,
    db,
    wholeNumber: 'integer',
    // A transaction begins as the writer here, so it has the store to itself.
    lockSchema: async () => {},
    // Its items lie together anyway, because a table is kept in the order of its key.
    addStream: async () => {},
    // Through kysely, which lets no other transaction in between.
    append: async (batch) => (await db.executeQuery<StreamSum>(CompiledQuery.raw(APPEND, [batch]))).rows,
    contains: (column, text) => sql`instr(${column}, ${text}) > 0`,
    resembles: (column, text) => sql`${column} like ${likePattern(text)} escape '\\'`,
    trouble,
    isLost: () => thread.isLost || thread.damage !== undefined,
    file: {
      async check() {
        if (found.size > SMALL) return void checkBehind(file, thread);
        thread.damage ??= await problemIn(thread);
        if (thread.damage !== undefined) throw new SqliteError(thread.damage, CORRUPT);
      },
      damage: () => thread.damage,
      distrust: (why) => {
        thread.damage ??= why;
      },
      async setAside() {
        await db.destroy();
        return setAside(file, found.ino);
      },
    },
    async shrink() {
      const free = await pragma(db, 'freelist_count');
      // A slice at a time: the next sweep goes on.
      if (free * 4 >= (await pragma(db, 'page_count')))
        await db.executeQuery(CompiledQuery.raw('pragma incremental_vacuum(4000)'));
      const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
      if (log && log.size > LONG_LOG) await db.connection().execute(() => thread.checkpoint());
    },
    close: () => db.destroy(),
  };
}

/** SQLite itself never makes its write-ahead log shorter than a flood has left it, up to 64 MB. */
const LONG_LOG = 4 * 2 ** 20;

/** As long as it takes to look through so much, the first use can wait. */
const SMALL = 16 * 2 ** 20;

/** What is wrong with the whole of a file: its pages, or what it counts. */
async function problemIn(thread: SqliteThread): Promise<string | undefined> {
  const { rows } = await thread.run('pragma quick_check(1)', []);
  const { quick_check: said } = rows[0] as { quick_check: string };
  if (said !== 'ok') return said.replaceAll(/\s+/g, ' ');
  const counts = `select (select coalesce(sum(items), 0) from streams) said,
    (select count(*) from items) items, (select count(*) from payloads) payloads`;
  const { said: sum, items, payloads } = (await thread.run(counts, [])).rows[0] as Record<string, number>;
  return sum === items && items === payloads
    ? undefined
    : `it says to hold ${sum} items and holds ${items}, with the data of ${payloads}`;
}

const DAY_MS = 24 * 3_600_000;

/** On a connection of its own, so that nobody waits for it; once a day, whoever opens it how often. */
async function checkBehind(file: string, thread: SqliteThread): Promise<void> {
  const checking = new SqliteThread({ file, setup: '', append: STATEMENTS });
  try {
    const last = await checking.run(`select value from meta where name = 'checked'`, []);
    const { value = 0 } = (last.rows[0] ?? {}) as { value?: number };
    if (Date.now() - value < DAY_MS) return;
    thread.damage ??= await problemIn(checking);
    await checking.run(`insert or replace into meta (name, value) values ('checked', ?)`, [Date.now()]);
  } catch {
    thread.damage ??= checking.damage;
  } finally {
    await checking.close();
  }
}

function setup(fileLimit?: number): string {
  const pages = fileLimit === undefined ? '' : `pragma max_page_count=${Math.ceil(fileLimit / PAGE_BYTES)};`;
  // NORMAL: a killed process loses nothing that was committed; only a power cut may take the last moments.
  return `pragma page_size=${PAGE_BYTES}; pragma auto_vacuum=incremental; pragma journal_mode=wal;
    pragma synchronous=normal; pragma cache_size=-16384; pragma journal_size_limit=67108864;
    pragma temp_store=memory; pragma wal_autocheckpoint=4000; ${pages}`;
}

/** The file is made by us, because SQLite would make it readable for others; its WAL takes the same mode. */
function ownerOnly(folder: string, file: string): { readonly ino: number; readonly size: number } {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const handle = openSync(file, 'a', 0o600);
    const { ino, size } = fstatSync(handle);
    closeSync(handle);
    return { ino, size };
  } catch (error) {
    throw fault('FOLDER_NOT_WRITABLE', { path: folder, why: reason(error) }, error);
  }
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

async function pragma(db: Kysely<Tables>, name: string): Promise<number> {
  const { rows } = await db.executeQuery<Record<string, number>>(CompiledQuery.raw(`pragma ${name}`));
  return rows[0]?.[name] ?? 0;
}

/** The text as a LIKE pattern that matches it anywhere; the escape character is a backslash. */
function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function trouble(error: unknown): Trouble | null {
  if (!(error instanceof SqliteError)) return null;
  const kind = error.errcode & 0xff;
  if (kind === FULL) return { kind: 'full', why: 'the disk is full' };
  return OUTAGES.has(kind) ? { kind: 'unavailable', why: error.message } : null;
}

/** Stands for the one request that is not a statement: a batch, written by the thread in one go. */
const APPEND = 'append';

/** Kysely on the SQLite thread. */
function dialectOn(thread: SqliteThread): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (sql === APPEND) return { rows: (await thread.append(parameters[0] as Batch)) as R[] };
      const { rows, changes } = await thread.run(sql, parameters as readonly SQLInputValue[]);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    },
    streamQuery: () => {
      throw new Error('The SQLite thread answers whole results; page through them instead.');
    },
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    async beginTransaction() {
      // At once the writer: a reader that turns writer later may find itself locked out for good.
      await thread.run('begin immediate', []);
    },
    async commitTransaction() {
      await thread.run('commit', []);
    },
    async rollbackTransaction() {
      // SQLite itself rolls back on a full disk; a second rollback would hide the real error.
      await thread.run('rollback', []).catch((error: Error) => {
        if (!error.message.includes('no transaction is active')) throw error;
      });
    },
    releaseConnection: async () => {},
    destroy: () => thread.close(),
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}
