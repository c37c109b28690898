import { MOST_BODY, type SeenBody } from '../../src/contract/watching.ts';
import { after, getOwnPropertyDescriptor, getter, method, OwnString } from './natives.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const decode = method(TextDecoder.prototype.decode as (bytes: Uint8Array) => string);
const encoder = new TextEncoder();
const encode = method(TextEncoder.prototype.encode as (text: string) => Uint8Array);
const includes = method(Uint8Array.prototype.includes as (byte: number) => boolean);
const base64 = method((Uint8Array.prototype as { toBase64?(): string }).toBase64 ?? (() => ''));
const bufferOf = method(Blob.prototype.arrayBuffer);
const sizeOf = getter<number>(Blob.prototype, 'size');
const typeOf = getter<string>(Blob.prototype, 'type');
const parametersAsText = method(URLSearchParams.prototype.toString);
const OwnBytes = Uint8Array;
const isView = ArrayBuffer.isView.bind(ArrayBuffer);
const has = method(Object.prototype.isPrototypeOf);

/** Text as text, other bytes as they are. */
export function bodyOf(bytes: Uint8Array): SeenBody | undefined {
  if (bytes.length === 0) return undefined;
  if (bytes.length > MOST_BODY) return { length: bytes.length, isTooLarge: true };
  try {
    if (!includes(bytes, 0)) return { text: decode(decoder, bytes) };
  } catch {
    // No text in this charset.
  }
  return { base64: base64(bytes) };
}

export function textBody(text: string): SeenBody | undefined {
  if (!text) return undefined;
  if (text.length <= MOST_BODY / 4) return { text };
  const { length } = encode(encoder, text);
  return length > MOST_BODY ? { length, isTooLarge: true } : { text };
}

export interface Sent {
  readonly body?: SeenBody | undefined;
  readonly type?: string;
}

/** What a script sends along; a form with files and a stream are not read. */
export function sentOf(body: unknown): Sent | Promise<Sent> {
  if (typeof body === 'string') return { body: textBody(body), type: 'text/plain;charset=UTF-8' };
  if (typeof body !== 'object' || body === null) return {};
  if (has(URLSearchParams.prototype, body))
    return {
      body: textBody(parametersAsText(body as URLSearchParams)),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
    };
  if (has(Blob.prototype, body)) return ofBlob(body as Blob);
  if (has(ArrayBuffer.prototype, body)) return { body: bodyOf(new OwnBytes(body as ArrayBuffer)) };
  if (!isView(body)) return {};
  const { buffer, byteOffset, byteLength } = body as ArrayBufferView;
  return { body: bodyOf(new OwnBytes(buffer, byteOffset, byteLength)) };
}

function ofBlob(blob: Blob): Sent | Promise<Sent> {
  const [length, type] = [sizeOf(blob), typeOf(blob)];
  if (length > MOST_BODY) return { body: { length, isTooLarge: true }, type };
  return after(bufferOf(blob), (buffer) => ({ body: bodyOf(new OwnBytes(buffer)), type }));
}

/** A field of an object of the page, unless reading it would run the page's code. */
export const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? getOwnPropertyDescriptor(of, name)?.value : undefined;

const hrefOf = getter<string>(URL.prototype, 'href');
const baseOf = getter<string>(Node.prototype, 'baseURI');
const OwnURL = URL;

/** As the browser will ask for it, without the part after #. */
export function addressOf(given: unknown): string {
  try {
    const text =
      typeof given === 'object' && given !== null && has(URL.prototype, given) ? hrefOf(given) : given;
    const url = new OwnURL(OwnString(text), baseOf(document));
    return hrefOf(url);
  } catch {
    return '';
  }
}
