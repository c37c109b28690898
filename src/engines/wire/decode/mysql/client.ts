import { type Draft, HIDDEN, parked } from '../decoder.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { shorten, utf8 } from '../show-text.ts';
import { LittleCursor, type Packet, readPacket } from './packet.ts';
import { CAPABILITY, type MysqlSession, type Statement } from './session.ts';
import { binaryValue, hidePasswords } from './value.ts';

/** Commands by their first byte; those that no answer comes to are in SILENT. */
const COMMANDS: Readonly<Record<number, string>> = {
  1: 'quit',
  2: 'init-db',
  3: 'query',
  4: 'field-list',
  5: 'create-db',
  6: 'drop-db',
  7: 'refresh',
  8: 'shutdown',
  9: 'statistics',
  10: 'process-info',
  12: 'kill',
  13: 'debug',
  14: 'ping',
  17: 'change-user',
  18: 'binlog-dump',
  21: 'register-replica',
  22: 'prepare',
  23: 'execute',
  24: 'long-data',
  25: 'close',
  26: 'reset',
  27: 'set-option',
  28: 'fetch',
  30: 'binlog-dump-gtid',
  31: 'reset-connection',
};
const SILENT: ReadonlySet<string> = new Set(['quit', 'long-data', 'close']);
/** MariaDB: the statement that was prepared last. */
const LAST_STATEMENT = 0xffffffff;

export function* client(session: MysqlSession): Parse<void> {
  const { context } = session;
  const reader = context.up;
  while (yield* reader.more()) {
    // The server greets first; without its greeting nothing is known.
    while (session.phase === 'greeting' && !context.isOver) yield 'peer';
    const { time } = reader.begin();
    const packet = yield* readPacket(reader, context.bodyLimit);
    const draft = session.phase === 'commands' ? command(session, packet, time) : login(session, packet);
    context.emit(
      'up',
      packet.cut ? { ...draft, error: `The packet was cut after ${packet.payload.length} bytes.` } : draft,
    );
    if (draft.kind === 'ssl-request') {
      context.switchTo({ to: 'tls' });
      return yield* parked(context);
    }
    yield 'turn';
  }
}

function login(session: MysqlSession, { payload }: Packet): Draft {
  if (session.phase === 'proof')
    return { kind: 'proof', summary: `proof ${HIDDEN}`, detail: { password: HIDDEN } };
  const cursor = new LittleCursor(payload);
  session.client = cursor.uint32();
  if ((session.client & CAPABILITY.protocol41) === 0) throw new DecodeError('a MySQL client older than 4.1');
  cursor.take(5);
  cursor.take(19);
  session.clientOwn = cursor.uint32();
  if (session.can(CAPABILITY.ssl) && cursor.left === 0)
    return { kind: 'ssl-request', summary: 'SSLRequest', detail: {} };
  session.phase = 'proof';
  const user = cursor.text();
  if (session.client & CAPABILITY.lengthOfAuth) cursor.value();
  else cursor.take(cursor.uint8());
  const database =
    session.client & CAPABILITY.connectWithDatabase && cursor.left > 0 ? cursor.text() : undefined;
  return {
    kind: 'login',
    summary: `login user=${user}${database ? ` database=${database}` : ''}`,
    detail: { user, ...(database && { database }), password: HIDDEN },
  };
}

function command(session: MysqlSession, packet: Packet, time: number): Draft {
  const { context } = session;
  if (session.isSendingFile) {
    const isLast = packet.length === 0;
    if (isLast) session.isSendingFile = false;
    const exchange = session.asked.first?.exchange;
    return {
      kind: 'file-data',
      summary: isLast ? 'end of the file' : `${packet.length} bytes of the file`,
      detail: { bytes: packet.length },
      exchange,
    };
  }
  const cursor = new LittleCursor(packet.payload);
  const code = cursor.left > 0 ? cursor.uint8() : -1;
  const name = COMMANDS[code];
  if (name === undefined) throw new DecodeError(`no MySQL command has number ${code}`);
  if (name === 'change-user') return changeUser(session, cursor);
  const exchange = context.nextExchange();
  const { asks, ...draft } = describe(session, name, cursor);
  if (!SILENT.has(name)) session.asked.add({ what: 'other', ...asks, exchange, time });
  return { ...draft, detail: { ...draft.detail, ...(SILENT.has(name) && { silent: true }) }, exchange };
}

/** Both begin once more to prove who they are. */
function changeUser(session: MysqlSession, cursor: LittleCursor): Draft {
  session.phase = 'proof';
  return {
    kind: 'change-user',
    summary: `change user to ${shorten(cursor.text())}`,
    detail: { password: HIDDEN },
  };
}

type Described = Omit<Draft, 'exchange'> & {
  readonly asks?: {
    readonly what: 'query' | 'prepare' | 'execute' | 'fetch' | 'fields' | 'statistics';
    readonly sql?: string;
    readonly parameters?: readonly (string | null)[];
  };
};

