import { ByteCursor } from '../byte-cursor.ts';
import { type Direction, oppositeOf } from '../chunk.ts';
import { type DecodeContext, type Decoder, spanOf } from '../decoder.ts';
import type { Detail } from '../message.ts';
import { DecodeError, type Parse } from '../reader.ts';
import { readCertificates, readClientHello, readServerHello, versionName } from './hello.ts';
import { alertName, handshakeName } from './names.ts';

const CHANGE_CIPHER = 20;
const ALERT = 21;
const HANDSHAKE = 22;
const APPLICATION = 23;
const HEARTBEAT = 24;

const RECORD_LIMIT = 16_384 + 2_048;
const HANDSHAKE_LIMIT = 262_144;
/** Encrypted records of one side become one message until the other side speaks, it pauses, or it has so many bytes. */
const RUN_LIMIT = 1 << 20;
const PAUSE = 1_000_000;

/** Encrypted records in a row, of which only the size is known. */
interface Run {
  readonly offset: number;
  readonly time: number;
  endTime: number;
  end: number;
  records: number;
  bytes: number;
}

interface Side {
  isEncrypted: boolean;
  run?: Run | undefined;
}

/** What both directions know of the connection. */
interface Shared {
  readonly up: Side;
  readonly down: Side;
  is13: boolean;
}

/**
 * TLS, of which only what is in clear is told; kinds: client-hello, server-hello, handshake, encrypted-handshake,
 * change-cipher-spec, alert, encrypted-alert, heartbeat, application-data.
 */
export const tls: Decoder<'tls'> = {
  protocol: 'tls',
  detect({ up }) {
    // A handshake record, version 3.x, that holds a ClientHello.
    const [type = HANDSHAKE, major = 3, minor = 0, , , message = 1] = up;
    if (type !== HANDSHAKE || major !== 3 || minor > 4 || message !== 1) return 'no';
    return up.length >= 6 ? 'yes' : 'maybe';
  },
  converse(context) {
    const shared: Shared = { up: { isEncrypted: false }, down: { isEncrypted: false }, is13: false };
    return {
      up: records(context, 'up', shared),
      down: records(context, 'down', shared),
      flush: (direction) => flushRun(context, direction, shared[direction]),
    };
  },
  answers: [],
  hides: () => false,
  archived: 'not',
};

function* records(context: DecodeContext, direction: Direction, shared: Shared): Parse<void> {
  const reader = context[direction];
  const own = shared[direction];
  const opposite = oppositeOf(direction);
  while (yield* reader.more()) {
    const start = reader.begin();
    const { type, version, body } = yield* readRecord(context, direction);
    flushRun(context, opposite, shared[opposite]);
    if (type === APPLICATION) {
      addToRun(context, direction, own, start, body.length);
      continue;
    }
    flushRun(context, direction, own);
    if (type === HANDSHAKE && (!own.isEncrypted || shared.is13)) {
      yield* handshake(context, direction, shared, body);
    } else {
      context.emit(direction, opaque(type, version, body, own.isEncrypted));
      if (type === CHANGE_CIPHER) own.isEncrypted = true;
    }
  }
}

function* readRecord(context: DecodeContext, direction: Direction) {
  const reader = context[direction];
  const head = new ByteCursor(yield* reader.take(5, 'a TLS record head'));
  const type = head.uint8();
  const version = head.uint16();
  const length = head.uint16();
  if (type < CHANGE_CIPHER || type > HEARTBEAT || version >> 8 !== 3)
    throw new DecodeError('not a TLS record');
  if (length > RECORD_LIMIT) throw new DecodeError(`a TLS record of ${length} bytes`);
  return { type, version, body: yield* reader.take(length, 'a TLS record') };
}

/** Handshake messages may be cut by records anywhere: reads on until none is open, and tells them together. */
function* handshake(
  context: DecodeContext,
  direction: Direction,
  shared: Shared,
  first: Uint8Array,
): Parse<void> {
  let bytes = first;
  for (;;) {
    const missing = missingBytes(bytes);
    if (missing === 0) break;
    if (bytes.length > HANDSHAKE_LIMIT) throw new DecodeError('a TLS handshake message that is too long');
    const next = yield* readRecord(context, direction);
    if (next.type !== HANDSHAKE) throw new DecodeError('a TLS handshake message is broken off');
    bytes = Buffer.concat([bytes, next.body]);
  }
  const cursor = new ByteCursor(bytes);
  const messages: Detail[] = [];
  while (cursor.left > 0) {
    const type = cursor.uint8();
    messages.push(describe(type, cursor.take(cursor.uint24())));
  }
  const hello = messages.find((one) => one.type === 'client_hello' || one.type === 'server_hello');
  if (hello?.type === 'server_hello') shared.is13 = hello.version === 'TLS 1.3';
  context.emit(direction, {
    kind: hello ? String(hello.type).replace('_', '-') : 'handshake',
    summary: messages.map(summaryOf).join(', '),
    detail: { ...hello, messages },
  });
}

