import type { Direction } from './chunk.ts';
import type { Protocol } from './message.ts';
import type { Piece } from './reader.ts';
import { latin1 } from './show-text.ts';

/** The first bytes of a direction that are looked at; a request line may be long. */
const LOOK = 16_384;

const H2_PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const REQUEST_LINE = /^[A-Za-z!#$%&'*+.^_`|~-]{1,24} \S.* HTTP\/1\.\d\r?$/;
/** Words that begin a command typed into a Redis connection by hand. */
const INLINE_COMMAND =
  /^(ping|echo|auth|hello|quit|select|info|get|set|del|incr|decr|keys|scan|exists|expire|ttl|type|mget|mset|hget|hset|hgetall|lpush|rpush|lrange|sadd|smembers|zadd|zrange|subscribe|psubscribe|publish|monitor|config|client|command|dbsize|flushdb|flushall|time|multi|exec|cluster|role|memory|sync|psync|replconf)\b/i;
const POSTGRES_CODES = new Set([0x04d2162e, 0x04d2162f, 0x04d21630]);

/** Decides by the first bytes of both directions. Holds what it looked at, so that a parser can start from it. */
export class Detection {
  #held: { direction: Direction; piece: Piece }[] = [];
  readonly #first = { up: new Beginning(), down: new Beginning() };

  /** The protocol, as soon as these bytes settle it; more bytes never change the answer. */
  add(direction: Direction, piece: Piece): Protocol | undefined {
    this.#held.push({ direction, piece });
    this.#first[direction].add(piece.bytes);
    return this.decide(false);
  }

  decide(isOver: boolean): Protocol | undefined {
    const { up, down } = this.#first;
    // A client that has not said enough while its target goes on talking never will.
    return detect(up.bytes, down.bytes, isOver || down.bytes.length >= LOOK);
  }

  release(): { direction: Direction; piece: Piece }[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}

class Beginning {
  #buffer = new Uint8Array(64);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  add(bytes: Uint8Array): void {
    const part = bytes.subarray(0, LOOK - this.#length);
    const needed = this.#length + part.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(LOOK, Math.max(needed, this.#buffer.length * 2)));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(part, this.#length);
    this.#length = needed;
  }
}

/** Undefined while the bytes could still be several things. */
export function detect(up: Uint8Array, down: Uint8Array, isOver: boolean): Protocol | undefined {
  if (up.length === 0) return detectAnswer(down, isOver);
  const open = isOver ? 'data' : undefined;
  const first = up[0] as number;
  if (first === 0x16) return detectTls(up, isOver);
  if (first === 0) return detectPostgres(up, isOver);
  if (first === 0x2a) return detectRedis(up, isOver);
  if (first < 0x21 || first > 0x7e) return 'data';
  const line = firstLine(up);
  if (!isPrintable(up.subarray(0, line === undefined ? up.length : line.length))) return 'data';
  if (line === undefined) return up.length >= LOOK ? 'data' : open;
  if (line === 'PRI * HTTP/2.0\r') {
    const text = latin1(up.subarray(0, H2_PREFACE.length));
    return text === H2_PREFACE ? 'http2' : H2_PREFACE.startsWith(text) ? open : 'data';
  }
  if (REQUEST_LINE.test(line)) return 'http1';
  if (!INLINE_COMMAND.test(line)) return 'data';
  if (down.length === 0) return up.length >= LOOK ? 'data' : open;
  return '+-:$*_#,(!=%~>|'.includes(String.fromCharCode(down[0] as number)) ? 'redis' : 'data';
}

/** Only the target has spoken: usually its client will soon; if not, an HTTP answer is still plain to see. */
function detectAnswer(down: Uint8Array, isOver: boolean): Protocol | undefined {
  if (!isOver && down.length < LOOK) return undefined;
  return latin1(down.subarray(0, 7)) === 'HTTP/1.' ? 'http1' : 'data';
}

function detectTls(up: Uint8Array, isOver: boolean): Protocol | undefined {
  const fits = (at: number, isRight: (byte: number) => boolean) =>
    up.length <= at || isRight(up[at] as number);
  const couldBe =
    fits(1, (byte) => byte === 3) && fits(2, (byte) => byte <= 4) && fits(5, (byte) => byte === 1);
  if (!couldBe) return 'data';
  return up.length >= 6 ? 'tls' : isOver ? 'data' : undefined;
}

function detectPostgres(up: Uint8Array, isOver: boolean): Protocol | undefined {
  if (up.length < 8) return isOver ? 'data' : undefined;
  const view = new DataView(up.buffer, up.byteOffset, up.length);
  const length = view.getInt32(0);
  const code = view.getInt32(4);
  const isKnown = code >> 16 === 3 || POSTGRES_CODES.has(code);
  return isKnown && length >= 8 && length <= 10_000 ? 'postgres' : 'data';
}

/** "*2\r\n$": an array of bulk strings, or its beginning. */
function detectRedis(up: Uint8Array, isOver: boolean): Protocol | undefined {
  const text = latin1(up.subarray(0, 24));
  if (/^\*\d{1,10}\r\n\$/.test(text)) return 'redis';
  return /^\*(\d{1,10}(\r\n?)?)?$/.test(text) && !isOver ? undefined : 'data';
}

function firstLine(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(10);
  return end < 0 ? undefined : latin1(bytes.subarray(0, end));
}

/** No byte in it that a request line cannot have. */
function isPrintable(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte >= 0x20 || byte === 0x0d || byte === 0x09);
}
