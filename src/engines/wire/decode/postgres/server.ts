import { ByteCursor } from '../byte-cursor.ts';
import { type Draft, HIDDEN } from '../decoder.ts';
import { DecodeError, type Parse, UnseenError } from '../reader.ts';
import { latin1, shorten } from '../show-text.ts';
import { encrypted } from './client.ts';
import { type CopyRun, type PostgresMessage, readMessage } from './message.ts';
import type { ResultRows } from './rows.ts';
import type { Asked, PostgresSession } from './session.ts';
import { readReport } from './value.ts';

const AUTHENTICATION: Readonly<Record<number, string>> = {
  0: 'ok',
  2: 'kerberos',
  3: 'cleartext',
  5: 'md5',
  7: 'gss',
  8: 'gss-continue',
  9: 'sspi',
  10: 'sasl',
  11: 'sasl-continue',
  12: 'sasl-final',
};

export function* server(session: PostgresSession, copy: CopyRun, rows: ResultRows): Parse<void> {
  const { context } = session;
  const reader = context.down;
  while (yield* reader.more()) {
    if (session.awaits && (yield* answersEncryption(session))) return yield* encrypted(session);
    if (!(yield* reader.more())) return;
    const start = reader.begin();
    const message = yield* nextMessage(session, copy, rows);
    if (!message) continue;
    if (message.type === 'D') {
      rows.add(start, message);
      continue;
    }
    if (message.type === 'd') {
      copy.add(start, message);
      continue;
    }
    rows.flush();
    copy.flush(session.current()?.exchange);
    const cursor = new ByteCursor(message.payload);
    context.emit('down', describe(session, rows, message.type, cursor, start.time));
  }
}

/** Nothing where it begins among bytes that nobody looked at: then those up to the end of the answer are passed over. */
function* nextMessage(
  session: PostgresSession,
  copy: CopyRun,
  rows: ResultRows,
): Parse<PostgresMessage | undefined> {
  const { context } = session;
  try {
    return yield* readMessage(context.down, context.bodyLimit);
  } catch (error) {
    const asked = session.current();
    if (!(error instanceof UnseenError) || !asked) throw error;
    rows.flush();
    copy.flush(asked.exchange);
    session.hasUnseen = true;
    if (!(yield* context.down.passUntil(endOfAnswer, LONGEST_END))) throw error;
    const bytes = context.down.offset - context.down.start.offset;
    context.emit('down', {
      kind: 'unseen',
      summary: `${bytes} bytes of the answer came too fast to be looked at`,
      detail: { bytes },
      exchange: asked.exchange,
    });
    return undefined;
  }
}

/** The head of ReadyForQuery, which has one byte more. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
/** A short message and ReadyForQuery. */
const LONGEST_END = 80;

/** Where CommandComplete or PortalSuspended begins that ReadyForQuery follows. */
function endOfAnswer(run: Uint8Array): number {
  const bytes = Buffer.from(run.buffer, run.byteOffset, run.length);
  for (let at = bytes.indexOf(READY); at >= 0; at = bytes.indexOf(READY, at + 1)) {
    if (at + READY.length === bytes.length) return -1;
    for (let head = at - 5; head >= Math.max(0, at - LONGEST_END); head--) {
      const isWhole = bytes.readInt32BE(head + 1) === at - head - 1;
      if (isWhole && isEnd(latin1(bytes.subarray(head, head + 1)), bytes.subarray(head + 5, at - 1)))
        return head;
    }
  }
  return -1;
}

const isEnd = (type: string, tag: Uint8Array) =>
  type === 's' || (type === 'C' && /^[A-Z]+(?: \d+)*$/.test(latin1(tag)));

