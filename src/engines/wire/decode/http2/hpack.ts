import { DecodeError } from '../reader.ts';
import { latin1, textOf } from '../show-text.ts';
import { huffmanDecode } from './huffman.ts';

export type Field = readonly [name: string, value: string];

/** RFC 7541, appendix A: "name=value" or "name". */
const STATIC: readonly Field[] =
  `:authority|:method=GET|:method=POST|:path=/|:path=/index.html|:scheme=http|:scheme=https|:status=200|:status=204|:status=206|:status=304|:status=400|:status=404|:status=500|accept-charset|accept-encoding=gzip, deflate|accept-language|accept-ranges|accept|access-control-allow-origin|age|allow|authorization|cache-control|content-disposition|content-encoding|content-language|content-length|content-location|content-range|content-type|cookie|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|link|location|max-forwards|proxy-authenticate|proxy-authorization|range|referer|refresh|retry-after|server|set-cookie|strict-transport-security|transfer-encoding|user-agent|vary|via|www-authenticate`
    .split('|')
    .map((entry) => {
      const [name = '', value = ''] = entry.split('=', 2);
      return [name, value];
    });

/** A header block may unfold to this many characters; one small index can stand for a long field. */
const LIST_LIMIT = 1 << 20;
const TABLE_MAXIMUM = 1 << 20;

/** Decodes the header blocks of one direction; it has to see all of them, in order. */
export class HpackDecoder {
  #dynamic: Field[] = [];
  #size = 0;
  #capacity = 4096;
  #allowed = 4096;

  /** The other side announced SETTINGS_HEADER_TABLE_SIZE. */
  allow(size: number): void {
    // The sender acts on it only when it has seen it, so a smaller size is not enforced at once.
    this.#allowed = Math.min(TABLE_MAXIMUM, Math.max(this.#allowed, size));
  }

  get tableSize(): number {
    return this.#size;
  }

  decode(block: Uint8Array): Field[] {
    const cursor = new Cursor(block);
    const fields: Field[] = [];
    let total = 0;
    while (!cursor.isDone) {
      const field = this.#next(cursor);
      if (!field) continue;
      total += field[0].length + field[1].length + 32;
      if (total > LIST_LIMIT)
        throw new DecodeError(`HPACK: a header list longer than ${LIST_LIMIT} characters`);
      fields.push(field);
    }
    return fields;
  }

  #next(cursor: Cursor): Field | undefined {
    const first = cursor.peek();
    if (first & 0x80) return this.#entry(cursor.integer(7));
    if ((first & 0xe0) === 0x20) {
      this.#resize(cursor.integer(5));
      return undefined;
    }
    const isIndexed = (first & 0xc0) === 0x40;
    const index = cursor.integer(isIndexed ? 6 : 4);
    const name = index === 0 ? cursor.string() : this.#entry(index)[0];
    const field: Field = [name, cursor.string()];
    if (isIndexed) this.#add(field);
    return field;
  }

  #entry(index: number): Field {
    const field = index <= STATIC.length ? STATIC[index - 1] : this.#dynamic[index - STATIC.length - 1];
    if (!field) throw new DecodeError(`HPACK: index ${index} is not in the table`);
    return field;
  }

  #add(field: Field): void {
    this.#dynamic.unshift(field);
    this.#size += sizeOf(field);
    this.#evict();
  }

  #resize(size: number): void {
    if (size > this.#allowed)
      throw new DecodeError(`HPACK: table size ${size}, where ${this.#allowed} is allowed`);
    this.#capacity = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#capacity) {
      const last = this.#dynamic.pop();
      this.#size -= last ? sizeOf(last) : 0;
    }
  }
}

const sizeOf = (field: Field) => Buffer.byteLength(field[0]) + Buffer.byteLength(field[1]) + 32;

class Cursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new DecodeError('HPACK: a header block ends too early');
    return byte;
  }

  /** An integer whose first bits share a byte with what came before (RFC 7541, 5.1). */
  integer(prefix: number): number {
    const mask = 2 ** prefix - 1;
    let value = this.peek() & mask;
    this.#at++;
    if (value < mask) return value;
    for (let shift = 0; ; shift += 7) {
      const byte = this.peek();
      this.#at++;
      value += (byte & 0x7f) * 2 ** shift;
      if (shift > 28) throw new DecodeError('HPACK: an integer that is too large');
      if ((byte & 0x80) === 0) return value;
    }
  }

  string(): string {
    const isHuffman = (this.peek() & 0x80) !== 0;
    const length = this.integer(7);
    if (this.#at + length > this.#bytes.length) throw new DecodeError('HPACK: a string ends too early');
    const raw = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    const bytes = isHuffman ? huffmanDecode(raw) : raw;
    return textOf(bytes) ?? latin1(bytes);
  }
}
