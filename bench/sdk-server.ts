// The plain SDK server that ours is measured against: one tool that does nothing, over stdio or HTTP.
//   node bench/sdk-server.ts stdio | http
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

function makeServer(): McpServer {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  const inputSchema = z.object({ action: z.string() });
  server.registerTool('noop', { description: 'Does nothing.', inputSchema }, () => ({
    content: [{ type: 'text', text: 'done' }],
  }));
  return server;
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(makeServer);
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    });
    const response = await handler.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(
    0,
    '127.0.0.1',
    () => {
      process.stderr.write(`listens at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
    },
  );
} else serveStdio(makeServer);
