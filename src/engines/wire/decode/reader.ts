import { isHole } from './hole.ts';

/** What a parser waits for: more bytes of its own direction, the other parser, or that the other one goes first. */
export type Wait = 'bytes' | 'peer' | 'turn';
/** A parser is a coroutine: it asks for bytes where it needs them, whatever chunks they came in. */
export type Parse<T> = Generator<Wait, T, void>;

/** A run of bytes with the time it passed and its place in the order of the whole connection. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly time: number;
  readonly order: number;
}

/** The bytes break the rules of the protocol. */
export class DecodeError extends Error {}

/** The bytes are over in the middle of something. */
export class CaptureEnd extends Error {}

/** What has to be read is among bytes that passed and were not looked at. */
export class UnseenError extends DecodeError {
  constructor() {
    super('something begins among bytes that came too fast to be looked at');
  }
}

const EMPTY = new Uint8Array(0);

function seen(bytes: Uint8Array): Uint8Array {
  if (isHole(bytes)) throw new UnseenError();
  return bytes;
}

/** The unread bytes of one direction. Offsets count from the start of the connection. */
export class StreamReader {
  #pieces: Piece[] = [];
  /** The first piece that is not read through, and how far into it. */
  #head = 0;
  #at = 0;
  #available = 0;
  #offset = 0;
  #lastTime = 0;
  #start = { offset: 0, time: 0 };
  ended = false;

  get available(): number {
    return this.#available;
  }

  /** About how much memory the unread bytes take; many small pieces cost more than their bytes. */
  get weight(): number {
    return this.#available + (this.#pieces.length - this.#head) * 256;
  }

  /** Of the next unread byte. */
  get offset(): number {
    return this.#offset;
  }

  /** When the last byte that was read had passed. */
  get lastTime(): number {
    return this.#lastTime;
  }

  /** Where the message that is being read began. */
  get start(): { readonly offset: number; readonly time: number } {
    return this.#start;
  }

  push(piece: Piece): void {
    this.#pieces.push(piece);
    this.#available += piece.bytes.length;
  }

  /** Marks the next byte as the first of a message. */
  begin(): { readonly offset: number; readonly time: number } {
    this.#start = { offset: this.#offset, time: this.#pieces[this.#head]?.time ?? this.#lastTime };
    return this.#start;
  }

  /** Waits for a byte; false if none will come. */
  *more(): Parse<boolean> {
    while (this.#available === 0) {
      if (this.ended) return false;
      yield 'bytes';
    }
    return true;
  }

