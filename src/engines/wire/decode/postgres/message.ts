import { ByteCursor } from '../byte-cursor.ts';
import type { Direction } from '../chunk.ts';
import { type DecodeContext, spanOf } from '../decoder.ts';
import { Payload } from '../payload.ts';
import { DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { preview } from '../show-text.ts';

/** The server takes no message beyond this. */
const MESSAGE_LIMIT = 0x3fffffff;

export interface PostgresMessage {
  readonly type: string;
  readonly payload: Uint8Array;
  readonly length: number;
  /** The payload is longer than what is kept of it. */
  readonly cut: boolean;
}

/** A type byte, a length that counts itself, and the payload, of which `limit` bytes are kept. */
export function* readMessage(reader: StreamReader, limit: number): Parse<PostgresMessage> {
  const head = new ByteCursor(yield* reader.take(5, 'a PostgreSQL message head'));
  const type = String.fromCharCode(head.uint8());
  const length = head.int32() - 4;
  if (!/[A-Za-z0-9]/.test(type))
    throw new DecodeError(`no PostgreSQL message has type ${JSON.stringify(type)}`);
  if (length < 0 || length > MESSAGE_LIMIT) throw new DecodeError(`a PostgreSQL message of ${length} bytes`);
  // Fields are read from whole payloads, so a small body limit must not cut the usual ones.
  const payload = new Payload(Math.max(limit, 65_536));
  yield* reader.pass(length, `a PostgreSQL message of type ${type}`, payload.add);
  return { type, payload: payload.bytes(), length, cut: payload.isCut };
}

/** CopyData in a row is told as one message of at most so many bytes. */
const RUN_LIMIT = 262_144;

/** Gathers CopyData of one direction. */
export class CopyRun {
  readonly #context: DecodeContext;
  readonly #direction: Direction;
  #run:
    | { offset: number; time: number; endTime: number; end: number; parts: number; payload: Payload }
    | undefined;

  constructor(context: DecodeContext, direction: Direction) {
    this.#context = context;
    this.#direction = direction;
  }

  add(start: { readonly offset: number; readonly time: number }, message: PostgresMessage): void {
    const reader = this.#context[this.#direction];
    const limit = Math.max(this.#context.bodyLimit, RUN_LIMIT);
    this.#run ??= { ...start, endTime: start.time, end: start.offset, parts: 0, payload: new Payload(limit) };
    this.#run.payload.add(message.payload);
    this.#run.parts++;
    this.#run.endTime = reader.lastTime;
    this.#run.end = reader.offset;
    if (this.#run.payload.length >= RUN_LIMIT) this.flush();
  }

  flush(exchange?: number): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    const body = run.payload.bytes().subarray(0, this.#context.bodyLimit);
    this.#context.emit(this.#direction, {
      kind: 'copy-data',
      summary: `copy data, ${run.payload.length} bytes in ${run.parts} messages: ${preview(body)}`,
      detail: { messages: run.parts, bytes: run.payload.length },
      exchange,
      body,
      bodyLength: run.payload.length,
      span: spanOf({ ...run, length: run.end - run.offset }),
    });
  }
}
