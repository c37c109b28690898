import type { DecodeContext } from '../decoder.ts';
import { cutRow, type Row, RowRun } from '../sql/row-run.ts';
import { LittleCursor, type Packet } from './packet.ts';
import type { Column } from './session.ts';
import { binaryValue, shownValue } from './value.ts';

/** Reads the rows of a result. */
export class ResultRows {
  readonly #run: RowRun;
  #exchange: number | undefined;
  #columns: readonly Column[] = [];
  #format: 'text' | 'binary' = 'text';

  constructor(context: DecodeContext) {
    this.#run = new RowRun(context);
  }

  begin(exchange: number | undefined, columns: readonly Column[], format: 'text' | 'binary'): void {
    this.#exchange = exchange;
    this.#columns = columns;
    this.#format = format;
    this.#run.takeCount();
  }

  add(start: { readonly offset: number; readonly time: number }, packet: Packet): void {
    const row = packet.cut ? cutRow(packet.length) : this.#row(packet.payload);
    this.#run.add(start, row, packet.length, () => ({
      columns: this.#columns.map(({ name }) => name),
      exchange: this.#exchange,
    }));
  }

  takeCount = () => this.#run.takeCount();
  flush = () => this.#run.flush();

  #row(payload: Uint8Array): Row {
    const cursor = new LittleCursor(payload);
    if (this.#format === 'binary') return this.#binaryRow(cursor);
    const values: (string | null)[] = [];
    while (cursor.left > 0) values.push(shownValue(cursor.value()));
    return values;
  }

  /** A zero, which values are NULL (two bits later than one would think), then the others. */
  #binaryRow(cursor: LittleCursor): Row {
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
