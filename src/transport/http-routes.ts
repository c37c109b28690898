import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerName } from '../kernel/owner.ts';
import type { Refusal } from './http-answer.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import type { SseEndpoint } from './sse.ts';

/** One thing that is served over HTTP. Host and Origin have been checked before it is called. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Exact, or with everything below it: `/files/*`. */
  readonly path: string;
  readonly needsKey: boolean;
  /** Connections that are shown to be our own user's need none, wherever that can be told. */
  readonly ownUserNeedsNone?: boolean;
  /** The key may come as `?token=`. */
  readonly keyInQuery?: boolean;
  /** A GET that never ends, for which HEAD makes no sense. */
  readonly streams?: boolean;
  /** How it is said there that a request is not taken, where its protocol wants that in its own words. */
  readonly refuse?: (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => Promise<void>;
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    caller: CallerName,
  ): Promise<void> | void;
}

export function routesFor(mcp: McpEndpoint, sse: SseEndpoint | undefined): HttpRoute[] {
  const routes = mcpRoutes(mcp, '/mcp');
  return sse ? [...routes, ...sseRoutes(sse)] : routes;
}

/** MCP at an address. Clients that were given none but the server's own ask at `/`, as playwright-mcp allows. */
export function mcpRoutes(mcp: McpEndpoint, path: '/mcp' | '/'): HttpRoute[] {
  const at = (method: HttpRoute['method'], handle: HttpRoute['handle']): HttpRoute => ({
    method,
    path,
    needsKey: true,
    streams: true,
    handle,
  });
  return [
    at('POST', (request, response, _, caller) => mcp.post(request, response, caller)),
    at('GET', (request, response, _, caller) => mcp.listen(request, response, caller)),
    at('DELETE', (request, response, _, caller) => mcp.end(request, response, caller)),
  ];
}

function sseRoutes(sse: SseEndpoint): HttpRoute[] {
  const old = { needsKey: true, keyInQuery: true, streams: true };
  return [
    {
      ...old,
      method: 'GET',
      path: '/sse',
      handle: (request, response, url, caller) => sse.open(request, response, url, caller),
    },
    {
      ...old,
      method: 'POST',
      path: '/message',
      handle: (request, response, url, caller) => sse.message(request, response, url, caller),
    },
  ];
}
