import { alignmentOf, parseSignature, type Type, type Variant } from './signature.ts';

/** Values as D-Bus bytes, little-endian. A dictionary is an array of entries, each a pair. */
export function encode(signature: string, values: readonly unknown[]): Buffer {
  const writer = new Writer();
  parseSignature(signature).forEach((type, i) => {
    writer.write(type, values[i]);
  });
  return writer.bytes();
}

class Writer {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  bytes(): Buffer {
    return Buffer.concat(this.#chunks, this.#length);
  }

  write(type: Type, value: unknown): void {
    this.#align(alignmentOf(type));
    const write = this.#writers[type.letter];
    if (!write) throw new Error(`nothing of ours sends the D-Bus type "${type.letter}"`);
    write(value, type);
  }

  readonly #writers: Readonly<Record<string, (value: unknown, type: Type) => void>> = {
    y: (value) => this.#put(Buffer.from([Number(value)])),
    b: (value) => this.#word(value ? 1 : 0),
    u: (value) => this.#word(Number(value)),
    i: (value) => this.#word(Number(value)),
    s: (value) => this.#text(String(value)),
    o: (value) => this.#text(String(value)),
    g: (value) => this.#signature(String(value)),
    v: (value) => this.#variant(value as Variant),
    a: (value, type) => this.#array(type, value as readonly unknown[]),
    '(': (value, type) => this.#struct(type, value as readonly unknown[]),
    '{': (value, type) => this.#struct(type, value as readonly unknown[]),
  };

  #struct({ parts }: Type, values: readonly unknown[]): void {
    for (const [i, part] of parts.entries()) this.write(part, values[i]);
  }

  #put(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  #align(to: number): void {
    const gap = (to - (this.#length % to)) % to;
    if (gap > 0) this.#put(Buffer.alloc(gap));
  }

  #word(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value >>> 0);
    this.#put(bytes);
  }

  #text(text: string): void {
    this.#word(Buffer.byteLength(text));
    this.#put(Buffer.from(`${text}\0`));
  }

  #signature(text: string): void {
    this.#put(Buffer.from([text.length]));
    this.#put(Buffer.from(`${text}\0`));
  }

  #variant({ signature, value }: Variant): void {
    this.#signature(signature);
    this.write(parseSignature(signature)[0]!, value);
  }

  /** The length comes first and does not count the gap before the first item. */
  #array({ parts: [item] }: Type, values: readonly unknown[]): void {
    const length = Buffer.alloc(4);
    this.#put(length);
    this.#align(alignmentOf(item!));
    const start = this.#length;
    for (const value of values) this.write(item!, value);
    length.writeUInt32LE(this.#length - start);
  }
}
