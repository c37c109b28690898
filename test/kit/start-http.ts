/** Starts a command of bin/ that serves HTTP on a port of the system's choice. */
import { type RpcReply, rpc } from './http.ts';
import type { Message } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { type Command, type ServerProcess, type StartOptions, startServer } from './start-server.ts';

export interface HttpServerProcess {
  readonly server: ServerProcess;
  /** "http://localhost:PORT", without a path. */
  readonly origin: string;
  readonly key: string;
  /** Posts to /mcp with the key. */
  rpc(message: Message | readonly Message[], session?: string): Promise<RpcReply>;
}

export async function startHttp(
  t: Cleanup,
  command: Command,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<HttpServerProcess> {
  const key = 'key-of-the-kit';
  const server = await startServer(t, command, ['--port', '0', '--api-key', key, ...args], options);
  const match = await server.stderrMatch(/(https?:\/\/[^\s/]+)\/(mcp|sse)\b/);
  const origin = match[1] ?? '';
  return { server, origin, key, rpc: (message, session) => rpc(`${origin}/mcp`, message, { key, session }) };
}
