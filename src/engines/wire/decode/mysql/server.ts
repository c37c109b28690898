import { type Draft, HIDDEN, parked } from '../decoder.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { shorten, utf8 } from '../show-text.ts';
import { LittleCursor, type Packet, readPacket } from './packet.ts';
import type { ResultRows } from './rows.ts';
import { type Asked, CAPABILITY, type Column, type MysqlSession } from './session.ts';

const [OK, MORE_PROOF, FILE, END, ERROR] = [0, 1, 0xfb, 0xfe, 0xff];
const STATUS = { inTransaction: 1, moreResults: 8, cursor: 0x40 };
/** An end is short; a row that begins so is long. */
const LONGEST_END = 0xffffff;
const MOST_COLUMNS = 65_535;

export function* server(session: MysqlSession, rows: ResultRows): Parse<void> {
  const { context } = session;
  const reader = context.down;
  if (!(yield* reader.more())) return;
  yield* greeting(session);
  while (yield* reader.more()) {
    // What the client says first decides how the rest is read: perhaps encrypted.
    while (session.phase === 'login' && !context.isOver) yield 'peer';
    if (session.phase === 'login') return yield* parked(context);
    if (session.phase === 'proof') yield* proof(session);
    else yield* answer(session, rows);
  }
}

function* greeting(session: MysqlSession): Parse<void> {
  const { context } = session;
  context.down.begin();
  const packet = yield* readPacket(context.down, context.bodyLimit);
  if (packet.payload[0] === ERROR) {
    context.emit('down', refusal(packet));
    return;
  }
  const cursor = new LittleCursor(packet.payload);
  const protocol = cursor.uint8();
  if (protocol !== 10) throw new DecodeError(`MySQL's protocol ${protocol}`);
  const version = cursor.text();
  const process = cursor.uint32();
  cursor.take(9);
  session.server = cursor.uint16();
  cursor.take(3);
  session.server |= cursor.uint16() << 16;
  cursor.take(7);
  session.serverOwn = cursor.uint32();
  context.emit('down', {
    kind: 'greeting',
    summary: `${shorten(version)}, process ${process}`,
    detail: { version, process, challenge: HIDDEN },
  });
  session.phase = 'login';
  yield 'turn';
}

function* proof(session: MysqlSession): Parse<void> {
  const { context } = session;
  context.down.begin();
  const packet = yield* readPacket(context.down, context.bodyLimit);
  const [first] = packet.payload;
  if (first === ERROR) context.emit('down', refusal(packet));
  else if (first === OK) {
    context.emit('down', { kind: 'welcome', summary: 'logged in', detail: stateOf(packet) });
    // Packets within packets: nobody reads them yet.
    if (session.can(CAPABILITY.compress)) throw new DecodeError('the connection is compressed');
    session.phase = 'commands';
  } else {
    const method = first === END ? new LittleCursor(packet.payload.subarray(1)).text() : undefined;
    const summary = first === MORE_PROOF ? 'more is asked for' : `proof by ${method} is asked for`;
    context.emit('down', {
      kind: 'challenge',
      summary,
      detail: { ...(method && { method }), challenge: HIDDEN },
    });
  }
  yield 'turn';
}

/** One answer to the first question: a result, several, or a word. */
function* answer(session: MysqlSession, rows: ResultRows): Parse<void> {
  const { context } = session;
  const start = context.down.begin();
  const packet = yield* readPacket(context.down, context.bodyLimit);
  const asked = session.asked.first;
  const [first] = packet.payload;
  const kind = asked?.what;
  if (isProgress(packet)) context.emit('down', { ...progress(packet), exchange: asked?.exchange });
  else if (first === ERROR) yield* tell(session, failure(asked, packet, start.time));
  else if (kind === 'prepare' && first === OK) yield* prepared(session, asked!, packet);
  else if (kind === 'statistics')
    yield* tell(session, { kind: 'statistics', summary: shorten(utf8(packet.payload), 100), detail: {} });
  else if (kind === 'fields') yield* fields(session, packet);
  else if (first === FILE && kind === 'query') {
    session.isSendingFile = true;
    const file = utf8(packet.payload.subarray(1));
    context.emit('down', {
      kind: 'file-request',
      summary: `asks for the file ${shorten(file)}`,
      detail: { file },
      exchange: asked?.exchange,
    });
    yield 'turn';
  } else if (first === OK || isEnd(packet)) yield* complete(session, asked, packet, start.time);
  else if (kind === 'fetch') yield* rowsOf(session, rows, asked, [], packet);
  else if (kind === 'query' || kind === 'execute') yield* result(session, rows, asked!, packet);
  else throw new DecodeError(`a MySQL answer that begins with ${first}`);
}

