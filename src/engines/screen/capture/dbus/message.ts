import { decode, Reader } from './decode.ts';
import { encode } from './encode.ts';
import { parseSignature, type Variant, variant } from './signature.ts';

export const KIND = { call: 1, reply: 2, error: 3, signal: 4 } as const;

export interface Message {
  readonly kind: number;
  readonly serial: number;
  readonly replyTo?: number | undefined;
  readonly path?: string | undefined;
  readonly member?: string | undefined;
  readonly errorName?: string | undefined;
  readonly body: readonly unknown[];
}

export interface MethodCall {
  readonly destination: string;
  readonly path: string;
  readonly iface: string;
  readonly member: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}

const FIELD = { path: 1, iface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, signature: 8 };
/** Fields of the head up to the length of its array. */
const FIXED_HEAD = 16;
const HEAD_TYPE = parseSignature('a(yv)')[0]!;

export function encodeCall(serial: number, call: MethodCall): Buffer {
  const { signature = '' } = call;
  const body = encode(signature, call.body ?? []);
  const fields: [number, Variant][] = [
    [FIELD.path, variant('o', call.path)],
    [FIELD.iface, variant('s', call.iface)],
    [FIELD.member, variant('s', call.member)],
    [FIELD.destination, variant('s', call.destination)],
    ...(signature ? [[FIELD.signature, variant('g', signature)] as [number, Variant]] : []),
  ];
  const [little, noFlags, version] = ['l'.charCodeAt(0), 0, 1];
  const head = encode('yyyyuua(yv)', [little, KIND.call, noFlags, version, body.length, serial, fields]);
  return Buffer.concat([head, Buffer.alloc((8 - (head.length % 8)) % 8), body]);
}

/** The first whole message in the bytes and how long it is; undefined while there is none. */
export function takeMessage(bytes: Buffer): { message: Message; length: number } | undefined {
  if (bytes.length < FIXED_HEAD) return undefined;
  const isBigEndian = bytes[0] === 'B'.charCodeAt(0);
  const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  const bodyAt = (FIXED_HEAD + word(12) + 7) & ~7;
  const length = bodyAt + word(4);
  if (bytes.length < length) return undefined;
  const reader = new Reader(bytes.subarray(0, length), isBigEndian);
  reader.at = 12;
  const entries = reader.read(HEAD_TYPE) as [number, Variant][];
  const fields = new Map(entries.map(([code, { value }]) => [code, value]));
  const text = (code: number) => fields.get(code) as string | undefined;
  const message = {
    kind: bytes[1]!,
    serial: word(8),
    replyTo: fields.get(FIELD.replySerial) as number | undefined,
    path: text(FIELD.path),
    member: text(FIELD.member),
    errorName: text(FIELD.errorName),
    body: decode(text(FIELD.signature) ?? '', bytes.subarray(bodyAt, length), isBigEndian),
  };
  return { message, length };
}
