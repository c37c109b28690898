import { ByteCursor } from '../byte-cursor.ts';
import { cutRow, type Row, RowRun } from '../sql/row-run.ts';
import type { PostgresMessage } from './message.ts';
import type { Column, PostgresSession } from './session.ts';
import { valueText } from './value.ts';

/** Reads the DataRow messages of a result. */
export class ResultRows {
  readonly #session: PostgresSession;
  readonly #run: RowRun;
  #columns: readonly Column[] | undefined;

  constructor(session: PostgresSession) {
    this.#session = session;
    this.#run = new RowRun(session.context);
  }

  add(start: { readonly offset: number; readonly time: number }, message: PostgresMessage): void {
    const asked = this.#session.current();
    if (asked) asked.firstRow ??= start.time;
    this.#columns ??= this.#session.columns();
    const columns = this.#columns;
    const row = message.cut ? cutRow(message.length) : rowOf(message.payload, columns);
    this.#run.add(start, row, message.length, () => ({
      columns: columns.map(({ name }) => name),
      exchange: asked?.exchange,
    }));
  }

  takeCount = () => this.#run.takeCount();

  flush(): void {
    this.#columns = undefined;
    this.#run.flush();
  }
}

function rowOf(payload: Uint8Array, columns: readonly Column[]): Row {
  const cursor = new ByteCursor(payload);
  return Array.from({ length: cursor.uint16() }, (_, index) => {
    const length = cursor.int32();
    const column = columns[index];
    return length < 0 ? null : valueText(cursor.take(length), column?.isBinary ?? false, column?.type ?? 0);
  });
}
