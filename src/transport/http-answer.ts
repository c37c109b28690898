import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { showControls } from '../kernel/page-fence.ts';
import { RPC } from '../kernel/rpc-error.ts';
import { errorAnswer } from './message.ts';

/** Why a request is turned away. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  json: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(json);
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Content-Length': length });
  response.end(json);
}

/** For those who speak no MCP: what a terminal would act on is escaped, and so means the same to programs. */
export const shownJson = (value: unknown): string => showControls(JSON.stringify(value));

export function sendValue(response: ServerResponse, status: number, value: unknown): void {
  sendJson(response, status, shownJson(value));
}

/** Answers with a JSON-RPC error that belongs to no request. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { status, message, code = RPC.serverError, headers } = refusal;
  sendJson(response, status, JSON.stringify(errorAnswer(null, code, message)), headers);
}

/** Whoever is not let in does not keep a connection either. */
export const HANG_UP = { Connection: 'close' };

/** How long somebody may take to read the last words. */
const LINGER_MS = 2000;

/** The last words on a connection. To end it is not left to the client, who could stay for ever. */
export function endWith(socket: Duplex, words: string): void {
  socket.end(words, () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Nothing to say, as for notifications. */
export function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  // 204 has no length by definition.
  response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': '0' });
  response.end();
}
