/** A web site made of what a test gives it, on loopback, with a socket that does what its address says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>;

/** HTML as a string; anything else by a function. */
export type Routes = Readonly<Record<string, string | Handler>>;

export interface Site {
  /** http://127.0.0.1:port, and the same server as another site. */
  readonly origin: string;
  readonly otherOrigin: string;
  url(path: string): string;
  close(): Promise<void>;
}

export async function startSite(routes: Routes): Promise<Site> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const route = routes[url.pathname];
    if (typeof route === 'function') {
      Promise.resolve(route(request, response, url)).catch(() => response.destroy());
    } else if (route !== undefined) {
      const { port } = server.address() as AddressInfo;
      response.setHeader(
        'content-type',
        url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
      );
      response.end(
        route.replaceAll('{{other}}', `http://localhost:${port}`).replaceAll('{{port}}', String(port)),
      );
    } else {
      response.writeHead(404).end('not found');
    }
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) =>
    serve(socket, new URL(request.url ?? '/', 'http://127.0.0.1')),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    otherOrigin: `http://localhost:${port}`,
    url: (path) => origin + path,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Sends every message back; ?send=N sends N at once, ?close=CODE closes after the first message. */
function serve(socket: WebSocket, url: URL): void {
  const count = Number(url.searchParams.get('send') ?? 0);
  for (let i = 0; i < count; i++) socket.send(`message ${i}`);
  socket.on('message', (data, isBinary) => {
    const code = url.searchParams.get('close');
    if (code) socket.close(Number(code), 'as asked');
    else socket.send(data, { binary: isBinary });
  });
}
