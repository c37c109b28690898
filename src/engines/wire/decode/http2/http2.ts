import { type Direction, oppositeOf } from '../chunk.ts';
import type { DecodeContext, Decoder } from '../decoder.ts';
import { followHttp } from '../follow-http.ts';
import { packsSecret } from '../http.ts';
import { DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { latin1, shorten } from '../show-text.ts';
import {
  blockOf,
  CONTINUATION,
  DATA,
  describeFrame,
  endsHeaders,
  endsStream,
  errorName,
  type FrameHead,
  flagNames,
  frameName,
  HEADERS,
  isPadded,
  PUSH_PROMISE,
  RST_STREAM,
  readFrameHead,
  SETTINGS,
  settingsOf,
} from './frame.ts';
import { type Field, HpackDecoder } from './hpack.ts';
import { Http2Streams } from './streams.ts';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const BLOCK_LIMIT = 1 << 20;
/** Frames that are read as a whole; a larger one is only counted. */
const FRAME_LIMIT = 1 << 20;

interface Connection {
  readonly context: DecodeContext;
  readonly streams: Http2Streams;
  /** Keyed by the direction whose header blocks it reads. */
  readonly hpack: Record<Direction, HpackDecoder>;
}

/**
 * HTTP/2 in clear; kinds: request and response, put together from the frames, and each frame: preface, headers, data,
 * settings, rst-stream, goaway, ping, window-update, push-promise, priority.
 */
export const http2: Decoder<'http2'> = {
  protocol: 'http2',
  detect({ up }) {
    const text = latin1(up.subarray(0, PREFACE.length));
    return text === PREFACE ? 'yes' : PREFACE.startsWith(text) ? 'maybe' : 'no';
  },
  converse(context, origin) {
    const streams = new Http2Streams(context, origin.upgraded);
    const connection = { context, streams, hpack: { up: new HpackDecoder(), down: new HpackDecoder() } };
    return {
      up: client(connection),
      down: frames(connection, 'down'),
      flush: (direction) => streams.flush(direction),
    };
  },
  answers: ['response'],
  // Header fields are packed by HPACK; without its beginning no compressed body can be read.
  hides: (message, isSecret) => {
    const isHead = message.kind === 'headers' || message.kind === 'push-promise';
    return (isHead && isSecret(message.detail.headers)) || packsSecret(message, isSecret);
  },
  follow: followHttp,
  archived: 'exchanges',
};

function* client(connection: Connection): Parse<void> {
  const reader = connection.context.up;
  if (!(yield* reader.more())) return;
  reader.begin();
  const preface = latin1(yield* reader.take(PREFACE.length, 'the HTTP/2 preface'));
  if (preface !== PREFACE) throw new DecodeError('not the HTTP/2 preface');
  connection.context.emit('up', { kind: 'preface', summary: 'HTTP/2 preface', detail: {} });
  yield* frames(connection, 'up');
}

function* frames(connection: Connection, direction: Direction): Parse<void> {
  const reader = connection.context[direction];
  while (yield* reader.more()) {
    reader.begin();
    const head = readFrameHead(yield* reader.take(9, 'an HTTP/2 frame head'));
    if (head.type === DATA) yield* dataFrame(connection, direction, head);
    else if (head.type === HEADERS || head.type === PUSH_PROMISE)
      yield* headerFrames(connection, direction, head);
    else if (head.type === CONTINUATION) throw new DecodeError('CONTINUATION without HEADERS');
    else yield* otherFrame(connection, direction, head);
  }
}

function* dataFrame(connection: Connection, direction: Direction, head: FrameHead): Parse<void> {
  const { context, streams } = connection;
  const reader = context[direction];
  if (head.stream === 0) throw new DecodeError('DATA on stream 0');
  let length = head.length;
  let padding = 0;
  if (isPadded(head)) {
    if (length === 0) throw new DecodeError('a padded frame without its padding');
    padding = (yield* reader.take(1, 'a DATA frame'))[0] ?? 0;
    length -= 1 + padding;
    if (length < 0) throw new DecodeError('an HTTP/2 frame with more padding than it has bytes');
  }
  yield* reader.pass(length, 'a DATA frame', streams.data(head.stream, direction));
  yield* reader.pass(padding, 'the padding of a frame', () => {});
  streams.dataEnd(head.stream, direction, frameSpan(reader));
  emitFrame(connection, direction, head, `${length} bytes`, { bytes: length });
  if (endsStream(head)) streams.endSide(head.stream, direction);
}

/** HEADERS or PUSH_PROMISE with the CONTINUATION frames that follow it without a gap. */
function* headerFrames(connection: Connection, direction: Direction, head: FrameHead): Parse<void> {
  const { context, streams, hpack } = connection;
  const reader = context[direction];
  if (head.stream === 0) throw new DecodeError(`${frameName(head.type)} on stream 0`);
  const { promised, block: first } = blockOf(head, yield* payloadOf(reader, head));
  let block = first;
  let isWhole = endsHeaders(head);
  let continuations = 0;
  while (!isWhole) {
    const next = readFrameHead(yield* reader.take(9, 'an HTTP/2 frame head'));
    if (next.type !== CONTINUATION || next.stream !== head.stream)
      throw new DecodeError('a header block is broken off');
    const more = yield* payloadOf(reader, next);
    if (block.length + more.length > BLOCK_LIMIT) throw new DecodeError('a header block that is too long');
    block = Buffer.concat([block, more]);
    isWhole = endsHeaders(next);
    continuations++;
  }
  const fields = hpack[direction].decode(block);
  const stream = promised ?? head.stream;
  const isPushed = promised !== undefined;
  streams.headers(stream, direction, fields, frameSpan(reader), isPushed);
  const detail = { headers: fields, ...(continuations && { continuations }), ...(isPushed && { promised }) };
  emitFrame(connection, direction, head, `${isPushed ? `promises ${stream} ` : ''}${lineOf(fields)}`, detail);
  if (isPushed || endsStream(head)) streams.endSide(stream, direction, isPushed);
}

function* otherFrame(connection: Connection, direction: Direction, head: FrameHead): Parse<void> {
  const { context, streams, hpack } = connection;
  const reader = context[direction];
  if (head.length > FRAME_LIMIT) {
    yield* reader.pass(head.length, 'an HTTP/2 frame', () => {});
    return emitFrame(connection, direction, head, `${head.length} bytes`, {});
  }
  const payload = yield* payloadOf(reader, head);
  const { fields, text } = describeFrame(head, payload);
  emitFrame(connection, direction, head, text, fields);
  if (head.type === SETTINGS) {
    const opposite = oppositeOf(direction);
    for (const [name, value] of settingsOf(payload))
      if (name === 'HEADER_TABLE_SIZE') hpack[opposite].allow(value);
  }
  if (head.type === RST_STREAM) {
    const code = errorName(new DataView(payload.buffer, payload.byteOffset, payload.length).getUint32(0));
    streams.reset(
      head.stream,
      `Stream ${head.stream} was reset by the ${direction === 'up' ? 'client' : 'target'}: ${code}.`,
    );
  }
}

function* payloadOf(reader: StreamReader, head: FrameHead): Parse<Uint8Array> {
  if (head.length > FRAME_LIMIT)
    throw new DecodeError(`a ${frameName(head.type)} frame of ${head.length} bytes`);
  return yield* reader.take(head.length, `a ${frameName(head.type)} frame`);
}

function emitFrame(
  connection: Connection,
  direction: Direction,
  head: FrameHead,
  text: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const flags = flagNames(head);
  const name = frameName(head.type);
  const where = head.stream ? ` stream ${head.stream}` : '';
  const exchange = connection.streams.exchangeOf(head.stream);
  connection.context.emit(direction, {
    kind: name,
    summary: `${name.toUpperCase().replace('-', '_')}${where} ${text}${flags.length ? ` [${flags.join(' ')}]` : ''}`,
    detail: { stream: head.stream, flags, ...fields },
    exchange,
  });
}

function frameSpan(reader: StreamReader) {
  const { start, offset, lastTime } = reader;
  return { offset: start.offset, time: start.time, endTime: lastTime, length: offset - start.offset };
}

function lineOf(fields: readonly Field[]): string {
  const pseudo = fields
    .filter(([name]) => name.startsWith(':') && name !== ':scheme')
    .map(([, value]) => value);
  return pseudo.length ? shorten(pseudo.join(' '), 100) : `${fields.length} fields`;
}
