import { Payload } from '../payload.ts';
import { CaptureEnd, DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { latin1, textOrBase64, utf8 } from '../show-text.ts';

/** The REdis Serialization Protocol, versions 2 and 3, as values that JSON can hold. */

const LINE_LIMIT = 65_536;
const DEPTH_LIMIT = 32;
/** Elements of one value that are kept; the others are only counted. */
const ELEMENT_LIMIT = 10_000;

/** What a value can begin with. */
export const RESP_TYPES = '+-:$*_#,(!=%~>|';

export interface RespValue {
  /** The first byte. */
  readonly type: string;
  /** Strings, numbers, null, arrays; { error }, { base64 }, { map }, { set }, { push }, { verbatim } for the rest. */
  readonly value: unknown;
  /** Of a string: its bytes, as far as they are kept. */
  readonly bytes?: Uint8Array;
  readonly length?: number;
  /** Elements that were counted, not kept. */
  readonly omitted?: number;
}

/** What one value may keep, over all its depths. */
export class RespBudget {
  #bytes: number;
  #elements = ELEMENT_LIMIT;
  omitted = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  spend(bytes: number): void {
    this.#bytes -= bytes;
  }

  /** Whether another element may be kept. */
  element(): boolean {
    if (this.#elements-- > 0) return true;
    this.omitted++;
    return false;
  }
}

export function* readValue(reader: StreamReader, budget: RespBudget, depth = 0): Parse<RespValue> {
  if (depth > DEPTH_LIMIT) throw new DecodeError(`a RESP value nested deeper than ${DEPTH_LIMIT}`);
  const line = yield* respLine(reader);
  const type = String.fromCharCode(line[0] ?? 0);
  const rest = line.subarray(1);
  const text = latin1(rest);
  switch (type) {
    case '+':
      return { type, value: textOrBase64(rest) };
    case '-':
      return { type, value: { error: utf8(rest) } };
    case ':':
      return { type, value: integer(text) };
    case '(':
      return { type, value: bigNumber(text) };
    case '_':
      return { type, value: null };
    case '#':
      if (text !== 't' && text !== 'f') throw new DecodeError(`a RESP boolean "${text.slice(0, 20)}"`);
      return { type, value: text === 't' };
    case ',':
      return { type, value: double(text) };
    case '$':
    case '!':
    case '=':
      return yield* readString(reader, budget, type, text);
    case '*':
    case '~':
    case '>':
    case '%':
    case '|':
      return yield* readAggregate(reader, budget, type, text, depth);
    default:
      throw new DecodeError(`no RESP value begins with ${JSON.stringify(type)}`);
  }
}

function* respLine(reader: StreamReader): Parse<Uint8Array> {
  const line = yield* reader.line(LINE_LIMIT, 'a RESP line');
  if (line.at(-2) !== 13) throw new DecodeError('a RESP line that does not end with CR LF');
  return line.subarray(0, -2);
}

function* readString(reader: StreamReader, budget: RespBudget, type: string, size: string): Parse<RespValue> {
  if (size === '-1') return { type, value: null };
  const payload = new Payload(Math.max(0, budget.bytes));
  if (size === '?') yield* streamedString(reader, payload);
  else {
    yield* reader.pass(count(size), 'a RESP string', payload.add);
    yield* lineEnd(reader);
  }
  budget.spend(payload.kept);
  const bytes = payload.bytes();
  const base = { type, bytes, length: payload.length };
  if (type === '!') return { ...base, value: { error: utf8(bytes) } };
  if (type === '=') {
    const body = bytes.subarray(4);
    return { ...base, value: { verbatim: latin1(bytes.subarray(0, 3)), text: textOrBase64(body) } };
  }
  const value = textOrBase64(bytes);
  return { ...base, value: payload.isCut ? { cut: value, length: payload.length } : value };
}

/** RESP3 lets a string come in parts, each with its length after a semicolon. */
function* streamedString(reader: StreamReader, payload: Payload): Parse<void> {
  for (;;) {
    const line = latin1(yield* respLine(reader));
    if (!line.startsWith(';')) throw new DecodeError('a part of a streamed RESP string without its length');
    const length = count(line.slice(1));
    if (length === 0) return;
    yield* reader.pass(length, 'a RESP string', payload.add);
    yield* lineEnd(reader);
  }
}

function* readAggregate(
  reader: StreamReader,
  budget: RespBudget,
  type: string,
  size: string,
  depth: number,
): Parse<RespValue> {
  if (size === '-1') return { type, value: null };
  const isStreamed = size === '?';
  const isMap = type === '%' || type === '|';
  const total = isStreamed ? Number.POSITIVE_INFINITY : count(size) * (isMap ? 2 : 1);
  const before = budget.omitted;
  const items: unknown[] = [];
  for (let index = 0; index < total; index++) {
    if (isStreamed && (yield* reader.peek()) === 0x2e) {
      yield* respLine(reader);
      break;
    }
    if (!(yield* reader.more()))
      throw new CaptureEnd(`inside a RESP value, after ${index} of ${size} elements`);
    const item = yield* readValue(reader, budget, depth + 1);
    // An attribute stands before a value and is not one.
    if (item.type === '|') index--;
    else if (budget.element()) items.push(item.value);
  }
  const omitted = budget.omitted - before;
  return { type, value: aggregate(type, items), ...(omitted > 0 && { omitted }) };
}

function aggregate(type: string, items: unknown[]): unknown {
  if (type === '~') return { set: items };
  if (type === '>') return { push: items };
  if (type === '*') return items;
  const pairs: [unknown, unknown][] = [];
  for (let at = 0; at + 1 < items.length; at += 2) pairs.push([items[at], items[at + 1]]);
  return { map: pairs };
}

function* lineEnd(reader: StreamReader): Parse<void> {
  const end = latin1(yield* reader.take(2, 'the end of a RESP string'));
  if (end !== '\r\n') throw new DecodeError('a RESP string does not end where its length says');
}

function count(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new DecodeError(`a RESP length "${text.slice(0, 20)}"`);
  return Number(text);
}

function integer(text: string): number | string {
  if (!/^[+-]?\d{1,20}$/.test(text)) throw new DecodeError(`a RESP integer "${text.slice(0, 30)}"`);
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function bigNumber(text: string): string {
  if (!/^[+-]?\d+$/.test(text)) throw new DecodeError(`a RESP big number "${text.slice(0, 30)}"`);
  return text;
}

/** JSON has no infinities, so those stay text. */
function double(text: string): number | string {
  if (/^[+-]?(inf|nan)$/i.test(text)) return text;
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new DecodeError(`a RESP double "${text.slice(0, 30)}"`);
  return Number.isFinite(value) ? value : text;
}
