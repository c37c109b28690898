import { ByteCursor } from '../byte-cursor.ts';
import type { Detail } from '../message.ts';
import { DecodeError } from '../reader.ts';
import { preview } from '../show-text.ts';

export const DATA = 0;
export const HEADERS = 1;
export const RST_STREAM = 3;
export const SETTINGS = 4;
export const PUSH_PROMISE = 5;
export const CONTINUATION = 9;

const END_STREAM = 0x1;
const ACK = 0x1;
const END_HEADERS = 0x4;
const PADDED = 0x8;
const PRIORITY = 0x20;

const TYPES = [
  'data',
  'headers',
  'priority',
  'rst-stream',
  'settings',
  'push-promise',
  'ping',
  'goaway',
  'window-update',
  'continuation',
];

const ERRORS = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const SETTING_NAMES: Readonly<Record<number, string>> = {
  1: 'HEADER_TABLE_SIZE',
  2: 'ENABLE_PUSH',
  3: 'MAX_CONCURRENT_STREAMS',
  4: 'INITIAL_WINDOW_SIZE',
  5: 'MAX_FRAME_SIZE',
  6: 'MAX_HEADER_LIST_SIZE',
  8: 'ENABLE_CONNECT_PROTOCOL',
};

export interface FrameHead {
  readonly length: number;
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
}

export function readFrameHead(bytes: Uint8Array): FrameHead {
  const cursor = new ByteCursor(bytes);
  const length = cursor.uint24();
  const type = cursor.uint8();
  const flags = cursor.uint8();
  return { length, type, flags, stream: cursor.uint32() & 0x7fffffff };
}

export const frameName = (type: number): string => TYPES[type] ?? `unknown-${type}`;
export const errorName = (code: number): string => ERRORS[code] ?? `0x${code.toString(16)}`;

export const endsStream = (head: FrameHead) =>
  (head.type === DATA || head.type === HEADERS) && (head.flags & END_STREAM) !== 0;
export const endsHeaders = (head: FrameHead) => (head.flags & END_HEADERS) !== 0;
export const isPadded = (head: FrameHead) => (head.flags & PADDED) !== 0;

export function flagNames(head: FrameHead): string[] {
  const { type, flags } = head;
  const names: string[] = [];
  if (flags & 1 && (type === SETTINGS || type === 6)) names.push('ACK');
  if (endsStream(head)) names.push('END_STREAM');
  const hasBlock = type === HEADERS || type === PUSH_PROMISE || type === CONTINUATION;
  if (hasBlock && flags & END_HEADERS) names.push('END_HEADERS');
  if ((type === DATA || type === HEADERS || type === PUSH_PROMISE) && flags & PADDED) names.push('PADDED');
  if (type === HEADERS && flags & PRIORITY) names.push('PRIORITY');
  return names;
}

/** The part of a HEADERS, PUSH_PROMISE or CONTINUATION frame that belongs to the header block. */
export function blockOf(head: FrameHead, payload: Uint8Array): { promised?: number; block: Uint8Array } {
  const cursor = new ByteCursor(payload);
  if (head.type === CONTINUATION) return { block: payload };
  const padding = head.flags & PADDED ? cursor.uint8() : 0;
  const promised = head.type === PUSH_PROMISE ? cursor.uint32() & 0x7fffffff : undefined;
  if (head.type === HEADERS && head.flags & PRIORITY) cursor.take(5);
  if (padding > cursor.left) throw new DecodeError('an HTTP/2 frame with more padding than it has bytes');
  const block = cursor.take(cursor.left - padding);
  return promised === undefined ? { block } : { promised, block };
}

/** SETTINGS as pairs of name and value. */
export function settingsOf(payload: Uint8Array): [string, number][] {
  const cursor = new ByteCursor(payload);
  const pairs: [string, number][] = [];
  while (cursor.left > 0) {
    const id = cursor.uint16();
    pairs.push([SETTING_NAMES[id] ?? `0x${id.toString(16)}`, cursor.uint32()]);
  }
  return pairs;
}

/** Fields and a line for the frames that belong to the connection or only steer a stream. */
export function describeFrame(head: FrameHead, payload: Uint8Array): { fields: Detail; text: string } {
  const cursor = new ByteCursor(payload);
  switch (frameName(head.type)) {
    case 'settings': {
      if (head.flags & ACK) return { fields: {}, text: 'ack' };
      const settings = Object.fromEntries(settingsOf(payload));
      return {
        fields: { settings },
        text: Object.entries(settings)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      };
    }
    case 'rst-stream': {
      const error = errorName(cursor.uint32());
      return { fields: { error }, text: error };
    }
    case 'goaway': {
      const lastStream = cursor.uint32() & 0x7fffffff;
      const error = errorName(cursor.uint32());
      const debug = preview(cursor.rest(), 200);
      return {
        fields: { lastStream, error, ...(debug && { debug }) },
        text: `${error}, last stream ${lastStream} ${debug}`.trim(),
      };
    }
    case 'window-update': {
      const increment = cursor.uint32() & 0x7fffffff;
      return { fields: { increment }, text: `+${increment}` };
    }
    case 'priority': {
      const dependency = cursor.uint32();
      const weight = cursor.uint8() + 1;
      const fields = { dependsOn: dependency & 0x7fffffff, exclusive: dependency > 0x7fffffff, weight };
      return { fields, text: `depends on ${fields.dependsOn}, weight ${weight}` };
    }
    case 'ping':
      return { fields: { data: Buffer.from(payload).toString('hex') }, text: head.flags & ACK ? 'ack' : '' };
    default:
      return { fields: {}, text: `${payload.length} bytes` };
  }
}
