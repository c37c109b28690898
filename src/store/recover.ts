import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { ITEM_COLUMNS, PAYLOAD_COLUMNS, SPAN } from './item-row.ts';
import { type Opened, openPlace } from './opened.ts';
import { countAll } from './rolls.ts';
import { type SalvagedRow, salvage } from './salvage.ts';
import { damagedRecords, markRecovered } from './set-aside.ts';

export interface Recovered {
  readonly file: string;
  readonly items: number;
  readonly documents: number;
}

/** Brings what damaged records of the folder still hold into the one in use. What stands there already wins. */
export async function recoverRecords(folder: string): Promise<readonly Recovered[]> {
  // Opened once before, so that there is a record of the newest format.
  await whileOpen(folder, async () => {});
  const all = damagedRecords(folder).map((damaged) => {
    const found = recover(path.join(folder, 'record.db'), damaged);
    return { file: markRecovered(damaged), ...found };
  });
  if (all.length > 0) await whileOpen(folder, ({ backend }) => countAll(backend.db, SPAN));
  return all;
}

async function whileOpen(folder: string, work: (opened: Opened) => Promise<void>): Promise<void> {
  const opened = await openPlace({ folder });
  await work(opened).finally(() => opened.backend.close());
}

const TABLES = {
  items: ITEM_COLUMNS,
  payloads: PAYLOAD_COLUMNS,
  streams: ['id', 'name', 'items', 'bytes', 'evicted'],
  item_blobs: ['item', 'blob'],
  documents: ['namespace', 'key', 'value', 'updated'],
  document_blobs: ['namespace', 'key', 'blob'],
} as const;

type Table = keyof typeof TABLES;

/** The number of an item's stream may have been another one there: its name counts. */
const NEW_ID = `(select coalesce(now.id, found.%ID% / ${SPAN}) from (select 1)
  left join found_streams old on old.id = found.%ID% / ${SPAN} left join streams now on now.name = old.name)
  * ${SPAN} + found.%ID% % ${SPAN}`;
const newId = (column: string) => NEW_ID.replaceAll('%ID%', column);

function recover(file: string, damaged: string): Omit<Recovered, 'file'> {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  try {
    gather(db, damaged);
    db.exec('begin immediate');
    const [, ...others] = ITEM_COLUMNS;
    const run = (sql: string) => Number(db.prepare(sql).run().changes);
    // Both halves of an item or none.
    run(`delete from found_items where id not in (select id from found_payloads)
      or id / ${SPAN} not in (select id from streams)`);
    run(`delete from found_payloads where id not in (select id from found_items)`);
    const items = run(
      `insert or ignore into items select ${newId('id')}, ${others.join(', ')} from found_items found`,
    );
    run(`insert or ignore into payloads select ${newId('id')}, monotonic, data from found_payloads found`);
    run(`insert into item_blobs select ${newId('item')}, blob from found_item_blobs found
      where item in (select id from found_items)
        and not exists (select 1 from item_blobs b where b.item = ${newId('item')} and b.blob = found.blob)`);
    const documents = run('insert or ignore into documents select * from found_documents');
    run('insert or ignore into document_blobs select * from found_document_blobs');
    run(`update streams set evicted = max(evicted, coalesce(
        (select max(evicted) from found_streams old where old.name = streams.name), 0)),
      items = (select count(*) from items i where i.id / ${SPAN} = streams.id),
      bytes = (select coalesce(sum(bytes), 0) from items i where i.id / ${SPAN} = streams.id)`);
    run(`update meta set value = max(value, (select coalesce(max(id % ${SPAN}), 0) from items))
      where name = 'sequence'`);
    db.exec('commit');
    return { items, documents };
  } finally {
    db.close();
  }
}

/** Puts what the damaged file holds into tables that only this connection sees. */
function gather(db: DatabaseSync, damaged: string): void {
  db.exec('pragma temp_store=file');
  const insert = Object.fromEntries(
    Object.entries(TABLES).map(([table, columns]) => {
      db.exec(`create temp table found_${table} as select ${columns} from main.${table} where 0`);
      if (columns[0] === 'id') db.exec(`create unique index temp.found_${table}_id on found_${table} (id)`);
      const values = columns.map(() => '?').join(', ');
      return [table, db.prepare(`insert or replace into found_${table} values (${values})`)];
    }),
  );
  db.exec('begin');
  for (const row of salvage(damaged)) {
    const table = tableOf(row);
    if (table === undefined) continue;
    const values = TABLES[table][0] === 'id' ? [row.id, ...row.values.slice(1)] : row.values;
    insert[table]?.run(...(values as SQLInputValue[]));
  }
  db.exec('commit');
}

/** By its columns: no two tables have the same kinds. A key that is the row's own number stands there as null. */
function tableOf({ values }: SalvagedRow): Table | undefined {
  const kinds = values
    .map((value) => (value === null ? '-' : typeof value === 'number' ? 'n' : 's'))
    .join('');
  if (/^-ns[-n][-s][-n][-s]{8}n$/.test(kinds)) return 'items';
  if (kinds === '-ns') return isJson(values[2]) ? 'payloads' : undefined;
  if (kinds === '-snnn') return 'streams';
  if (kinds === 'ns') return 'item_blobs';
  if (kinds === 'sssn') return 'documents';
  return kinds === 'sss' ? 'document_blobs' : undefined;
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