function describe(session: MysqlSession, kind: string, cursor: LittleCursor): Described {
  switch (kind) {
    case 'query': {
      const attributes = session.can(CAPABILITY.queryAttributes) ? attributesOf(cursor) : [];
      const sql = hidePasswords(utf8(cursor.rest()));
      const detail = { sql, ...(attributes.length > 0 && { attributes }) };
      return { kind, summary: shorten(sql, 120), detail, asks: { what: 'query', sql } };
    }
    case 'prepare': {
      const sql = hidePasswords(utf8(cursor.rest()));
      return {
        kind,
        summary: `prepare ${shorten(sql, 110)}`,
        detail: { sql },
        asks: { what: 'prepare', sql },
      };
    }
    case 'execute':
      return execute(session, cursor);
    case 'close':
    case 'reset':
    case 'fetch':
    case 'long-data': {
      const statement = cursor.uint32();
      const sql = session.statement(statement)?.sql;
      if (kind === 'close') session.forget(statement);
      const detail = { statement, ...(sql && { sql }) };
      return {
        kind,
        summary: `${kind} statement ${statement}`,
        detail,
        ...(kind === 'fetch' && { asks: { what: kind } }),
      };
    }
    case 'init-db': {
      const database = utf8(cursor.rest());
      return { kind, summary: `use ${shorten(database)}`, detail: { database } };
    }
    case 'kill': {
      const process = cursor.uint32();
      return { kind, summary: `kill process ${process}`, detail: { process } };
    }
    case 'field-list':
      return { kind, summary: `fields of ${shorten(cursor.text())}`, detail: {}, asks: { what: 'fields' } };
    case 'statistics':
      return { kind, summary: kind, detail: {}, asks: { what: 'statistics' } };
    default:
      return { kind, summary: kind.replaceAll('-', ' '), detail: {} };
  }
}

function execute(session: MysqlSession, cursor: LittleCursor): Described {
  const id = cursor.uint32();
  const flags = cursor.uint8();
  cursor.uint32();
  const statement = session.statement(id);
  const parameters = statement && cursor.left > 0 ? bound(session, statement, flags, cursor) : [];
  const hidesValues =
    statement &&
    /\bidentified\b|\bpassword\b/i.test(statement.sql) &&
    /^\s*(alter|create|set|grant)\b/i.test(statement.sql);
  const shown = hidesValues ? parameters.map(() => HIDDEN) : parameters;
  const sql = statement?.sql;
  const named = id === LAST_STATEMENT ? 'the last statement' : `statement ${id}`;
  const values = shown.map((value) => (value === null ? 'NULL' : shorten(value, 30))).join(', ');
  const detail = { statement: id, ...(sql !== undefined && { sql }), parameters: shown };
  return {
    kind: 'execute',
    summary: shorten(`execute [${values}] ${sql ?? named}`, 120),
    detail,
    asks: { what: 'execute', ...(sql !== undefined && { sql }), parameters: shown },
  };
}

const COUNT_IS_SENT = 8;

/** The values of the parameters: which are NULL, their types if they are new, then the others one after the other. */
function bound(
  session: MysqlSession,
  statement: Statement,
  flags: number,
  cursor: LittleCursor,
): (string | null)[] {
  const hasNames = session.can(CAPABILITY.queryAttributes);
  const count = hasNames && flags & COUNT_IS_SENT ? (cursor.number() ?? 0) : statement.parameters;
  if (count === 0) return [];
  const nulls = cursor.take((count + 7) >> 3).slice();
  if (cursor.uint8() === 1)
    statement.types = Array.from({ length: count }, () => {
      const type = cursor.uint16();
      if (hasNames) cursor.words();
      return type;
    });
  return valuesOf(count, nulls, statement.types, cursor).slice(0, statement.parameters);
}

function valuesOf(
  count: number,
  nulls: Uint8Array,
  types: readonly number[],
  cursor: LittleCursor,
): (string | null)[] {
  return Array.from({ length: count }, (_, at) => {
    const isNull = ((nulls[at >> 3] ?? 0) >> (at & 7)) & 1;
    const type = types[at];
    // What was sent before as long data, or with types that nobody saw, is not here.
    if (isNull || type === undefined || cursor.left === 0) return null;
    return binaryValue(cursor, type);
  });
}

/** Values that go with a query under names of their own; they stand before its text. */
function attributesOf(cursor: LittleCursor): { name: string; value: string | null }[] {
  const count = cursor.number() ?? 0;
  cursor.number();
  if (count === 0) return [];
  const nulls = cursor.take((count + 7) >> 3).slice();
  cursor.uint8();
  const named = Array.from({ length: count }, () => ({ type: cursor.uint16(), name: cursor.words() }));
  const values = valuesOf(
    count,
    nulls,
    named.map(({ type }) => type),
    cursor,
  );
  return named.map(({ name }, at) => ({ name, value: values[at] ?? null }));
}