/** The question is answered for good. */
function* tell(session: MysqlSession, draft: Draft): Parse<void> {
  session.context.emit('down', { ...draft, exchange: session.asked.first?.exchange });
  session.asked.take();
  yield 'turn';
}

const isEnd = ({ payload, length }: Packet) => payload[0] === END && length < 9;

/** Column definitions, then rows until the end. */
function* result(session: MysqlSession, rows: ResultRows, asked: Asked, head: Packet): Parse<void> {
  const cursor = new LittleCursor(head.payload);
  const count = cursor.number() ?? 0;
  if (count === 0 || count > MOST_COLUMNS) throw new DecodeError(`a MySQL result of ${count} columns`);
  const isSent = !session.cachesColumns || cursor.left === 0 || cursor.uint8() === 1;
  const columns = isSent ? yield* columnsOf(session, count) : [];
  if (!session.can(CAPABILITY.withoutEof)) yield* readPacket(session.context.down, session.context.bodyLimit);
  session.context.emit('down', {
    kind: 'columns',
    summary: `columns ${shorten(columns.map(({ name }) => name).join(', '), 100)}`,
    detail: { columns },
    exchange: asked.exchange,
  });
  yield* rowsOf(session, rows, asked, columns);
}

function* columnsOf(session: MysqlSession, count: number): Parse<Column[]> {
  const columns: Column[] = [];
  for (let at = 0; at < count; at++) {
    const { payload } = yield* readPacket(session.context.down, session.context.bodyLimit);
    columns.push(column(payload));
  }
  return columns;
}

function column(payload: Uint8Array): Column {
  const cursor = new LittleCursor(payload);
  for (let skipped = 0; skipped < 4; skipped++) cursor.value();
  const name = cursor.words();
  cursor.value();
  // MariaDB may say more of a type before the fixed fields; those are the last thirteen bytes, or twelve and a length.
  const fixed = new LittleCursor(payload.subarray(-12));
  fixed.take(6);
  const type = fixed.uint8();
  return { name, type, isUnsigned: (fixed.uint16() & 0x20) !== 0 };
}

/** Rows until the packet that ends them; `first` was read before it was known to be one. */
function* rowsOf(
  session: MysqlSession,
  rows: ResultRows,
  asked: Asked | undefined,
  columns: readonly Column[],
  first?: Packet,
): Parse<void> {
  const { context } = session;
  const reader = context.down;
  rows.begin(asked?.exchange, columns, asked?.what === 'query' ? 'text' : 'binary');
  if (first) rows.add(reader.start, first);
  while (yield* reader.more()) {
    const start = reader.begin();
    const packet = yield* readPacket(reader, context.bodyLimit);
    const isOver =
      packet.payload[0] === END &&
      packet.length < LONGEST_END &&
      (session.can(CAPABILITY.withoutEof) || isEnd(packet));
    if (packet.payload[0] === ERROR) {
      rows.flush();
      return yield* tell(session, failure(asked, packet, start.time));
    }
    if (isOver) {
      rows.flush();
      return yield* complete(session, asked, packet, start.time, rows.takeCount());
    }
    rows.add(start, packet);
  }
}

/** OK, or an end; more results of the same question may follow. */
function* complete(
  session: MysqlSession,
  asked: Asked | undefined,
  packet: Packet,
  time: number,
  rows?: number,
): Parse<void> {
  const state = stateOf(packet);
  const detail = {
    ...state,
    ...(rows !== undefined && { rows }),
    ...(asked && { duration: time - asked.time }),
    ...(asked?.sql !== undefined && { sql: asked.sql }),
  };
  const took = asked ? ` in ${((time - asked.time) / 1000).toFixed(3)} ms` : '';
  const draft = {
    kind: 'complete',
    summary: `${rows === undefined ? `OK, ${state.affected ?? 0} changed` : rowCount(rows)}${took}`,
    detail,
  };
  if (!state.hasMore) return yield* tell(session, draft);
  session.context.emit('down', { ...draft, exchange: asked?.exchange });
}

