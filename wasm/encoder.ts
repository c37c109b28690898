// The escape of captured bytes, compiled by scripts/build-wasm.mjs. All addresses come from the caller; the
// module has no static data. Every copy may write up to 16 bytes past its end: the caller leaves slack.
//
// A record: {"time":"<second>.<micros>Z","ConnID":"<id>","data":"<escaped>","from":"<a>","to":"<b>"}\n
//           |---- prefix -----|<-6->|------ head -----------|         |------------ tail -----------|

/** One u64 for each pair of bytes: up to six characters, their count in the top byte. */
const PAIRS: usize = 65536;
/** Where the caller keeps `{"time":"YYYY-MM-DDTHH:MM:SS.`, renewed each second. */
const PREFIX: usize = 64;
const PREFIX_LENGTH: usize = 29;

/** The escape of one byte and, in the top byte, how many characters it has. */
function escapeOf(byte: u64): u64 {
  if (byte === 0x09) return counted(0x745c, 2);
  if (byte === 0x0a) return counted(0x6e5c, 2);
  if (byte === 0x0d) return counted(0x725c, 2);
  if (byte === 0x22) return counted(0x225c, 2);
  if (byte === 0x5c) return counted(0x5c5c, 2);
  if (byte >= 0x20 && byte <= 0x7e && byte !== 0x25) return counted(byte, 1);
  return counted(0x25 | (hex(byte >> 4) << 8) | (hex(byte & 15) << 16), 3);
}

function counted(text: u64, count: u64): u64 {
  return text | (count << 56);
}

function textOf(word: u64): u64 {
  return (word << 8) >> 8;
}

function hex(digit: u64): u64 {
  return digit < 10 ? 0x30 + digit : 0x37 + digit;
}

/** Fills the table; once, before the first record. */
export function setup(): void {
  for (let pair: u64 = 0; pair < 65536; pair++) {
    const first = escapeOf(pair & 255);
    const second = escapeOf(pair >> 8);
    const length = first >> 56;
    const text = textOf(first) | (textOf(second) << (length << 3));
    store<u64>(PAIRS + ((<usize>pair) << 3), counted(text, length + (second >> 56)));
  }
}

function copy(out: usize, from: usize, length: usize): usize {
  for (let i: usize = 0; i < length; i += 16) v128.store(out + i, v128.load(from + i));
  return out + length;
}

function escapePair(out: usize, from: usize): usize {
  const text = load<u64>(PAIRS + ((<usize>load<u16>(from)) << 3));
  store<u64>(out, text);
  return out + <usize>(text >> 56);
}

function escapeByte(out: usize, from: usize): usize {
  // The pair (byte, space) ends in one plain space, which is then left out of the count.
  const text = load<u64>(PAIRS + ((<usize>load<u8>(from) | 0x2000) << 3));
  store<u64>(out, text);
  return out + <usize>(text >> 56) - 1;
}

/** Which of 16 bytes may not stand as they are: one bit each. */
function special(bytes: v128): i32 {
  const outside = i8x16.gt_u(i8x16.sub(bytes, i8x16.splat(0x20)), i8x16.splat(0x5e));
  const named = v128.or(
    i8x16.eq(bytes, i8x16.splat(0x25)),
    v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
  );
  return i8x16.bitmask(v128.or(outside, named));
}

/** Sixteen bytes as they are when all are plain; else pair by pair, which costs the same for one escape or many. */
function escapeBytes(out: usize, from: usize, length: usize): usize {
  const end = from + length;
  while (from + 16 <= end) {
    const bytes = v128.load(from);
    if (special(bytes) === 0) {
      v128.store(out, bytes);
      out += 16;
    } else {
      out = escapePair(out, from);
      out = escapePair(out, from + 2);
      out = escapePair(out, from + 4);
      out = escapePair(out, from + 6);
      out = escapePair(out, from + 8);
      out = escapePair(out, from + 10);
      out = escapePair(out, from + 12);
      out = escapePair(out, from + 14);
    }
    from += 16;
  }
  for (; from < end; from++) out = escapeByte(out, from);
  return out;
}

/** Writes one whole record at `out` and gives the address behind it. */
export function record(
  out: usize,
  micros: u32,
  head: usize,
  headLength: usize,
  tail: usize,
  tailLength: usize,
  from: usize,
  length: usize,
): usize {
  copy(out, PREFIX, PREFIX_LENGTH);
  out += PREFIX_LENGTH;
  for (let i: usize = 6; i > 0; i--) {
    store<u8>(out + i - 1, 0x30 + (micros % 10));
    micros /= 10;
  }
  out = copy(out + 6, head, headLength);
  out = escapeBytes(out, from, length);
  return copy(out, tail, tailLength);
}
