import type { Direction } from '../chunk.ts';
import { type DecodeContext, type Decoder, spanOf } from '../decoder.ts';
import { Payload } from '../payload.ts';
import { CaptureEnd, DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { preview, shorten, utf8 } from '../show-text.ts';
import { followWebSocket } from './follow.ts';
import { deflateTerms, MessageInflater } from './permessage-deflate.ts';

const NAMES = new Map([
  [1, 'text'],
  [2, 'binary'],
  [8, 'close'],
  [9, 'ping'],
  [10, 'pong'],
]);

/** A compressed message has to be whole to be inflated, so more of it is kept than is shown. */
const COMPRESSED_LIMIT = 8 << 20;

interface FrameHead {
  readonly isLast: boolean;
  readonly isCompressed: boolean;
  readonly opcode: number;
  readonly length: number;
  readonly mask: Uint8Array | undefined;
}

/** A message whose frames are coming in; control frames may lie between them. */
interface Assembly {
  readonly opcode: number;
  readonly isCompressed: boolean;
  readonly masked: boolean;
  readonly payload: Payload;
  readonly offset: number;
  readonly time: number;
  length: number;
  frames: number;
}

/** WebSocket after its handshake; kinds: text, binary, ping, pong, close. `body` is the unmasked, inflated payload. */
export const websocket: Decoder<'websocket'> = {
  protocol: 'websocket',
  // A connection only becomes one.
  detect: () => 'no',
  converse(context, origin) {
    const terms = deflateTerms(origin.extensions ?? '');
    const side = (direction: Direction) =>
      frames(context, direction, terms && new MessageInflater(terms[direction].forgets, context.inflation));
    return { up: side('up'), down: side('down') };
  },
  answers: ['text', 'binary', 'pong', 'close'],
  hides: ({ detail, body, error }, isSecret) => {
    // What cannot be inflated may hold one.
    if (detail.compressed === true && error !== undefined) return true;
    const isPacked = detail.masked === true || detail.compressed === true;
    return isPacked && body !== undefined && isSecret(utf8(body));
  },
  follow: followWebSocket,
  archived: 'frames',
};

export type WebSocketDetail = {
  readonly opcode: number;
  readonly frames: number;
  readonly masked: boolean;
  readonly compressed: boolean;
  readonly rawLength: number;
  readonly code?: number;
  readonly reason?: string;
};

function* frames(
  context: DecodeContext,
  direction: Direction,
  inflater: MessageInflater | undefined,
): Parse<void> {
  const reader = context[direction];
  let open: Assembly | undefined;
  while (yield* reader.more()) {
    const start = reader.begin();
    const head = yield* readHead(reader, inflater !== undefined);
    const isControl = head.opcode >= 8;
    if (head.opcode === 0 ? !open : !isControl && open) {
      throw new DecodeError(
        head.opcode === 0 ? 'a continuation of nothing' : 'a new message inside a fragmented one',
      );
    }
    const limit = head.isCompressed ? Math.max(COMPRESSED_LIMIT, context.bodyLimit) : context.bodyLimit;
    const assembly: Assembly =
      !isControl && open
        ? open
        : { ...start, ...pick(head), payload: new Payload(limit), length: 0, frames: 0 };
    yield* reader.pass(head.length, 'a frame', unmasking(head.mask, assembly.payload));
    assembly.frames++;
    assembly.length += reader.offset - start.offset;
    if (!isControl) open = head.isLast ? undefined : assembly;
    if (head.isLast) emit(context, direction, assembly, inflater);
  }
  if (open) throw new CaptureEnd('inside a fragmented message');
}

const pick = (head: FrameHead) => ({
  opcode: head.opcode,
  isCompressed: head.isCompressed,
  masked: head.mask !== undefined,
});

function* readHead(reader: StreamReader, mayCompress: boolean): Parse<FrameHead> {
  const [first = 0, second = 0] = yield* reader.take(2, 'a frame head');
  const opcode = first & 0x0f;
  const isLast = (first & 0x80) !== 0;
  const short = second & 0x7f;
  if (opcode !== 0 && !NAMES.has(opcode)) throw new DecodeError(`there is no WebSocket opcode ${opcode}`);
  if (first & 0x30 || (first & 0x40 && (!mayCompress || opcode === 0 || opcode >= 8))) {
    throw new DecodeError('a reserved bit is set that no extension explains');
  }
  if (opcode >= 8 && (!isLast || short > 125))
    throw new DecodeError('a control frame that is long or fragmented');
  let length = short;
  if (short === 126) length = view(yield* reader.take(2, 'a frame head')).getUint16(0);
  if (short === 127) {
    const long = view(yield* reader.take(8, 'a frame head')).getBigUint64(0);
    if (long > BigInt(Number.MAX_SAFE_INTEGER)) throw new DecodeError(`a frame of ${long} bytes`);
    length = Number(long);
  }
  const mask = second & 0x80 ? (yield* reader.take(4, 'a frame mask')).slice() : undefined;
  return { isLast, isCompressed: (first & 0x40) !== 0, opcode, length, mask };
}

function unmasking(mask: Uint8Array | undefined, payload: Payload): (bytes: Uint8Array) => void {
  if (!mask) return payload.add;
  let at = 0;
  return (bytes) => {
    const plain = bytes.slice();
    for (let index = 0; index < plain.length; index++) {
      plain[index] = (plain[index] as number) ^ (mask[(at + index) & 3] as number);
    }
    at += bytes.length;
    payload.add(plain);
  };
}

function emit(
  context: DecodeContext,
  direction: Direction,
  message: Assembly,
  inflater: MessageInflater | undefined,
): void {
  const { payload, opcode } = message;
  const { body, length, error } = content(message, inflater);
  const detail: WebSocketDetail = {
    opcode,
    frames: message.frames,
    masked: message.masked,
    compressed: message.isCompressed,
    rawLength: payload.length,
    ...(opcode === 8 && closing(body)),
  };
  const kind = NAMES.get(opcode) ?? 'binary';
  const { lastTime } = context[direction];
  context.emit(direction, {
    kind,
    summary: summaryOf(kind, detail, body, length),
    detail,
    // A copy where it is cut, so that the whole of it can be let go.
    body: body.length > context.bodyLimit ? body.slice(0, context.bodyLimit) : body,
    bodyLength: length,
    error,
    span: spanOf({ ...message, endTime: lastTime }),
  });
}

function content(message: Assembly, inflater: MessageInflater | undefined) {
  const { payload } = message;
  const body = payload.bytes();
  if (!message.isCompressed || !inflater) return { body, length: payload.length, error: undefined };
  const inflated = payload.isCut
    ? inflater.lose(`it has more than ${COMPRESSED_LIMIT} bytes`)
    : inflater.inflate(body);
  if (typeof inflated !== 'string') return { body: inflated, length: inflated.length, error: undefined };
  return { body, length: payload.length, error: `The message cannot be inflated: ${inflated}.` };
}

function closing(body: Uint8Array): Pick<WebSocketDetail, 'code' | 'reason'> {
  if (body.length < 2) return {};
  return { code: view(body).getUint16(0), reason: utf8(body.subarray(2)) };
}

function summaryOf(kind: string, detail: WebSocketDetail, body: Uint8Array, length: number): string {
  if (kind === 'close')
    return `close ${detail.code ?? 'without code'} ${shorten(detail.reason ?? '')}`.trim();
  return kind === 'text' ? `text ${preview(body, 80)}` : `${kind}, ${length} bytes`;
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
