import type { DecodeContext } from '../decoder.ts';
import { Questions } from '../questions.ts';

/** What both sides must be able to do for it to be done. */
export const CAPABILITY = {
  connectWithDatabase: 1 << 3,
  compress: 1 << 5,
  protocol41: 1 << 9,
  ssl: 1 << 11,
  pluginAuth: 1 << 19,
  lengthOfAuth: 1 << 21,
  withoutEof: 1 << 24,
  queryAttributes: 1 << 27,
} as const;
/** Of MariaDB's own: column definitions that were sent before are not sent again. */
const CACHED_COLUMNS = 1 << 4;

export interface Statement {
  readonly sql: string;
  readonly parameters: number;
  /** Of the last execution: they are told only when they change. */
  types: readonly number[];
}

/** What the server will answer. */
export interface Asked {
  readonly what: 'query' | 'prepare' | 'execute' | 'fetch' | 'fields' | 'statistics' | 'other';
  readonly exchange: number;
  readonly time: number;
  readonly sql?: string | undefined;
  readonly parameters?: readonly (string | null)[] | undefined;
}

export interface Column {
  readonly name: string;
  readonly type: number;
  readonly isUnsigned: boolean;
}

const REMEMBERED = 10_000;

/** What both directions of a MySQL connection know. */
export class MysqlSession {
  readonly context: DecodeContext;
  readonly asked = new Questions<Asked>();
  readonly #statements = new Map<number, Statement>();
  /** greeting: the server speaks; login: the client; then both prove who they are, until the server says OK. */
  phase: 'greeting' | 'login' | 'proof' | 'commands' = 'greeting';
  server = 0;
  client = 0;
  serverOwn = 0;
  clientOwn = 0;
  /** The server asked for a file, and the client sends it. */
  isSendingFile = false;

  constructor(context: DecodeContext) {
    this.context = context;
  }

  can(capability: number): boolean {
    return (this.server & this.client & capability) !== 0;
  }

  get cachesColumns(): boolean {
    return (this.serverOwn & this.clientOwn & CACHED_COLUMNS) !== 0;
  }

  statement(id: number): Statement | undefined {
    return this.#statements.get(id);
  }

  addStatement(id: number, statement: Statement): void {
    this.#statements.delete(id);
    this.#statements.set(id, statement);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > REMEMBERED && oldest !== undefined) this.#statements.delete(oldest);
  }

  forget(id: number): void {
    this.#statements.delete(id);
  }
}
