import type { IncomingMessage, ServerResponse } from 'node:http';
import { RPC } from '../kernel/rpc-error.ts';
import { type Refusal, refuse } from './http-answer.ts';
import { parseJson } from './message.ts';

/** How long the rest of a refused body may still come in, so that its sender gets to read why. */
const LINGER_MS = 2000;

/** The body as JSON; undefined when the request has been answered already or its sender is gone. */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<{ value: unknown } | undefined> {
  if (!isJson(request.headers['content-type'])) {
    refuse(response, {
      status: 415,
      message: 'Unsupported media type: the Content-Type must be application/json.',
    });
    return undefined;
  }
  const body = await readBody(request, response, maxBytes);
  if (!body) return undefined;
  const parsed = parseJson(body.toString('utf8').replace(/^\ufeff/, ''));
  if ('value' in parsed) return parsed;
  refuse(response, { status: 400, code: RPC.parseError, message: parsed.answer.error.message });
  return undefined;
}

/** The bytes of the body; undefined when the request has been answered already or its sender is gone. */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
  sayNo: (refusal: Refusal) => Promise<void> | void = (refusal) => refuse(response, refusal),
): Promise<Buffer | undefined> {
  const body = await readBytes(request, maxBytes);
  if (body === 'too large') {
    await sayNo({ status: 413, message: `The request body is larger than ${maxBytes} bytes.` });
    setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
  }
  return body instanceof Buffer ? body : undefined;
}

/** A missing type is taken for JSON (plain curl -d apart, which names a form). */
function isJson(header: string | undefined): boolean {
  return header === undefined || header.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve('too large');
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const onData = (part: Buffer) => {
      size += part.length;
      if (size > maxBytes) {
        request.off('data', onData);
        request.resume();
        parts.length = 0;
        resolve('too large');
      } else parts.push(part);
    };
    request.on('data', onData);
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}