/** How many bytes the last handshake message still lacks; at least 1 while its head is not whole. */
function missingBytes(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 4) return 4 - (bytes.length - at);
    const type = bytes[at] as number;
    if (handshakeName(type) === undefined) throw new DecodeError(`there is no TLS handshake message ${type}`);
    at +=
      4 + ((bytes[at + 1] as number) << 16) + ((bytes[at + 2] as number) << 8) + (bytes[at + 3] as number);
  }
  return at - bytes.length;
}

function describe(type: number, body: Uint8Array): Detail {
  const base = { type: handshakeName(type) ?? String(type), length: body.length };
  try {
    if (type === 1) return { ...base, ...readClientHello(body) };
    if (type === 2) return { ...base, ...readServerHello(body) };
    if (type === 11) return { ...base, certificates: readCertificates(body) };
    return base;
  } catch (error) {
    // One message that cannot be read does not harm the records after it.
    return { ...base, unreadable: error instanceof Error ? error.message : String(error) };
  }
}

function summaryOf(message: Detail): string {
  const { type, sni, alpn, versions, version, cipher, certificates, retry } = message;
  if (type === 'client_hello') {
    const offered = Array.isArray(versions) ? versions.join('/') : '';
    const wants = Array.isArray(alpn) ? `, ALPN ${alpn.join('/')}` : '';
    return `ClientHello ${sni ?? 'without SNI'}, ${offered}${wants}, ${message.cipherCount ?? 0} ciphers`;
  }
  if (type === 'server_hello') {
    return `${retry ? 'HelloRetryRequest' : 'ServerHello'} ${version}, ${cipher}${alpn ? `, ALPN ${alpn}` : ''}`;
  }
  const [leaf] = Array.isArray(certificates) ? certificates : [];
  return leaf ? `certificate ${leaf.subject}` : String(type);
}

/** A record that stands for itself. */
function opaque(type: number, version: number, body: Uint8Array, isEncrypted: boolean) {
  const base = { version: versionName(version), length: body.length };
  if (type === ALERT && !isEncrypted && body.length === 2) {
    const level = body[0] === 2 ? 'fatal' : 'warning';
    const alert = alertName(body[1] as number);
    return { kind: 'alert', summary: `alert ${level}: ${alert}`, detail: { ...base, level, alert } };
  }
  const names: Record<number, string> = {
    [CHANGE_CIPHER]: 'change-cipher-spec',
    [ALERT]: 'encrypted-alert',
    [HANDSHAKE]: 'encrypted-handshake',
    [HEARTBEAT]: 'heartbeat',
  };
  const kind = names[type] ?? 'record';
  return { kind, summary: `${kind}, ${body.length} bytes`, detail: base };
}

function addToRun(
  context: DecodeContext,
  direction: Direction,
  own: Side,
  start: { readonly offset: number; readonly time: number },
  bytes: number,
): void {
  const reader = context[direction];
  if (own.run && (own.run.bytes >= RUN_LIMIT || start.time - own.run.endTime >= PAUSE))
    flushRun(context, direction, own);
  own.run ??= { ...start, endTime: start.time, end: start.offset, records: 0, bytes: 0 };
  own.run.records++;
  own.run.bytes += bytes;
  own.run.endTime = reader.lastTime;
  own.run.end = reader.offset;
}

function flushRun(context: DecodeContext, direction: Direction, side: Side): void {
  const { run } = side;
  if (!run) return;
  side.run = undefined;
  context.emit(direction, {
    kind: 'application-data',
    summary: `application data, ${run.bytes} bytes in ${run.records} record${run.records === 1 ? '' : 's'}`,
    detail: { records: run.records, bytes: run.bytes },
    span: spanOf({ ...run, length: run.end - run.offset }),
  });
}
