import { ByteCursor } from '../byte-cursor.ts';
import { type Draft, HIDDEN, parked } from '../decoder.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { shorten } from '../show-text.ts';
import { type CopyRun, readMessage } from './message.ts';
import type { PostgresSession } from './session.ts';
import { hidePasswords, valueText } from './value.ts';

/** Codes that stand where a start-up message has its version. */
export const SSL_REQUEST = 80_877_103;
export const GSS_REQUEST = 80_877_104;
export const CANCEL_REQUEST = 80_877_102;
export const LONGEST_STARTUP = 10_000;

export function* client(session: PostgresSession, copy: CopyRun): Parse<void> {
  yield* startup(session);
  const { context } = session;
  const reader = context.up;
  while (yield* reader.more()) {
    const start = reader.begin();
    const message = yield* readMessage(reader, context.bodyLimit);
    if (message.type === 'd') {
      copy.add(start, message);
      continue;
    }
    copy.flush(session.current()?.exchange);
    const draft = describe(session, message.type, new ByteCursor(message.payload), start.time);
    context.emit(
      'up',
      message.cut ? { ...draft, error: `The message was cut after ${message.payload.length} bytes.` } : draft,
    );
  }
}

/** What comes before the first typed message; encryption may be asked for, and refused, before it. */
function* startup(session: PostgresSession): Parse<void> {
  const { context } = session;
  const reader = context.up;
  while (yield* reader.more()) {
    reader.begin();
    const length = new ByteCursor(yield* reader.take(4, 'a start-up message')).int32();
    if (length < 8 || length > LONGEST_STARTUP)
      throw new DecodeError(`a PostgreSQL start-up message of ${length} bytes`);
    const cursor = new ByteCursor(yield* reader.take(length - 4, 'a start-up message'));
    const code = cursor.int32();
    if (code === SSL_REQUEST || code === GSS_REQUEST) {
      const kind = code === SSL_REQUEST ? 'ssl-request' : 'gss-request';
      context.emit('up', {
        kind,
        summary: code === SSL_REQUEST ? 'SSLRequest' : 'GSSENCRequest',
        detail: {},
      });
      session.awaits = code === SSL_REQUEST ? 'tls' : 'gss';
      while (session.awaits && !context.isOver) yield 'peer';
    } else if (code === CANCEL_REQUEST) {
      const process = cursor.int32();
      context.emit('up', {
        kind: 'cancel',
        summary: `cancel process ${process}`,
        detail: { process, key: HIDDEN },
      });
    } else if (code >> 16 === 3) {
      return emitStartup(session, cursor, code);
    } else throw new DecodeError(`a PostgreSQL start-up code ${code}`);
  }
}

function emitStartup(session: PostgresSession, cursor: ByteCursor, code: number): void {
  const parameters: Record<string, string> = {};
  while (cursor.left > 1) {
    const name = cursor.text();
    if (name === '') break;
    const value = cursor.text();
    parameters[name] = /password/i.test(name) ? HIDDEN : value;
  }
  const { user = '?', database = user } = parameters;
  session.context.emit('up', {
    kind: 'startup',
    summary: `startup user=${user} database=${database}`,
    detail: { version: `${code >> 16}.${code & 0xffff}`, parameters },
  });
}

/** A parser that leaves the connection to encryption waits here. */
export const encrypted = (session: PostgresSession) => parked(session.context);

function describe(session: PostgresSession, type: string, cursor: ByteCursor, time: number): Draft {
  const { context } = session;
  switch (type) {
    case 'Q': {
      const sql = hidePasswords(cursor.text());
      const exchange = context.nextExchange();
      session.ask({ what: 'query', exchange, sql, time });
      return { kind: 'query', summary: shorten(sql, 120), detail: { sql }, exchange };
    }
    case 'P':
      return parse(session, cursor, time);
    case 'B':
      return bind(session, cursor, time);
    case 'E':
      return execute(session, cursor, time);
    case 'D':
      return describeOrClose(session, 'describe', cursor, time);
    case 'C':
      return describeOrClose(session, 'close', cursor, time);
    case 'S': {
      const exchange = session.open?.exchange ?? context.nextExchange();
      session.ask({ what: 'sync', exchange, time });
      session.open = undefined;
      return { kind: 'sync', summary: 'sync', detail: {}, exchange };
    }
    default:
      return plain(session, type, cursor, time);
  }
}

function execute(session: PostgresSession, cursor: ByteCursor, time: number): Draft {
  const name = cursor.text();
  const maxRows = cursor.left >= 4 ? cursor.int32() : 0;
  const portal = session.portal(name);
  const exchange = portal?.exchange ?? session.context.nextExchange();
  session.ask({ ...portal, what: 'execute', exchange, time });
  const detail = { portal: name, maxRows, ...(portal && { sql: portal.sql, parameters: portal.parameters }) };
  return { kind: 'execute', summary: `execute ${shorten(portal?.sql ?? name, 110)}`, detail, exchange };
}

