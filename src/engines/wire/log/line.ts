import type { Arena, SmallSlot } from '../arena.ts';
import { PREFIX_LENGTH, SLACK } from '../encoder/encoder.ts';
import type { BlockEntry, LoggedConnection } from './block.ts';

/** One connection in the log: what its records share. */
export interface LogSubject {
  readonly connId: string;
  readonly connection: LoggedConnection;
  /** Whose rule it came by. */
  readonly session: string | undefined;
  /** Where its records stand in the block being filled, and that block's list; kept by the writer. */
  entry: BlockEntry | null;
  entries: BlockEntry[] | null;
}

export function logSubject(connId: string, connection: LoggedConnection, session?: string): LogSubject {
  return { connId, connection, session, entry: null, entries: null };
}

/** One direction of a connection in the log: everything of a data record but its time and bytes, made once. */
export class Line {
  readonly subject: LogSubject;
  readonly from: string;
  readonly to: string;
  /** What a record takes besides its data. */
  readonly overhead: number;
  /** Bytes that were not logged because the log could not keep up, since the last gap record. */
  gapBytes = 0;
  readonly #arena: Arena;
  readonly #slot: SmallSlot | undefined;
  readonly #head: Buffer;
  readonly #tail: Buffer;

  constructor(arena: Arena, slot: SmallSlot | undefined, subject: LogSubject, from: string, to: string) {
    this.#arena = arena;
    this.#slot = slot;
    this.subject = subject;
    this.from = from;
    this.to = to;
    this.#head = Buffer.from(`Z","ConnID":"${subject.connId}","data":"`, 'latin1');
    this.#tail = Buffer.from(`","from":"${from}","to":"${to}"}\n`, 'latin1');
    this.overhead = PREFIX_LENGTH + 6 + this.#head.length + this.#tail.length + SLACK;
    if (slot) this.#prepare(slot);
  }

  /** Encodes bytes, best if they lie in the arena already; gives the address behind the record. */
  encode(out: number, micros: number, from: number | Uint8Array, length: number): number {
    const { scratch } = this.#arena;
    let slot = this.#slot;
    let source = from;
    if (typeof source !== 'number') {
      this.#arena.bytes.set(source, scratch.at);
      source = scratch.at;
      // What comes late may find its slot in the hands of another connection.
      slot = undefined;
    }
    if (!slot) this.#prepare(scratch);
    const { headAt, tailAt } = slot ?? scratch;
    return this.#arena.encoder.record(
      out,
      micros,
      headAt,
      this.#head.length,
      tailAt,
      this.#tail.length,
      source,
      length,
    );
  }

  #prepare(slot: SmallSlot): void {
    this.#head.copy(this.#arena.bytes, slot.headAt);
    this.#tail.copy(this.#arena.bytes, slot.tailAt);
  }
}
