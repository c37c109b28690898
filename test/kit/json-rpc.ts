/** JSON-RPC as it looks on the wire. Tests send what they like, so requests are loose and answers are read. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  readonly result?: any;
  readonly error?: RpcError;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export function request(id: number | string, method: string, params?: Record<string, unknown>): Message {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function initialize(id: number | string, protocolVersion = '2025-11-25'): Message {
  const clientInfo = { name: 'kit', version: '1.0.0' };
  return request(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
}

export function toolCall(id: number | string, name: string, args: Record<string, unknown> = {}): Message {
  return request(id, 'tools/call', { name, arguments: args });
}

/** The port on which add-port-rule listens now, as its answer says. */
export const ruledPort = ({ content }: { readonly content: readonly { readonly text?: string }[] }): number =>
  Number(/port (\d+)/.exec(content[0]?.text ?? '')?.[1]);
