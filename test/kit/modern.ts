/** Messages of the stateless revision 2026-07-28. */
import { type Message, request } from './json-rpc.ts';

const VERSION = '2026-07-28';

export function modern(
  id: number | string,
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
): Message {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'kit', version: '1.0.0' },
  };
  return request(id, method, { ...params, _meta: { ...envelope, ...meta } });
}

/** The headers that HTTP demands beside such a message. */
export function modernHeaders(message: Message): Record<string, string> {
  const name = message.params?.name ?? message.params?.uri;
  return {
    'mcp-protocol-version': VERSION,
    'mcp-method': message.method ?? '',
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}
