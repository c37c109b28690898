/** gRPC as it lies in HTTP/2: length-prefixed messages in the bodies, the outcome in the trailers. */
import { fieldOf, type HeaderList } from '../http.ts';
import { readWireMessage } from './wire-message.ts';

/** By their numbers. */
const STATUS = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];
/** Of a stream so many messages are shown. */
const SHOWN = 5;
const HEAD = 5;

export const isGrpc = (headers: HeaderList): boolean =>
  /^application\/grpc\b/i.test(fieldOf(headers, 'content-type') ?? '');

/** A message as JSON by its schema; undefined where that is not known. */
export type ReadMessage = (
  path: string,
  side: 'request' | 'response',
  bytes: Uint8Array,
) => string | undefined;

const unknown = () => undefined;

/** The messages of a body as JSON, and how many there are; undefined where the body was cut before that was known. */
export function messagesOf(
  body: Uint8Array | undefined,
  length: number,
  read: (bytes: Uint8Array) => string | undefined = unknown,
): { shown: string[]; count: number | undefined } {
  const bytes = body ?? new Uint8Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const shown: string[] = [];
  let [at, count] = [0, 0];
  while (at + HEAD <= bytes.length) {
    const size = view.getUint32(at + 1);
    const end = at + HEAD + size;
    count++;
    if (shown.length < SHOWN) shown.push(words(bytes, at, size, read));
    at = end;
  }
  return { shown, count: at === length ? count : undefined };
}

function words(
  bytes: Uint8Array,
  at: number,
  size: number,
  read: (bytes: Uint8Array) => string | undefined,
): string {
  if (bytes[at] !== 0) return `(${size} bytes, compressed)`;
  const message = bytes.subarray(at + HEAD, at + HEAD + size);
  if (message.length < size) return `(${size} bytes)`;
  const known = read(message);
  if (known !== undefined) return known;
  const fields = readWireMessage(message);
  return fields ? JSON.stringify(fields) : `(${size} bytes)`;
}

/** How the call ended: in the trailers, or in the head of an answer that is nothing else. */
export function outcomeOf(
  headers: HeaderList,
  trailers: HeaderList = [],
): { status?: number; code?: string; message?: string } {
  const found = fieldOf(trailers, 'grpc-status') ?? fieldOf(headers, 'grpc-status');
  if (found === undefined) return {};
  const status = Number(found);
  const message = fieldOf(trailers, 'grpc-message') ?? fieldOf(headers, 'grpc-message');
  return {
    status,
    code: STATUS[status] ?? found,
    ...(message !== undefined && { message: unescaped(message) }),
  };
}

function unescaped(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message; // as it came
  }
}
