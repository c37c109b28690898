import type { IncomingMessage, ServerResponse } from 'node:http';

/** One line of who did what over HTTP. Never a key, never a body. */
export interface AuditEntry {
  readonly event: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly address: string;
}

export type Audit = (entry: AuditEntry) => void;

const EVENTS: readonly (readonly [string, RegExp, string])[] = [
  ['POST', /^\/(mcp|message)$/, 'MCP_REQUEST'],
  ['POST', /^\/api\/tools\//, 'REST_TOOL_CALL'],
  ['POST', /^\/tasks$/, 'TASK_SUBMITTED'],
  ['POST', /^\/tasks\/[^/]+\/cancel$/, 'TASK_CANCELLED'],
  ['POST', /^\/register$/, 'REGISTRATION_REFUSED'],
];

/** Tells of a request when it is answered; of a stream when it begins and when it ends. */
export function auditRequest(request: IncomingMessage, response: ServerResponse, audit: Audit): void {
  const method = request.method ?? '';
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const address = request.socket.remoteAddress ?? '';
  const tell = (event: string) => audit({ event, method, path, status: response.statusCode, address });
  const isStream = method === 'GET' && path === '/sse';
  if (isStream) response.once('close', () => response.statusCode === 200 && tell('SSE_DISCONNECTED'));
  // A stream has no end to wait for: its headers are the answer.
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (...args: unknown[]) => {
    const made = Reflect.apply(writeHead, response, args) as ServerResponse;
    tell(eventOf(method, path, response.statusCode));
    return made;
  };
}

function eventOf(method: string, path: string, status: number): string {
  if (status === 401 || status === 403) return 'AUTH_FAILED';
  if (status === 429) return 'RATE_LIMITED';
  if (method === 'GET' && path === '/sse') return 'SSE_CONNECTED';
  return EVENTS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? 'HTTP_REQUEST';
}
