import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
} from '@modelcontextprotocol/server';
import { RPC } from '../kernel/rpc-error.ts';

/** What a version-less handshake means: the oldest clients send `initialize` with empty params. */
const OLDEST_VERSION = '2024-11-05';
/** The name of a client that did not give one. */
export const UNKNOWN_CLIENT = 'unknown';
/** More than this in one batch is an attack or a mistake. */
const MAX_BATCH = 100;

type RequestId = string | number;
type Fields = Record<string, unknown>;

/** An error answer; its id is null when the id of the request could not be read. */
export interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type Inbound =
  | { readonly kind: 'request'; readonly message: JSONRPCRequest }
  | { readonly kind: 'notification'; readonly message: JSONRPCNotification }
  | { readonly kind: 'response'; readonly message: JSONRPCResponse }
  | { readonly kind: 'invalid'; readonly answer: ErrorAnswer }
  /** Broken, but of a kind that must never be answered: a notification or an answer. */
  | { readonly kind: 'ignored'; readonly why: string };

export function errorAnswer(id: RequestId | null, code: number, message: string): ErrorAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** The text as JSON, or the answer to what is none. */
export function parseJson(text: string): { value: unknown } | { answer: ErrorAnswer } {
  try {
    return { value: JSON.parse(text) };
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    // The engine quotes the input, which may hold what must not be repeated.
    const words = why.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '').replace(/\s+/g, ' ');
    return { answer: errorAnswer(null, RPC.parseError, `Parse error: ${words}`) };
  }
}

/**
 * One value as a message that the SDK surely takes. The SDK drops a message of a slightly wrong shape
 * without a word, and its sender would wait for ever.
 */
export function readMessage(value: unknown): Inbound {
  if (!isFields(value)) return invalid(null, 'a message is a JSON object');
  const id = isId(value.id) ? value.id : null;
  if (value.jsonrpc !== '2.0') return invalid(id, '"jsonrpc" must be "2.0"');
  if ('method' in value) return readCall(value, id);
  if ('error' in value) return readErrorResponse(value, id);
  if (!('result' in value)) return invalid(id, 'neither "method" nor "result" is there');
  if (id === null || !isFields(value.result)) return ignored('an answer of the wrong shape');
  return { kind: 'response', message: { jsonrpc: '2.0', id, result: withPlainMeta(value.result) } };
}

function readCall(value: Fields, id: RequestId | null): Inbound {
  const method = value.method;
  if (typeof method !== 'string') return invalid(id, '"method" must be a string');
  const hasId = 'id' in value;
  if (hasId && id === null) return invalid(null, '"id" must be a string or a whole number');
  const params = value.params ?? undefined;
  const problem =
    (params === undefined ? undefined : paramsProblem(params)) ?? envelopeProblem(method, params);
  if (problem !== undefined) {
    if (!hasId) return ignored(`${method}: ${problem}`);
    return { kind: 'invalid', answer: errorAnswer(id, RPC.invalidParams, `Invalid params: ${problem}.`) };
  }
  const given = isFields(params) ? withoutNullMeta(params) : undefined;
  if (id === null) {
    return {
      kind: 'notification',
      message: { jsonrpc: '2.0', method, ...(given && { params: given }) },
    };
  }
  return { kind: 'request', message: request(id, method, given) };
}

function request(id: RequestId, method: string, params: Fields | undefined): JSONRPCRequest {
  if (method === 'initialize')
    return { jsonrpc: '2.0', id, method, params: withHandshakeDefaults(params ?? {}) };
  // Some old clients send the notification with an id and wait for the answer.
  const name = method === 'notifications/initialized' ? 'initialized' : method;
  return { jsonrpc: '2.0', id, method: name, ...(params && { params }) };
}

function withHandshakeDefaults(params: Fields): Fields {
  const client = isFields(params.clientInfo) ? params.clientInfo : {};
  const word = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    ...params,
    protocolVersion: word(params.protocolVersion, OLDEST_VERSION),
    capabilities: isFields(params.capabilities) ? params.capabilities : {},
    clientInfo: {
      ...client,
      name: word(client.name, UNKNOWN_CLIENT),
      version: word(client.version, UNKNOWN_CLIENT),
    },
  };
}

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

function paramsProblem(params: unknown): string | undefined {
  if (!isFields(params)) return '"params" must be an object';
  const meta = params._meta ?? undefined;
  if (meta === undefined) return undefined;
  if (!isFields(meta)) return '"_meta" must be an object';
  const token = meta.progressToken;
  if (token !== undefined && !isId(token)) return '"progressToken" must be a string or a whole number';
  const task = meta[RELATED_TASK];
  if (task !== undefined && !(isFields(task) && typeof task.taskId === 'string'))
    return `"${RELATED_TASK}" must be an object with a "taskId"`;
  return undefined;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Only the newest revision has this method: without its envelope it would seem to be unknown. */
function envelopeProblem(method: string, params: unknown): string | undefined {
  if (method !== 'server/discover') return undefined;
  const meta = isFields(params) ? params._meta : undefined;
  if (isFields(meta) && VERSION_KEY in meta) return undefined;
  return `"_meta" must have "${VERSION_KEY}" and "io.modelcontextprotocol/clientCapabilities"`;
}

/** An answer is too dear to be lost over what stands beside it. */
function withPlainMeta(result: Fields): Fields {
  const { _meta: meta, ...rest } = result;
  if (meta === undefined || (isFields(meta) && !('io.modelcontextprotocol/serverInfo' in meta)))
    return result;
  return rest;
}

function withoutNullMeta(params: Fields): Fields {
  if (params._meta !== null) return params;
  const { _meta: _, ...rest } = params;
  return rest;
}

function readErrorResponse(value: Fields, id: RequestId | null): Inbound {
  const error = value.error;
  // An error without an id answers nothing of ours; to answer it could start an endless exchange.
  if (id === null || !isFields(error)) return ignored('an error that belongs to no request');
  const { code, message, data } = error;
  if (!Number.isSafeInteger(code) || typeof message !== 'string')
    return ignored('an error of the wrong shape');
  const wire: JSONRPCErrorResponse = {
    jsonrpc: '2.0',
    id,
    error: { code: Number(code), message, ...(data !== undefined && { data }) },
  };
  return { kind: 'response', message: wire };
}

const ignored = (why: string): Inbound => ({ kind: 'ignored', why });

function invalid(id: RequestId | null, why: string): Inbound {
  return { kind: 'invalid', answer: errorAnswer(id, RPC.invalidRequest, `Invalid request: ${why}.`) };
}

/** A parsed body as messages; `batch` tells how the answers must be wrapped. */
export function readMessages(value: unknown): { batch: boolean; messages: Inbound[] } {
  if (!Array.isArray(value)) return { batch: false, messages: [readMessage(value)] };
  if (value.length === 0) return { batch: false, messages: [invalid(null, 'the batch is empty')] };
  if (value.length > MAX_BATCH)
    return { batch: false, messages: [invalid(null, `a batch has at most ${MAX_BATCH} messages`)] };
  return { batch: true, messages: value.map(readMessage) };
}

/** Serialises what goes out. A result that JSON cannot hold becomes an error for that very request. */
export function encodeMessage(message: JSONRPCMessage | ErrorAnswer): string {
  try {
    return JSON.stringify(message);
  } catch {
    // Too deeply nested, or circular.
    const id = 'id' in message ? (message.id ?? null) : null;
    return JSON.stringify(errorAnswer(id, RPC.internalError, 'The result cannot be written as JSON.'));
  }
}
