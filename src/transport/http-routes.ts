import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpEndpoint } from './mcp-endpoint.ts';
import type { SseEndpoint } from './sse.ts';

/** One thing that is served over HTTP. Host and Origin have been checked before it is called. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Exact, or with everything below it: `/files/*`. */
  readonly path: string;
  readonly needsKey: boolean;
  /** The key may come as `?token=`. */
  readonly keyInQuery?: boolean;
  /** A GET that never ends, for which HEAD makes no sense. */
  readonly streams?: boolean;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | void;
}

export function routesFor(mcp: McpEndpoint, sse: SseEndpoint | undefined): HttpRoute[] {
  const at = (method: HttpRoute['method'], handle: HttpRoute['handle']): HttpRoute => ({
    method,
    path: '/mcp',
    needsKey: true,
    streams: true,
    handle,
  });
  const routes = [
    at('POST', (request, response) => mcp.post(request, response)),
    at('GET', (request, response) => mcp.listen(request, response)),
    at('DELETE', (request, response) => mcp.end(request, response)),
  ];
  return sse ? [...routes, ...sseRoutes(sse)] : routes;
}

function sseRoutes(sse: SseEndpoint): HttpRoute[] {
  const old = { needsKey: true, keyInQuery: true, streams: true };
  return [
    {
      ...old,
      method: 'GET',
      path: '/sse',
      handle: (request, response, url) => sse.open(request, response, url),
    },
    {
      ...old,
      method: 'POST',
      path: '/message',
      handle: (request, response, url) => sse.message(request, response, url),
    },
  ];
}
