export type MessageId = string | number;

/** What a bridge must know of a message: whether it asks or answers, and which call it belongs to. */
export interface Envelope {
  readonly id?: MessageId;
  readonly method?: string;
  /** The call that a cancellation means. */
  readonly cancels?: MessageId;
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
/** Some clients put it before their first line. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The envelopes of one line, read from its bytes: `params` and `result` may be megabytes and are stepped over.
 * Undefined when the line is no message; whoever serves it will say so.
 */
export function readEnvelopes(line: Buffer): readonly Envelope[] | undefined {
  const start = skipBlanks(line, line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0);
  try {
    if (line[start] !== OPEN_LIST) return [readObject(line, start)];
    const batch: unknown = JSON.parse(line.toString('utf8'));
    return Array.isArray(batch) ? batch.map((one) => ofMembers(one ?? {}, one?.params)) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON-RPC has four members; all but the two short ones are skipped. */
function readObject(line: Buffer, start: number): Envelope {
  if (line[start] !== OPEN_OBJECT) throw new SyntaxError('not an object');
  const short: Record<string, unknown> = {};
  let params: readonly [number, number] | undefined;
  let at = skipBlanks(line, start + 1);
  while (line[at] !== CLOSE_OBJECT) {
    const keyEnd = endOfString(line, at);
    const key: unknown = JSON.parse(line.toString('utf8', at, keyEnd));
    at = skipBlanks(line, keyEnd);
    if (line[at] !== COLON) throw new SyntaxError('no colon');
    at = skipBlanks(line, at + 1);
    const end = endOfValue(line, at);
    if (key === 'id' || key === 'method') short[key] = JSON.parse(line.toString('utf8', at, end));
    else if (key === 'params') params = [at, end];
    at = skipBlanks(line, end);
    if (line[at] === COMMA) at = skipBlanks(line, at + 1);
  }
  const isCancel = short.method === 'notifications/cancelled' && params !== undefined;
  return ofMembers(short, isCancel ? JSON.parse(line.toString('utf8', ...params!)) : undefined);
}

function ofMembers(members: Record<string, unknown>, params: unknown): Envelope {
  const { id, method } = members;
  const isCancel = method === 'notifications/cancelled' && typeof params === 'object' && params !== null;
  const cancels = isCancel && 'requestId' in params ? params.requestId : undefined;
  return {
    ...(isId(id) ? { id } : {}),
    ...(typeof method === 'string' ? { method } : {}),
    ...(isId(cancels) ? { cancels } : {}),
  };
}

const isId = (value: unknown): value is MessageId => typeof value === 'string' || Number.isSafeInteger(value);

function skipBlanks(line: Buffer, from: number): number {
  let at = from;
  while (at < line.length && line[at]! <= 0x20) at++;
  return at;
}

/** After this many plain bytes a string is likely a picture, and the native search pays. */
const PLAIN_RUN = 64;

/** Behind the closing quote. */
function endOfString(line: Buffer, start: number): number {
  if (line[start] !== QUOTE) throw new SyntaxError('not a string');
  for (let at = start + 1, run = 0; at < line.length; at++, run++) {
    if (run === PLAIN_RUN) {
      at = line.indexOf(QUOTE, at);
      if (at < 0) break;
      if (!isEscaped(line, at)) return at + 1;
      run = 0;
    } else if (line[at] === BACKSLASH) {
      at++;
      run = 0;
    } else if (line[at] === QUOTE) return at + 1;
  }
  throw new SyntaxError('a string without an end');
}

function isEscaped(line: Buffer, quote: number): boolean {
  let slashes = 0;
  while (line[quote - 1 - slashes] === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

function endOfValue(line: Buffer, start: number): number {
  if (line[start] === QUOTE) return endOfString(line, start);
  let depth = 0;
  for (let at = start; at < line.length; ) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = endOfString(line, at);
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
    at++;
  }
  throw new SyntaxError('a value without an end');
}

/** No client uses it; the answer to it is for nobody. */
export const REPLAY_ID = 'sensorium/handshake';

/**
 * The one thing that a bridge remembers: what the client said of itself. The client shakes hands once; whoever
 * serves it later, a restarted app or this process, must have heard it too.
 */
export class Handshake {
  #params: unknown;

  /** Looks at a line from the client. */
  note(line: Buffer, envelopes: readonly Envelope[]): void {
    if (envelopes.length !== 1 || !isInitialize(envelopes)) return;
    const { params }: { params?: unknown } = JSON.parse(line.toString('utf8').replace(/^\ufeff/, ''));
    this.#params = params ?? {};
  }

  /** What a new peer must be told before the line; nothing if the line itself shakes hands, or none ever did. */
  replay(next: readonly Envelope[]): Buffer | undefined {
    if (this.#params === undefined || isInitialize(next)) return undefined;
    const initialize = { jsonrpc: '2.0', id: REPLAY_ID, method: 'initialize', params: this.#params };
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    return Buffer.from(`${JSON.stringify(initialize)}\n${JSON.stringify(initialized)}\n`);
  }
}

const isInitialize = (envelopes: readonly Envelope[]) =>
  envelopes.some(({ method, id }) => method === 'initialize' && id !== undefined);
