import { DecodeError } from './reader.ts';
import { utf8 } from './show-text.ts';

/** Reads big-endian fields one after the other, inside bytes that are all there. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get left(): number {
    return this.bytes.length - this.#at;
  }

  uint8(): number {
    return this.#view.getUint8(this.#move(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#move(2));
  }

  int16(): number {
    return this.#view.getInt16(this.#move(2));
  }

  uint24(): number {
    return this.uint8() * 0x10000 + this.uint16();
  }

  uint32(): number {
    return this.#view.getUint32(this.#move(4));
  }

  int32(): number {
    return this.#view.getInt32(this.#move(4));
  }

  take(length: number): Uint8Array {
    const at = this.#move(length);
    return this.bytes.subarray(at, at + length);
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }

  /** Text that ends with a zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.#at);
    if (end < 0) throw new DecodeError('a text without its end');
    const text = utf8(this.bytes.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  #move(length: number): number {
    const at = this.#at;
    if (length < 0 || at + length > this.bytes.length)
      throw new DecodeError('a field that reaches beyond its message');
    this.#at = at + length;
    return at;
  }
}
