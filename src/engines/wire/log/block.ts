import { BLOCK_SIZE } from '../arena.ts';
import type { Destination } from './destination.ts';

/** A connection as the log sees it: it is told where its records went. */
export interface LoggedConnection {
  noteRange(directory: string, file: string, from: number, to: number, bytes: number): void;
  /** Its close record has been written, or lost, everywhere. */
  settled(): void;
}

/** Which part of a block holds records of one connection; offsets within the block. */
export interface BlockEntry {
  readonly connection: LoggedConnection;
  readonly first: number;
  last: number;
  /** Captured bytes in the records, before the escape. */
  bytes: number;
}

export interface BlockTarget {
  readonly destination: Destination;
  readonly file: string;
}

/** Whole records, in the order of their times, that go to the same files. */
export class Block {
  readonly at: number;
  used = 0;
  records = 0;
  bytes = 0;
  firstTime = 0;
  lastTime = 0;
  entries: BlockEntry[] = [];
  /** Whose close record is in it, in the order of these records. */
  closed: LoggedConnection[] = [];
  targets: readonly BlockTarget[] = [];
  /** The destinations of the targets: one list for each set of them. */
  takers: readonly Destination[] = [];
  /** How many destinations still have to write it. */
  owing = 0;
  /** Set for a single line outside the arena. */
  readonly text: Buffer | null;

  constructor(at: number, text: Buffer | null = null) {
    this.at = at;
    this.text = text;
  }

  hasRoom(size: number): boolean {
    return this.used + size <= BLOCK_SIZE;
  }

  reset(): void {
    this.used = 0;
    this.records = 0;
    this.bytes = 0;
    this.entries = [];
    this.closed = [];
    this.targets = [];
    this.takers = [];
    this.owing = 0;
  }
}
