import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

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
  /** Many rows in one go; every row has the same columns. */
  insertMany<T extends keyof Tables & string>(
    trx: Transaction<Tables>,
    table: T,
    columns: readonly (keyof Tables[T] & string)[],
    rows: readonly (readonly unknown[])[],
  ): Promise<void>;
  /** Whether the column contains the text, letter for letter. */
  contains(column: Expression<unknown>, text: string): Expression<SqlBool>;
  /** Whether the column contains the text, upper or lower case. */
  resembles(column: Expression<unknown>, text: string): Expression<SqlBool>;
  /** What an error says about the store: full, out of reach for now, or nothing (the statement was wrong). */
  trouble(error: unknown): Trouble | null;
  /** Whether the connection is gone for good and must be opened anew. */
  isLost(): boolean;
  /** Gives room that deletions have left back to the file system. */
  shrink(): Promise<void>;
  close(): Promise<void>;
}

export interface Trouble {
  readonly kind: 'full' | 'unavailable';
  readonly why: string;
}

/** The text as a LIKE pattern that matches it anywhere; the escape character is a backslash. */
export function likePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