/** The one byte that answers SSLRequest or GSSENCRequest; true if encryption follows. */
function* answersEncryption(session: PostgresSession): Parse<boolean> {
  const { context } = session;
  const letter = String.fromCharCode((yield* context.down.peek()) ?? 0);
  // A server too old to know the request answers with an ErrorResponse.
  if (letter === 'E') {
    session.awaits = undefined;
    yield 'turn';
    return false;
  }
  context.down.begin();
  yield* context.down.take(1, 'the answer to a request for encryption');
  const isTls = session.awaits === 'tls';
  const accepts = letter === (isTls ? 'S' : 'G');
  if (!accepts && letter !== 'N')
    throw new DecodeError(`a request for encryption was answered with ${JSON.stringify(letter)}`);
  context.emit('down', {
    kind: 'encryption',
    summary: `${isTls ? 'TLS' : 'GSS encryption'} ${accepts ? 'accepted' : 'refused'}`,
    detail: { accepted: accepts },
  });
  // The client goes on only now; what it sends next is encrypted, or another start-up message.
  if (accepts) context.switchTo({ to: isTls ? 'tls' : 'data' });
  else {
    session.awaits = undefined;
    yield 'turn';
  }
  return accepts;
}

function describe(
  session: PostgresSession,
  rows: ResultRows,
  type: string,
  cursor: ByteCursor,
  time: number,
): Draft {
  switch (type) {
    case 'R':
      return authentication(session, cursor);
    case 'S': {
      const [name, value] = [cursor.text(), cursor.text()];
      return { kind: 'parameter', summary: `${name} = ${shorten(value)}`, detail: { name, value } };
    }
    case 'K':
      return backendKey(cursor);
    case 'Z':
      return ready(session, String.fromCharCode(cursor.uint8()), time);
    case 'E':
    case 'N':
      return report(session, type, cursor, time, rows);
    case 'C':
      return complete(session, cursor.text(), time, rows);
    case 'I':
      return complete(session, '', time, rows);
    case 's':
      return suspended(session, rows.takeCount(), time);
    case 'T':
      return rowDescription(session, cursor);
    default:
      return plain(session, type, cursor);
  }
}

function authentication(session: PostgresSession, cursor: ByteCursor): Draft {
  const code = cursor.int32();
  const method = AUTHENTICATION[code] ?? String(code);
  const mechanisms: string[] = [];
  while (code === 10 && cursor.left > 1) mechanisms.push(cursor.text());
  if (code !== 0) session.authentication = method.replace(/-(continue|final)$/, '');
  const detail = { method, ...(code === 10 && { mechanisms }) };
  return {
    kind: 'authentication',
    summary: `authentication ${method} ${mechanisms.join(' ')}`.trim(),
    detail,
  };
}

function ready(session: PostgresSession, letter: string, time: number): Draft {
  const state = { I: 'idle', T: 'in transaction', E: 'in failed transaction' }[letter] ?? letter;
  const asked = session.ready();
  const detail = { state, ...durationOf(asked, time) };
  return { kind: 'ready', summary: `ready, ${state}`, detail, exchange: asked?.exchange };
}

function suspended(session: PostgresSession, rows: number, time: number): Draft {
  const asked = session.answered('execute');
  const detail = { rows, ...durationOf(asked, time) };
  return {
    kind: 'suspended',
    summary: `portal suspended after ${rows} rows`,
    detail,
    exchange: asked?.exchange,
  };
}

function backendKey(cursor: ByteCursor): Draft {
  const process = cursor.int32();
  return { kind: 'backend-key', summary: `server process ${process}`, detail: { process, key: HIDDEN } };
}

function report(
  session: PostgresSession,
  type: string,
  cursor: ByteCursor,
  time: number,
  rows: ResultRows,
): Draft {
  const fields = readReport(cursor);
  const isError = type === 'E';
  if (isError) rows.takeCount();
  const asked = isError ? session.failed() : session.current();
  const detail = { ...fields, ...(isError && { ...sqlOf(asked), ...durationOf(asked, time) }) };
  const summary = `${fields.severity ?? 'ERROR'} ${fields.code ?? ''}: ${shorten(fields.message ?? '', 120)}`;
  return { kind: isError ? 'error-response' : 'notice', summary, detail, exchange: asked?.exchange };
}