const rowCount = (rows: number) => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** What OK and EOF say of the connection. EOF is short, and the other way round. */
function stateOf({ payload }: Packet) {
  const cursor = new LittleCursor(payload);
  const isEof = cursor.uint8() === END && payload.length <= 5;
  if (isEof && cursor.left < 4) return {};
  let [affected, insertId, status, warnings]: (number | undefined)[] = [];
  if (isEof) [warnings, status] = [cursor.uint16(), cursor.uint16()];
  else {
    [affected, insertId] = [cursor.number(), cursor.number()];
    if (cursor.left >= 4) [status, warnings] = [cursor.uint16(), cursor.uint16()];
  }
  return {
    ...(affected !== undefined && { affected }),
    ...(insertId && { insertId }),
    ...(warnings && { warnings }),
    ...(status !== undefined && { inTransaction: (status & STATUS.inTransaction) !== 0 }),
    ...(status !== undefined && status & STATUS.moreResults && { hasMore: true }),
    ...(status !== undefined && status & STATUS.cursor && { hasCursor: true }),
  };
}

function* prepared(session: MysqlSession, asked: Asked, packet: Packet): Parse<void> {
  const cursor = new LittleCursor(packet.payload);
  cursor.uint8();
  const statement = cursor.uint32();
  const [columns, parameters] = [cursor.uint16(), cursor.uint16()];
  session.addStatement(statement, { sql: asked.sql ?? '', parameters, types: [] });
  for (const count of [parameters, columns]) {
    yield* columnsOf(session, count);
    if (count > 0 && !session.can(CAPABILITY.withoutEof))
      yield* readPacket(session.context.down, session.context.bodyLimit);
  }
  yield* tell(session, {
    kind: 'prepared',
    summary: `statement ${statement}: ${parameters} parameters, ${columns} columns`,
    detail: { statement, parameters, columns, sql: asked.sql },
  });
}

/** COM_FIELD_LIST: definitions until an end. */
function* fields(session: MysqlSession, head: Packet): Parse<void> {
  let packet = head;
  let count = 0;
  while (!isEnd(packet)) {
    count++;
    packet = yield* readPacket(session.context.down, session.context.bodyLimit);
  }
  yield* tell(session, { kind: 'fields', summary: `${count} fields`, detail: { count } });
}

/** MariaDB tells how far it is by an error of a number that no error has. */
const isProgress = ({ payload }: Packet) =>
  payload[0] === ERROR && payload[1] === 0xff && payload[2] === 0xff;

function progress({ payload }: Packet): Draft {
  const cursor = new LittleCursor(payload.subarray(4));
  const [stage, stages] = [cursor.uint8(), cursor.uint8()];
  const thousandths = cursor.uint16() + cursor.uint8() * 0x10000;
  const what = cursor.left > 0 ? cursor.words() : '';
  const percent = thousandths / 1000;
  return {
    kind: 'progress',
    summary: `stage ${stage} of ${stages}, ${percent} %: ${shorten(what)}`,
    detail: { stage, stages, percent },
  };
}

function refusal(packet: Packet): Draft {
  return { ...failure(undefined, packet, 0), kind: 'refusal' };
}

function failure(asked: Asked | undefined, { payload }: Packet, time: number): Draft {
  const cursor = new LittleCursor(payload);
  cursor.uint8();
  const code = cursor.uint16();
  const hasState = cursor.peek() === 0x23;
  if (hasState) cursor.uint8();
  const state = hasState ? utf8(cursor.take(5)) : undefined;
  const message = utf8(cursor.rest());
  return {
    kind: 'error-response',
    summary: `ERROR ${code}${state ? ` (${state})` : ''}: ${shorten(message, 120)}`,
    detail: {
      code,
      message,
      ...(state && { state }),
      ...(asked && { duration: time - asked.time, sql: asked.sql }),
    },
  };
}
