import { holes } from '../hole.ts';
import { fieldOf, type HeaderList } from '../http.ts';
import { Payload } from '../payload.ts';
import { CaptureEnd, DecodeError, type Parse, type StreamReader, UnseenError } from '../reader.ts';
import { latin1 } from '../show-text.ts';
import { readFields } from './head.ts';

/** How the end of a body is known (RFC 9112, 6.3). */
export type Framing =
  | { readonly by: 'length'; readonly length: number }
  | { readonly by: 'chunks' | 'close' };

export interface Body {
  readonly payload: Payload;
  readonly trailers?: HeaderList;
  /** Set if the capture ends inside it. */
  readonly missing?: string;
}

/** `isAnswer`: only a response may go on until the connection closes. */
export function framingOf(headers: HeaderList, isAnswer: boolean): Framing {
  const coding = fieldOf(headers, 'transfer-encoding');
  if (coding !== undefined) {
    if (/(^|,)\s*chunked\s*$/i.test(coding)) return { by: 'chunks' };
    if (isAnswer) return { by: 'close' };
    throw new DecodeError(`a request body of unknown length (Transfer-Encoding: ${coding})`);
  }
  const length = fieldOf(headers, 'content-length');
  if (length === undefined) return isAnswer ? { by: 'close' } : { by: 'length', length: 0 };
  const values = new Set(length.split(',').map((value) => value.trim()));
  const [only = ''] = values;
  if (values.size !== 1 || !/^\d{1,15}$/.test(only)) throw new DecodeError(`Content-Length is "${length}"`);
  return { by: 'length', length: Number(only) };
}

export function* readBody(reader: StreamReader, framing: Framing, limit: number): Parse<Body> {
  const payload = new Payload(limit);
  try {
    if (framing.by === 'length') yield* reader.pass(framing.length, 'a body', payload.add);
    else if (framing.by === 'close') yield* reader.passAll(payload.add);
    else return { payload, ...(yield* readChunks(reader, payload)) };
    return { payload };
  } catch (error) {
    if (!(error instanceof CaptureEnd)) throw error;
    return { payload, missing: error.message };
  }
}

/** Where a chunk begins among bytes that nobody looked at, the last one is found by how it looks. */
function* readChunks(reader: StreamReader, payload: Payload): Parse<{ trailers?: HeaderList }> {
  try {
    return yield* seenChunks(reader, payload);
  } catch (error) {
    if (!(error instanceof UnseenError)) throw error;
    const from = reader.offset;
    if (!(yield* reader.passUntil(lastChunk, LAST_CHUNK.length))) throw error;
    for (const hole of holes(reader.offset - from)) payload.add(hole);
    yield* reader.take(LAST_CHUNK.length, 'the last chunk');
    return {};
  }
}

const LAST_CHUNK = '\r\n0\r\n\r\n';
const lastChunk = (run: Uint8Array) => latin1(run).indexOf(LAST_CHUNK);

function* seenChunks(reader: StreamReader, payload: Payload): Parse<{ trailers?: HeaderList }> {
  for (;;) {
    const line = latin1(yield* reader.line(16_384, 'a chunk size'));
    const size = /^([0-9a-fA-F]{1,12})[ \t]*(;.*)?\r?\n$/s.exec(line)?.[1];
    if (size === undefined) throw new DecodeError(`not a chunk size: ${JSON.stringify(line.slice(0, 40))}`);
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    yield* reader.pass(length, 'a chunk', payload.add);
    const end = yield* reader.line(2, 'the end of a chunk');
    if (!/^\r?\n$/.test(latin1(end))) throw new DecodeError('a chunk does not end where its size says');
  }
  const trailers = yield* readFields(reader);
  return trailers.length ? { trailers } : {};
}