function describeOrClose(
  session: PostgresSession,
  what: 'describe' | 'close',
  cursor: ByteCursor,
  time: number,
): Draft {
  const letter = String.fromCharCode(cursor.uint8());
  const name = cursor.text();
  const target = letter === 'S' ? 'statement' : 'portal';
  const portal = target === 'portal' ? session.portal(name) : undefined;
  const statement = target === 'statement' ? name : portal?.statement;
  const sql = statement === undefined ? undefined : session.statement(statement)?.sql;
  const begun = session.open?.statement === statement ? session.open?.exchange : undefined;
  const exchange = portal?.exchange ?? begun ?? session.context.nextExchange();
  session.ask({ what, exchange, sql, time, statement });
  if (what === 'close') session.remove(letter, name);
  const detail = { target, name, ...(sql && { sql }) };
  return { kind: what, summary: `${what} ${target} ${name || '(unnamed)'}`, detail, exchange };
}

function parse(session: PostgresSession, cursor: ByteCursor, time: number): Draft {
  const name = cursor.text();
  const sql = hidePasswords(cursor.text());
  const types = Array.from({ length: cursor.left >= 2 ? cursor.uint16() : 0 }, () => cursor.uint32());
  const exchange = session.context.nextExchange();
  session.addStatement({ name, sql, types });
  session.open = { statement: name, exchange };
  session.ask({ what: 'parse', exchange, sql, time });
  const detail = { statement: name, sql, parameterTypes: types };
  return { kind: 'parse', summary: `parse ${name ? `${name}: ` : ''}${shorten(sql, 110)}`, detail, exchange };
}

function bind(session: PostgresSession, cursor: ByteCursor, time: number): Draft {
  const portal = cursor.text();
  const name = cursor.text();
  const statement = session.statement(name);
  const formats = Array.from({ length: cursor.uint16() }, () => cursor.uint16());
  const parameters = Array.from({ length: cursor.uint16() }, (_, index) => {
    const length = cursor.int32();
    if (length < 0) return null;
    const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
    return valueText(cursor.take(length), isBinary, statement?.types[index] ?? 0);
  });
  const resultFormats = Array.from({ length: cursor.left >= 2 ? cursor.uint16() : 0 }, () => cursor.uint16());
  const hidesValues =
    statement && /\bpassword\b/i.test(statement.sql) && /^\s*(alter|create)\b/i.test(statement.sql);
  const shown = hidesValues ? parameters.map(() => HIDDEN) : parameters;
  const isContinued = session.open?.statement === name;
  const exchange = isContinued && session.open ? session.open.exchange : session.context.nextExchange();
  session.open = { statement: name, exchange };
  const sql = statement?.sql ?? '';
  session.addPortal(portal, { statement: name, sql, parameters: shown, exchange, resultFormats });
  session.ask({ what: 'bind', exchange, sql, parameters: shown, time });
  const values = shown.map((value) => (value === null ? 'NULL' : shorten(value, 30))).join(', ');
  const detail = { portal, statement: name, parameters: shown, ...(statement && { sql }) };
  return { kind: 'bind', summary: shorten(`bind [${values}] ${sql}`, 120), detail, exchange };
}

function plain(session: PostgresSession, type: string, cursor: ByteCursor, time: number): Draft {
  switch (type) {
    case 'p': {
      const method = session.authentication ?? 'password';
      return {
        kind: 'password',
        summary: `${method} answer ${HIDDEN}`,
        detail: { method, password: HIDDEN },
      };
    }
    case 'X':
      return { kind: 'terminate', summary: 'terminate', detail: {} };
    case 'H':
      return { kind: 'flush', summary: 'flush', detail: {} };
    case 'c':
      return { kind: 'copy-done', summary: 'copy done', detail: {}, exchange: session.current()?.exchange };
    case 'f': {
      const reason = cursor.text();
      const exchange = session.current()?.exchange;
      return { kind: 'copy-fail', summary: `copy failed: ${shorten(reason)}`, detail: { reason }, exchange };
    }
    case 'F': {
      const exchange = session.context.nextExchange();
      const oid = cursor.uint32();
      session.ask({ what: 'function', exchange, time });
      return { kind: 'function-call', summary: `call function ${oid}`, detail: { function: oid }, exchange };
    }
    default:
      throw new DecodeError(`no PostgreSQL client message has type ${JSON.stringify(type)}`);
  }
}
