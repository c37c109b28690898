import type { DecodeContext } from '../decoder.ts';
import { Questions } from '../questions.ts';

/** A prepared statement. */
export interface Statement {
  readonly name: string;
  readonly sql: string;
  readonly types: readonly number[];
}

/** A statement with its parameters, ready to be executed. */
export interface Portal {
  readonly statement: string;
  readonly sql: string;
  readonly parameters: readonly (string | null)[];
  readonly exchange: number;
  /** The formats asked for: one for all columns, or one each; 1 is binary. */
  readonly resultFormats: readonly number[];
}

/** Something the client asked for that the server will answer. */
export interface Asked {
  readonly what: 'query' | 'parse' | 'bind' | 'describe' | 'execute' | 'close' | 'sync' | 'function';
  readonly exchange: number;
  readonly sql?: string | undefined;
  readonly parameters?: readonly (string | null)[] | undefined;
  readonly time: number;
  /** Of a describe or an execute: the statement behind it. */
  readonly statement?: string | undefined;
  readonly resultFormats?: readonly number[] | undefined;
  /** When the first row came. */
  firstRow?: number;
}

export interface Column {
  readonly name: string;
  readonly type: number;
  readonly isBinary: boolean;
}

/** Statements and portals that are remembered; the oldest is forgotten first. */
const REMEMBERED = 10_000;

/** What both directions of a PostgreSQL connection know. */
export class PostgresSession {
  readonly context: DecodeContext;
  readonly #statements = new Map<string, Statement>();
  readonly #portals = new Map<string, Portal>();
  readonly #columns = new Map<string, readonly Column[]>();
  readonly #asked = new Questions<Asked>();
  /** The client asked for encryption and the one-byte answer has not come. */
  awaits: 'tls' | 'gss' | undefined;
  /** What the server wants as proof, so that the proof can be named without being shown. */
  authentication: string | undefined;
  /** The exchange that the last Parse began and that a Bind may go on with. */
  open: { statement: string; exchange: number } | undefined;

  /** Of the answer that comes now some was not looked at. */
  hasUnseen = false;

  constructor(context: DecodeContext) {
    this.context = context;
  }

  statement(name: string): Statement | undefined {
    return this.#statements.get(name);
  }

  portal(name: string): Portal | undefined {
    return this.#portals.get(name);
  }

  addStatement(statement: Statement): void {
    remember(this.#statements, statement.name, statement);
  }

  addPortal(name: string, portal: Portal): void {
    remember(this.#portals, name, portal);
  }

  remove(kind: string, name: string): void {
    if (kind === 'S') this.#statements.delete(name);
    else this.#portals.delete(name);
  }

  /** What a result looks like; a simple query has its own description, under no statement's name. */
  describeColumns(asked: Asked | undefined, columns: readonly Column[]): void {
    remember(this.#columns, columnsKey(asked), columns);
  }

  /** The columns of the rows that come now. The description of a statement does not know the formats; Bind does. */
  columns(): readonly Column[] {
    const asked = this.current();
    const described = this.#columns.get(columnsKey(asked)) ?? [];
    const formats = asked?.resultFormats;
    if (!formats) return described;
    return described.map((column, at) => ({
      ...column,
      isBinary: (formats.length === 1 ? formats[0] : formats[at]) === 1,
    }));
  }

  ask(asked: Asked): void {
    this.#asked.add(asked);
  }

  /** What the server is busy with. */
  current(): Asked | undefined {
    return this.#asked.first;
  }

  /** The server is done with the first thing of this kind. */
  answered(...kinds: Asked['what'][]): Asked | undefined {
    const { first: head } = this.#asked;
    return head && kinds.includes(head.what) ? this.#asked.take() : undefined;
  }

  /** After an error the server skips everything up to the next Sync. */
  failed(): Asked | undefined {
    const { first: head } = this.#asked;
    if (!head || head.what === 'query' || head.what === 'function') return head;
    // A statement can fail before its parameters are looked at; they belong to it all the same.
    let parameters: Asked['parameters'];
    for (let one = this.current(); one && one.what !== 'sync'; one = this.current()) {
      if (one.exchange === head.exchange) parameters ??= one.parameters;
      this.#asked.take();
    }
    return { ...head, parameters };
  }

  /** ReadyForQuery ends a simple query or a Sync. */
  ready(): Asked | undefined {
    return this.answered('query', 'sync', 'function');
  }
}

const columnsKey = (asked: Asked | undefined) =>
  asked?.statement === undefined ? 'simple' : `statement ${asked.statement}`;

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name);
  map.set(name, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}
