import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import type { Connection } from './connection.ts';

/** The stateless revision: one request, one answer or stream, nothing kept. */
export class ModernHttp {
  readonly #handler: McpHttpHandler;

  constructor(connection: () => Connection, pingMs: number, log: Log) {
    this.#handler = createMcpHandler(() => connection().server('modern'), {
      legacy: 'reject',
      keepAliveMs: pingMs,
      onerror: (cause) => log.debug('protocol error', { cause }),
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const hangUp = new AbortController();
    // In this revision a closed connection is how a client cancels.
    response.on('close', () => hangUp.abort());
    const web = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: webHeaders(request),
      signal: hangUp.signal,
    });
    await writeWebResponse(await this.#handler.fetch(web, { parsedBody: body }), response);
  }

  close(): Promise<void> {
    return this.#handler.close();
  }
}

function webHeaders(request: IncomingMessage): Headers {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'content-type') for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

async function writeWebResponse(web: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(web.headers);
  delete headers.connection;
  if (response.destroyed) await web.body?.cancel();
  else if (!web.body || web.headers.get('content-type')?.startsWith('application/json')) {
    const bytes = Buffer.from(await web.arrayBuffer());
    response.writeHead(web.status, { ...headers, 'Content-Length': bytes.length }).end(bytes);
  } else {
    response.writeHead(web.status, headers);
    response.flushHeaders();
    await pipeline(Readable.fromWeb(web.body as ReadableStream), response).catch(unlessHungUp);
  }
}

/** A client that hangs up ends its stream; that is no failure. */
function unlessHungUp(cause: NodeJS.ErrnoException): void {
  if (cause.code !== 'ERR_STREAM_PREMATURE_CLOSE' && cause.code !== 'ABORT_ERR') throw cause;
}
