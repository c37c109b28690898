import { ByteCursor } from '../byte-cursor.ts';
import { spanOf } from '../decoder.ts';
import type { PostgresMessage } from './message.ts';
import type { Column, PostgresSession } from './session.ts';
import { valueText } from './value.ts';

/** Rows in a row are told as one message, up to so many rows or bytes. */
const ROW_LIMIT = 500;
const BYTE_LIMIT = 262_144;

interface Run {
  readonly offset: number;
  readonly time: number;
  endTime: number;
  end: number;
  bytes: number;
  readonly rows: (string | null)[][];
}

/** Gathers the DataRow messages of a result. */
export class RowRun {
  readonly #session: PostgresSession;
  #run: Run | undefined;
  #count = 0;
  #columns: readonly Column[] = [];

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  add(start: { readonly offset: number; readonly time: number }, message: PostgresMessage): void {
    const reader = this.#session.context.down;
    const asked = this.#session.current();
    if (asked) asked.firstRow ??= start.time;
    if (!this.#run) this.#columns = this.#session.columns();
    this.#run ??= { ...start, endTime: start.time, end: start.offset, bytes: 0, rows: [] };
    this.#run.rows.push(message.cut ? [`(a row of ${message.length} bytes)`] : this.#row(message.payload));
    this.#run.bytes += message.length;
    this.#run.endTime = reader.lastTime;
    this.#run.end = reader.offset;
    this.#count++;
    if (this.#run.rows.length >= ROW_LIMIT || this.#run.bytes >= BYTE_LIMIT) this.flush();
  }

  /** How many rows came since this was last asked. */
  takeCount(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }

  flush(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    const columns = this.#columns.map((column) => column.name);
    const [first = []] = run.rows;
    const many = run.rows.length === 1 ? '1 row' : `${run.rows.length} rows`;
    const shown = first
      .slice(0, 6)
      .map((value, at) => `${columns[at] ?? at}=${(value ?? 'NULL').slice(0, 30)}`);
    this.#session.context.emit('down', {
      kind: 'rows',
      summary: `${many}: ${shown.join(' ').replace(/\s+/g, ' ')}`,
      detail: { columns, rows: run.rows, rowCount: run.rows.length },
      exchange: this.#session.current()?.exchange,
      span: spanOf({ ...run, length: run.end - run.offset }),
    });
  }

  #row(payload: Uint8Array): (string | null)[] {
    const cursor = new ByteCursor(payload);
    return Array.from({ length: cursor.uint16() }, (_, index) => {
      const length = cursor.int32();
      const column = this.#columns[index];
      return length < 0 ? null : valueText(cursor.take(length), column?.isBinary ?? false, column?.type ?? 0);
    });
  }
}