/** A simple query may hold several statements, so only ReadyForQuery ends it; an Execute ends here. */
function complete(session: PostgresSession, tag: string, time: number, rows: ResultRows): Draft {
  const asked = session.answered('execute') ?? session.current();
  const count = rows.takeCount();
  const affected = /(\d+)$/.exec(tag)?.[1];
  const hasUnseen = session.hasUnseen;
  session.hasUnseen = false;
  const detail = {
    tag,
    // What was not looked at was counted by the server.
    rows: hasUnseen ? Number(affected ?? count) : count,
    ...(hasUnseen && { hasUnseen }),
    ...(affected !== undefined && { affected: Number(affected) }),
    ...sqlOf(asked),
    ...durationOf(asked, time),
    ...(asked?.firstRow !== undefined && { firstRow: asked.firstRow - asked.time }),
  };
  const duration = asked ? ` in ${((time - asked.time) / 1000).toFixed(3)} ms` : '';
  return {
    kind: 'complete',
    summary: `${tag || 'empty query'}${duration}`,
    detail,
    exchange: asked?.exchange,
  };
}

function rowDescription(session: PostgresSession, cursor: ByteCursor): Draft {
  const columns = Array.from({ length: cursor.uint16() }, () => {
    const name = cursor.text();
    const table = cursor.uint32();
    cursor.int16();
    const type = cursor.uint32();
    cursor.int16();
    cursor.int32();
    return { name, table, type, isBinary: cursor.int16() === 1 };
  });
  const asked = session.answered('describe') ?? session.current();
  session.describeColumns(asked, columns);
  const summary = `columns ${shorten(columns.map((column) => column.name).join(', '), 100)}`;
  return { kind: 'row-description', summary, detail: { columns }, exchange: asked?.exchange };
}

function plain(session: PostgresSession, type: string, cursor: ByteCursor): Draft {
  const done = (kind: string, asked: Asked | undefined, detail = {}): Draft => ({
    kind,
    summary: kind.replaceAll('-', ' '),
    detail: { ...detail, ...sqlOf(asked) },
    exchange: asked?.exchange,
  });
  switch (type) {
    case '1':
      return done('parse-complete', session.answered('parse'));
    case '2':
      return done('bind-complete', session.answered('bind'));
    case '3':
      return done('close-complete', session.answered('close'));
    case 'n':
      return done('no-data', session.answered('describe'));
    case 't': {
      // RowDescription or NoData follows, so the Describe stays open.
      const types = Array.from({ length: cursor.uint16() }, () => cursor.uint32());
      return done('parameter-description', session.current(), { parameterTypes: types });
    }
    case 'G':
    case 'H':
    case 'W': {
      const kind = { G: 'copy-in', H: 'copy-out', W: 'copy-both' }[type];
      return done(kind, session.current(), { binary: cursor.uint8() === 1, columns: cursor.uint16() });
    }
    case 'c':
      return done('copy-done', session.current());
    case 'V':
      return done('function-result', session.current());
    case 'v':
      return done('negotiate-version', undefined, { minor: cursor.int32() });
    case 'A':
      return notification(cursor);
    default:
      throw new DecodeError(`no PostgreSQL server message has type ${JSON.stringify(type)}`);
  }
}

function notification(cursor: ByteCursor): Draft {
  const process = cursor.int32();
  const [channel, payload] = [cursor.text(), cursor.text()];
  return {
    kind: 'notification',
    summary: `${channel}: ${shorten(payload)}`,
    detail: { process, channel, payload },
  };
}

const durationOf = (asked: Asked | undefined, time: number) => (asked ? { duration: time - asked.time } : {});

const sqlOf = (asked: Asked | undefined) => ({
  ...(asked?.sql !== undefined && { sql: asked.sql }),
  ...(asked?.parameters && { parameters: asked.parameters }),
});
