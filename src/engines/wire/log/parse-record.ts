/** A record of the log, with its bytes as they were on the wire. Times are microseconds since the epoch. */
export type LogRecord = DataRecord | EventRecord;

export interface DataRecord {
  readonly kind: 'data';
  readonly time: number;
  readonly connId: string;
  readonly from: string;
  readonly to: string;
  readonly bytes: Buffer;
}

export interface EventRecord {
  readonly kind: 'event';
  readonly time: number;
  /** null for events that belong to no connection. */
  readonly connId: string | null;
  readonly event: string;
  /** The whole object. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const TIME_AT = 9;
const TIME_LENGTH = 27;
const BEFORE_ID = Buffer.from('","ConnID":"');
const ID_AT = TIME_AT + TIME_LENGTH + BEFORE_ID.length;
const ID_LENGTH = 8;
const BEFORE_DATA = Buffer.from('","data":"');
const DATA_AT = ID_AT + ID_LENGTH + BEFORE_DATA.length;
const BEFORE_FROM = Buffer.from('","from":"');
const NAMED: Readonly<Record<number, number>> = { 116: 9, 110: 10, 114: 13, 34: 0x22, 92: 0x5c, 47: 0x2f };

/** The ConnID of a line in the usual layout, without parsing it; null when it must be parsed to be known. */
export function connIdOf(line: Buffer): string | null {
  if (!hasAt(line, BEFORE_ID, TIME_AT + TIME_LENGTH)) return null;
  return line.toString('latin1', ID_AT, ID_AT + ID_LENGTH);
}

/** Throws when the line is no record. */
export function parseRecord(line: Buffer): LogRecord {
  return parseUsual(line) ?? parseAny(line);
}

/** Microseconds since the epoch of an ISO time with up to six digits of fraction. */
export function parseTime(text: string): number {
  const dot = text.indexOf('.');
  const whole = Date.parse(dot < 0 ? text : `${text.slice(0, dot)}Z`);
  if (Number.isNaN(whole)) throw new SyntaxError(`no time: ${text}`);
  const digits = dot < 0 ? '' : text.slice(dot + 1).replace(/\D.*$/, '');
  return whole * 1000 + Number(digits.slice(0, 6).padEnd(6, '0'));
}

/** Lines as both products write them need no JSON parser: nothing in `from` and `to` is escaped. */
function parseUsual(line: Buffer): DataRecord | undefined {
  if (!hasAt(line, BEFORE_ID, TIME_AT + TIME_LENGTH)) return undefined;
  if (!hasAt(line, BEFORE_DATA, ID_AT + ID_LENGTH)) return undefined;
  const end = line.lastIndexOf(BEFORE_FROM);
  if (end < DATA_AT) return undefined;
  const bytes = restore(line, DATA_AT, end);
  if (!bytes) return undefined;
  const rest = JSON.parse(`{"${line.toString('utf8', end + 3)}`) as { from: string; to: string };
  return {
    kind: 'data',
    time: parseTime(line.toString('latin1', TIME_AT, TIME_AT + TIME_LENGTH)),
    connId: line.toString('latin1', ID_AT, ID_AT + ID_LENGTH),
    from: rest.from,
    to: rest.to,
    bytes,
  };
}

function hasAt(line: Buffer, part: Buffer, at: number): boolean {
  return line.length >= at + part.length && line.compare(part, 0, part.length, at, at + part.length) === 0;
}

/** Undefined when there is an escape that only a JSON parser knows. */
function restore(line: Buffer, from: number, end: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(end - from);
  let out = 0;
  for (let i = from; i < end; i++) {
    let byte = line[i]!;
    if (byte === 0x25) {
      byte = (digit(line[i + 1]!) << 4) | digit(line[i + 2]!);
      i += 2;
    } else if (byte === 0x5c) {
      i++;
      const named = NAMED[line[i]!];
      if (named === undefined) return undefined;
      byte = named;
    } else if (byte >= 0x80) {
      return undefined;
    }
    bytes[out++] = byte;
  }
  return bytes.subarray(0, out);
}

function digit(char: number): number {
  if (char >= 0x30 && char <= 0x39) return char - 0x30;
  const letter = char & 0xdf;
  if (letter >= 0x41 && letter <= 0x46) return letter - 0x37;
  throw new SyntaxError('a percent sign without two hexadecimal digits');
}

function parseAny(line: Buffer): LogRecord {
  const fields = JSON.parse(line.toString('utf8')) as Record<string, unknown>;
  const time = parseTime(String(fields.time));
  const connId = typeof fields.ConnID === 'string' ? fields.ConnID : null;
  const { data } = fields;
  if (typeof data === 'string' && connId !== null) {
    return {
      kind: 'data',
      time,
      connId,
      from: String(fields.from),
      to: String(fields.to),
      bytes: percentDecode(data),
    };
  }
  if (typeof fields.event !== 'string') throw new SyntaxError('neither data nor an event');
  return { kind: 'event', time, connId, event: fields.event, fields };
}

/** Characters up to U+00FF stand for one byte: so the earliest logs, with \u00NN escapes, are read too. */
function percentDecode(data: string): Buffer {
  return Buffer.from(
    data.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
