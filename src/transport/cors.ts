import type { IncomingMessage } from 'node:http';

/** Only for requests that the guard let pass: an Origin that comes so far is an allowed one. */
export function corsHeaders(request: IncomingMessage, withCredentials = false): [string, string][] {
  const { origin } = request.headers;
  if (origin === undefined) return [];
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', 'Mcp-Session-Id'],
    ['Vary', 'Origin'],
    ...(withCredentials ? ([['Access-Control-Allow-Credentials', 'true']] satisfies [string, string][]) : []),
  ];
}

export function preflightHeaders(request: IncomingMessage, methods: string): Record<string, string> {
  const asked = request.headers['access-control-request-headers'];
  if (request.headers.origin === undefined || request.headers['access-control-request-method'] === undefined)
    return {};
  return {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers':
      asked ?? 'Authorization, Content-Type, Mcp-Session-Id, MCP-Protocol-Version',
    'Access-Control-Max-Age': '600',
  };
}
