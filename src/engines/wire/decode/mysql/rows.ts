import { type DecodeContext, spanOf } from '../decoder.ts';
import { LittleCursor, type Packet } from './packet.ts';
import type { Column } from './session.ts';
import { binaryValue, shownValue } from './value.ts';

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

/** Gathers the rows of a result. */
export class RowRun {
  readonly #context: DecodeContext;
  #exchange: number | undefined;
  #columns: readonly Column[] = [];
  #format: 'text' | 'binary' = 'text';
  #run: Run | undefined;
  #count = 0;

  constructor(context: DecodeContext) {
    this.#context = context;
  }

  begin(exchange: number | undefined, columns: readonly Column[], format: 'text' | 'binary'): void {
    this.#exchange = exchange;
    this.#columns = columns;
    this.#format = format;
    this.#count = 0;
  }

  add(start: { readonly offset: number; readonly time: number }, packet: Packet): void {
    const reader = this.#context.down;
    this.#run ??= { ...start, endTime: start.time, end: start.offset, bytes: 0, rows: [] };
    this.#run.rows.push(packet.cut ? [`(a row of ${packet.length} bytes)`] : this.#row(packet.payload));
    this.#run.bytes += packet.length;
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
    const columns = this.#columns.map(({ name }) => name);
    const [first = []] = run.rows;
    const many = run.rows.length === 1 ? '1 row' : `${run.rows.length} rows`;
    const shown = first
      .slice(0, 6)
      .map((value, at) => `${columns[at] ?? at}=${(value ?? 'NULL').slice(0, 30)}`);
    this.#context.emit('down', {
      kind: 'rows',
      summary: `${many}: ${shown.join(' ').replace(/\s+/g, ' ')}`,
      detail: { columns, rows: run.rows, rowCount: run.rows.length },
      exchange: this.#exchange,
      span: spanOf({ ...run, length: run.end - run.offset }),
    });
  }

  #row(payload: Uint8Array): (string | null)[] {
    const cursor = new LittleCursor(payload);
    if (this.#format === 'binary') return this.#binaryRow(cursor);
    const values: (string | null)[] = [];
    while (cursor.left > 0) values.push(shownValue(cursor.value()));
    return values;
  }

  /** A zero, which values are NULL (two bits later than one would think), then the others. */
  #binaryRow(cursor: LittleCursor): (string | null)[] {
    const columns = this.#columns;
    // Without its columns, which were told before we listened, a row cannot be read.
    if (columns.length === 0) return [`(${cursor.left} bytes)`];
    cursor.uint8();
    const nulls = cursor.take((columns.length + 9) >> 3);
    return columns.map(({ type, isUnsigned }, at) => {
      const isNull = ((nulls[(at + 2) >> 3] ?? 0) >> ((at + 2) & 7)) & 1;
      return isNull ? null : binaryValue(cursor, type, isUnsigned);
    });
  }
}