  /** The next byte without reading it. */
  *peek(): Parse<number | undefined> {
    if (!(yield* this.more())) return undefined;
    return seen(this.#pieces[this.#head]?.bytes ?? EMPTY)[this.#at];
  }

  /** Exactly so many bytes. Whoever calls it bounds the length. */
  *take(length: number, what: string): Parse<Uint8Array> {
    while (this.#available < length) {
      if (this.ended) throw new CaptureEnd(`inside ${what}, after ${this.#available} of ${length} bytes`);
      yield 'bytes';
    }
    return this.#read(length);
  }

  /** Hands over so many bytes as they come, for bodies that may be larger than memory. */
  *pass(length: number, what: string, sink: (bytes: Uint8Array) => void): Parse<void> {
    let left = length;
    while (left > 0) {
      if (!(yield* this.more())) {
        throw new CaptureEnd(`inside ${what}, after ${length - left} of ${length} bytes`);
      }
      const part = this.#readSome(left);
      left -= part.length;
      sink(part);
    }
  }

  /** Hands over all bytes until the end. */
  *passAll(sink: (bytes: Uint8Array) => void): Parse<void> {
    while (yield* this.more()) sink(this.#readSome(this.#available));
  }

  /** A line with its end (LF, or CR LF), at most `limit` bytes long. */
  *line(limit: number, what: string): Parse<Uint8Array> {
    let index = this.#head;
    let from = this.#at;
    let before = 0;
    for (;;) {
      for (; index < this.#pieces.length; index++) {
        const bytes = seen(this.#pieces[index]?.bytes ?? EMPTY);
        const at = bytes.indexOf(10, from);
        const length = before + (at < 0 ? bytes.length : at + 1) - from;
        if (length > limit) throw new DecodeError(`${what} is longer than ${limit} bytes`);
        if (at >= 0) return this.#read(length);
        before = length;
        from = 0;
      }
      if (this.ended) throw new CaptureEnd(`inside ${what}`);
      yield 'bytes';
    }
  }

  /**
   * Passes over all, seen or not, until `find` knows a place in a run of bytes that were seen; false if none comes. Of a
   * run the last `overlap` bytes are looked at once more with those that follow.
   */
  *passUntil(find: (run: Uint8Array) => number, overlap: number): Parse<boolean> {
    for (;;) {
      while (this.#available > 0) {
        const length = this.#runLength();
        if (length === 0) {
          this.#readSome(this.#available);
          continue;
        }
        const run = this.#peekRun(length);
        const place = find(run);
        const isLast = length === this.#available;
        this.#skip(place >= 0 ? place : isLast ? Math.max(0, length - overlap) : length);
        if (place >= 0) return true;
        if (isLast) break;
      }
      if (this.ended) return false;
      const before = this.#available;
      while (this.#available === before && !this.ended) yield 'bytes';
      if (this.#available === before) return false;
    }
  }

  /** How many bytes lie before the next that were not seen. */
  #runLength(): number {
    let length = -this.#at;
    for (let index = this.#head; index < this.#pieces.length; index++) {
      const { bytes } = this.#pieces[index] as Piece;
      if (isHole(bytes)) return index === this.#head ? 0 : length;
      length += bytes.length;
    }
    return length;
  }

  #peekRun(length: number): Uint8Array {
    const run = new Uint8Array(length);
    let at = -this.#at;
    for (let index = this.#head; at < length; index++) {
      const { bytes } = this.#pieces[index] as Piece;
      run.set(at < 0 ? bytes.subarray(-at) : bytes, Math.max(0, at));
      at += bytes.length;
    }
    return run;
  }

  #skip(length: number): void {
    for (let left = length; left > 0; ) left -= this.#readSome(left).length;
  }

  /** Takes out what is unread, so that another parser can be given it. */
  drain(): Piece[] {
    const pieces = this.#pieces.slice(this.#head);
    const [first] = pieces;
    if (first && this.#at > 0) pieces[0] = { ...first, bytes: first.bytes.subarray(this.#at) };
    this.#pieces = [];
    this.#head = 0;
    this.#at = 0;
    this.#available = 0;
    return pieces;
  }

  /** Counts bytes that were drained and not pushed back as read. */
  advance(piece: Piece): void {
    this.#offset += piece.bytes.length;
    this.#lastTime = piece.time;
  }

  #read(length: number): Uint8Array {
    if (length === 0) return EMPTY;
    const first = seen(this.#readSome(length));
    if (first.length === length) return first;
    const whole = new Uint8Array(length);
    whole.set(first);
    for (let at = first.length; at < length; ) {
      const part = seen(this.#readSome(length - at));
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  /** At most so many bytes, all from one piece. */
  #readSome(length: number): Uint8Array {
    const piece = this.#pieces[this.#head] as Piece;
    const part = piece.bytes.subarray(this.#at, this.#at + length);
    this.#at += part.length;
    this.#available -= part.length;
    this.#offset += part.length;
    this.#lastTime = piece.time;
    if (this.#at === piece.bytes.length) this.#nextPiece();
    return part;
  }

  #nextPiece(): void {
    this.#at = 0;
    this.#head++;
    if (this.#head < this.#pieces.length && this.#head < 1024) return;
    this.#pieces.splice(0, this.#head);
    this.#head = 0;
  }
}
