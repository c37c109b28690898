/** A protobuf message without its schema: fields by their numbers, values as their wire types tell. */
import { hex, textOf } from '../show-text.ts';

/** Messages within messages that are looked into. */
const DEPTH = 12;
const MOST_FIELDS = 500;

type Value = string | number | { readonly [field: string]: Value } | readonly Value[];
type Fields = { readonly [field: string]: Value };

/** Undefined where the bytes are no message. */
export function readWireMessage(bytes: Uint8Array, depth = 0): Fields | undefined {
  const found = new Map<number, Value[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (let count = 0; at < bytes.length; count++) {
    const tag = varint(bytes, at);
    if (!tag || count >= MOST_FIELDS) return undefined;
    const [number, type] = [Number(tag.value >> 3n), Number(tag.value & 7n)];
    if (number < 1 || number > 0x1fffffff) return undefined;
    const field = valueAt(view, bytes, tag.end, type, depth);
    if (!field) return undefined;
    found.set(number, [...(found.get(number) ?? []), field.value]);
    at = field.end;
  }
  return Object.fromEntries(
    [...found].map(([number, values]) => [String(number), values.length === 1 ? values[0]! : values]),
  );
}

function valueAt(
  view: DataView,
  bytes: Uint8Array,
  at: number,
  type: number,
  depth: number,
): { value: Value; end: number } | undefined {
  const left = bytes.length - at;
  if (type === 0) {
    const number = varint(bytes, at);
    return number && { value: shown(number.value), end: number.end };
  }
  if (type === 1) return left < 8 ? undefined : { value: view.getFloat64(at, true), end: at + 8 };
  if (type === 5)
    return left < 4 ? undefined : { value: Math.fround(view.getFloat32(at, true)), end: at + 4 };
  if (type !== 2) return undefined;
  const length = varint(bytes, at);
  if (!length || length.value > BigInt(bytes.length - length.end)) return undefined;
  const end = length.end + Number(length.value);
  return { value: lengthy(bytes.subarray(length.end, end), depth), end };
}

/** Numbers that JSON cannot hold are words. */
const shown = (value: bigint) => (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value));

/** Text, a message, or bytes: the wire does not tell them apart, so what reads best is taken. */
function lengthy(bytes: Uint8Array, depth: number): Value {
  const text = textOf(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell a message from a text
  if (text !== undefined && !/[\x00-\x08\x0e-\x1f]/.test(text)) return text;
  const inner = depth < DEPTH ? readWireMessage(bytes, depth + 1) : undefined;
  return inner ?? `0x${hex(bytes)}`;
}

function varint(bytes: Uint8Array, from: number): { value: bigint; end: number } | undefined {
  let value = 0n;
  for (let at = from; at < bytes.length && at < from + 10; at++) {
    const byte = bytes[at]!;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return undefined;
}
