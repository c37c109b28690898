import { alignmentOf, parseSignature, type Type, type Variant } from './signature.ts';

/** D-Bus bytes as values: numbers, strings, bigints, arrays; dictionaries become Maps. */
export function decode(signature: string, bytes: Buffer, isBigEndian: boolean): unknown[] {
  const reader = new Reader(bytes, isBigEndian);
  return parseSignature(signature).map((type) => reader.read(type));
}

/** Reads one thing after the other; how far it got is in `at`. */
export class Reader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #isLittle: boolean;
  at = 0;

  constructor(bytes: Buffer, isBigEndian: boolean) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = !isBigEndian;
  }

  align(to: number): void {
    this.at += (to - (this.at % to)) % to;
  }

  read(type: Type): unknown {
    this.align(alignmentOf(type));
    switch (type.letter) {
      case 's':
      case 'o':
        return this.#text(this.#number(4, (at) => this.#view.getUint32(at, this.#isLittle)));
      case 'g':
        return this.#text(this.#number(1, (at) => this.#view.getUint8(at)));
      case 'v':
        return this.#variant();
      case 'a':
        return this.#array(type.parts[0]!);
      case '(':
      case '{':
        return type.parts.map((part) => this.read(part));
      default:
        return this.#plain(type.letter);
    }
  }

  #plain(letter: string): unknown {
    const [view, little] = [this.#view, this.#isLittle];
    switch (letter) {
      case 'y':
        return this.#number(1, (at) => view.getUint8(at));
      case 'b':
        return this.#number(4, (at) => view.getUint32(at, little)) === 1;
      case 'n':
        return this.#number(2, (at) => view.getInt16(at, little));
      case 'q':
        return this.#number(2, (at) => view.getUint16(at, little));
      case 'i':
        return this.#number(4, (at) => view.getInt32(at, little));
      case 'x':
        return this.#number(8, (at) => view.getBigInt64(at, little));
      case 't':
        return this.#number(8, (at) => view.getBigUint64(at, little));
      case 'd':
        return this.#number(8, (at) => view.getFloat64(at, little));
      default:
        return this.#number(4, (at) => view.getUint32(at, little));
    }
  }

  #number<T>(size: number, get: (at: number) => T): T {
    const value = get(this.at);
    this.at += size;
    return value;
  }

  #text(length: number): string {
    const text = this.#bytes.toString('utf8', this.at, this.at + length);
    this.at += length + 1;
    return text;
  }

  #variant(): Variant {
    const signature = this.#text(this.#number(1, (at) => this.#view.getUint8(at)));
    return { signature, value: this.read(parseSignature(signature)[0]!) };
  }

  #array(item: Type): unknown {
    const length = this.#number(4, (at) => this.#view.getUint32(at, this.#isLittle));
    this.align(alignmentOf(item));
    const end = this.at + length;
    const values: unknown[] = [];
    while (this.at < end) values.push(this.read(item));
    return item.letter === '{' ? new Map(values as [unknown, unknown][]) : values;
  }
}
