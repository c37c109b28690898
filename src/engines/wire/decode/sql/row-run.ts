import { type DecodeContext, spanOf } from '../decoder.ts';

/** Rows in a row are told as one message, up to so many rows or bytes. */
const ROW_LIMIT = 500;
const BYTE_LIMIT = 262_144;

export type Row = readonly (string | null)[];

/** What the rows are of. */
interface ResultOf {
  readonly columns: readonly string[];
  readonly exchange: number | undefined;
}

interface Run extends ResultOf {
  readonly offset: number;
  readonly time: number;
  endTime: number;
  end: number;
  bytes: number;
  readonly rows: Row[];
}

/** Gathers the rows of a result that a database sends one by one. */
export class RowRun {
  readonly #context: DecodeContext;
  #run: Run | undefined;
  #count = 0;

  constructor(context: DecodeContext) {
    this.#context = context;
  }

  add(
    start: { readonly offset: number; readonly time: number },
    row: Row,
    bytes: number,
    result: () => ResultOf,
  ): void {
    const reader = this.#context.down;
    this.#run ??= { ...result(), ...start, endTime: start.time, end: start.offset, bytes: 0, rows: [] };
    this.#run.rows.push(row);
    this.#run.bytes += bytes;
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
    const { columns, rows, exchange } = run;
    const [first = []] = rows;
    const many = rows.length === 1 ? '1 row' : `${rows.length} rows`;
    const shown = first
      .slice(0, 6)
      .map((value, at) => `${columns[at] ?? at}=${(value ?? 'NULL').slice(0, 30)}`);
    this.#context.emit('down', {
      kind: 'rows',
      summary: `${many}: ${shown.join(' ').replace(/\s+/g, ' ')}`,
      detail: { columns, rows, rowCount: rows.length },
      exchange,
      span: spanOf({ ...run, length: run.end - run.offset }),
    });
  }
}

/** Stands for a row that was too long to be kept. */
export const cutRow = (bytes: number): Row => [`(a row of ${bytes} bytes)`];
