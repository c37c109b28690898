import type { IncomingMessage, ServerResponse } from 'node:http';
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
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  headers.set('content-type', 'application/json');
  return headers;
}

async function writeWebResponse(web: Response, response: ServerResponse): Promise<void> {
  if (response.destroyed) {
    await web.body?.cancel();
    return;
  }
  const headers = Object.fromEntries(web.headers);
  delete headers.connection;
  if (!web.body || web.headers.get('content-type')?.startsWith('application/json')) {
    const bytes = Buffer.from(await web.arrayBuffer());
    response.writeHead(web.status, { ...headers, 'Content-Length': bytes.length });
    response.end(bytes);
    return;
  }
  response.writeHead(web.status, headers);
  response.flushHeaders();
  const reader = web.body.getReader();
  response.on('close', () => void reader.cancel().catch(() => {}));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!response.write(part.value)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}
