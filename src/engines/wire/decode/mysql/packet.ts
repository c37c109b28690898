import { Payload } from '../payload.ts';
import { DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { utf8 } from '../show-text.ts';

const LONGEST = 0xffffff;

export interface Packet {
  readonly sequence: number;
  readonly payload: Uint8Array;
  readonly length: number;
  /** The payload is longer than what is kept of it. */
  readonly cut: boolean;
}

/** A length of three bytes, a number, and the payload, of which `limit` bytes are kept; the longest go on in the next. */
export function* readPacket(reader: StreamReader, limit: number): Parse<Packet> {
  const payload = new Payload(Math.max(limit, 65_536));
  let first: number | undefined;
  for (;;) {
    const [low = 0, middle = 0, high = 0, sequence = 0] = yield* reader.take(4, 'a MySQL packet head');
    const length = low + middle * 0x100 + high * 0x10000;
    first ??= sequence;
    yield* reader.pass(length, 'a MySQL packet', payload.add);
    if (length < LONGEST) break;
  }
  return { sequence: first, payload: payload.bytes(), length: payload.length, cut: payload.isCut };
}

/** Reads little-endian fields one after the other, inside bytes that are all there. */
export class LittleCursor {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  peek(): number | undefined {
    return this.#bytes[this.#at];
  }

  uint8(): number {
    return this.#view.getUint8(this.#move(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#move(2), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.#move(4), true);
  }

  int(bytes: 1 | 2 | 4 | 8, isUnsigned: boolean): string {
    const at = this.#move(bytes);
    const view = this.#view;
    if (bytes === 8) return String(isUnsigned ? view.getBigUint64(at, true) : view.getBigInt64(at, true));
    if (bytes === 4) return String(isUnsigned ? view.getUint32(at, true) : view.getInt32(at, true));
    if (bytes === 2) return String(isUnsigned ? view.getUint16(at, true) : view.getInt16(at, true));
    return String(isUnsigned ? view.getUint8(at) : view.getInt8(at));
  }

  float(bytes: 4 | 8): string {
    const at = this.#move(bytes);
    return String(bytes === 4 ? this.#view.getFloat32(at, true) : this.#view.getFloat64(at, true));
  }

  /** A number as long as it needs to be; undefined stands for NULL. */
  number(): number | undefined {
    const first = this.uint8();
    if (first < 0xfb) return first;
    if (first === 0xfb) return undefined;
    if (first === 0xfc) return this.uint16();
    if (first === 0xfd) return this.uint16() + this.uint8() * 0x10000;
    if (first === 0xff) throw new DecodeError('a MySQL number that begins with 255');
    const [low, high] = [this.uint32(), this.uint32()];
    return low + high * 0x1_0000_0000;
  }

  /** Bytes behind their length; null for NULL. */
  value(): Uint8Array | null {
    const length = this.number();
    return length === undefined ? null : this.take(length);
  }

  /** Text behind its length. */
  words(): string {
    return utf8(this.value() ?? new Uint8Array(0));
  }

  /** Text that ends with a zero byte, or where the packet ends. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) return utf8(this.rest());
    const text = utf8(this.#bytes.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  take(length: number): Uint8Array {
    const at = this.#move(length);
    return this.#bytes.subarray(at, at + length);
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }

  #move(length: number): number {
    const at = this.#at;
    if (length < 0 || at + length > this.#bytes.length)
      throw new DecodeError('a field that reaches beyond its packet');
    this.#at = at + length;
    return at;
  }
}
