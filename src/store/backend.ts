import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { Roll } from './rolls.ts';
import type { Tables } from './schema.ts';

/** Items as they go to the database: packed, because most of their bytes are written as they are. */
export interface Batch {
  readonly count: number;
  /** One JSON array an item, with commas between: its columns, but first of all the place of its stream in STREAMS. */
  readonly columns: Uint8Array;
  /** The JSON data of the items, one after the other. */
  readonly data: Uint8Array;
  /** For each item its monotonic time and how many bytes of data are its. */
  readonly marks: Float64Array;
  /** Which item, counted from 0, holds on to which body. */
  readonly blobs: readonly (readonly [item: number, blob: string])[];
  /** For each of STREAMS what is added to a sequence number to make an id. */
  readonly bases: readonly number[];
  /** What comes on top of each stream. */
  readonly growth: readonly StreamSum[];
  /** And what on top of each count. */
  readonly rolls: readonly Roll[];
}

/** Items and bytes of a stream, by its number. */
export interface StreamSum {
  readonly id: number;
  readonly items: number;
  readonly bytes: number;
}

/** What differs between the two databases. Everything else is the same kysely code. */
export interface Backend {
  readonly kind: 'sqlite' | 'postgres';
  /** For messages: the file, or the URL without its password. */
  readonly name: string;
  readonly db: Kysely<Tables>;
  /** The type of a 64-bit whole number. */
  readonly wholeNumber: 'integer' | 'bigint';
  /** Keeps other processes from migrating at the same time, until the transaction ends. */
  lockSchema(trx: Transaction<Tables>): Promise<void>;
  /** Makes room for the items of a new stream. */
  addStream(trx: Transaction<Tables>, stream: number): Promise<void>;
  /**
   * Writes all of a batch or nothing. The counter's row is locked until the end, so sequence numbers appear in
   * their order whoever else is writing: a reader that has seen one number never misses a smaller one.
   */
  append(batch: Batch): Promise<readonly StreamSum[]>;
  /** Whether the column contains the text, letter for letter. */
  contains(column: Expression<unknown>, text: string): Expression<SqlBool>;
  /** Whether the column contains the text, upper or lower case as far as English goes. */
  resembles(column: Expression<unknown>, text: string): Expression<SqlBool>;
  /** What an error says about the store: full, out of reach for now, or nothing (the statement was wrong). */
  trouble(error: unknown): Trouble | null;
  /** Whether the connection is gone for good, or the file is damaged, and must be opened anew. */
  isLost(): boolean;
  /** For a file of our own. A shared database looks after itself. */
  readonly file?: RecordFile;
  /** Gives room that deletions have left back to the file system. */
  shrink(): Promise<void>;
  close(): Promise<void>;
}

export interface RecordFile {
  /** Fails when a small file is damaged; a large one is looked through behind the back of those who use it. */
  check(): Promise<void>;
  /** What is wrong with it, as far as anybody has noticed. */
  damage(): string | undefined;
  /** Says that a read found what cannot be. */
  distrust(why: string): void;
  /** Closes it, moves it out of the way and says where it lies then. */
  setAside(): Promise<string>;
}

export interface Trouble {
  readonly kind: 'full' | 'unavailable';
  readonly why: string;
}
