import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CallerName } from '../kernel/owner.ts';
import { endWith, type Refusal } from './http-answer.ts';
import type { Admission } from './keys.ts';

/** Something that is served over WebSocket. Host, Origin and key have been checked before it is opened. */
export interface SocketRoute {
  readonly path: string;
  /** Origins that may open it, besides those that may everything. */
  welcomes?(origin: string): boolean;
  /** Who may open it, where that is not told by a key. */
  readonly admit?: ((request: IncomingMessage) => Admission | Promise<Admission>) | undefined;
  open(socket: WebSocket, caller: CallerName, request: IncomingMessage): void;
}

/** Messages of clients are small. */
const MAX_MESSAGE = 4 * 1024 * 1024;
/** A client that does not answer this is gone. */
const PING_MS = 30_000;

/** The WebSockets of a front. */
export class Sockets {
  readonly #routes: readonly SocketRoute[];
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  readonly #timer: NodeJS.Timeout;
  readonly #quiet = new WeakSet<WebSocket>();

  constructor(routes: readonly SocketRoute[], pingMs = PING_MS) {
    this.#routes = routes;
    this.#timer = setInterval(() => this.#ping(), pingMs).unref();
  }

  /** Takes the connection over, or answers why not. */
  async upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    admit: (url: URL, route: SocketRoute) => Promise<Admission>,
  ): Promise<void> {
    socket.on('error', () => socket.destroy());
    const url = URL.parse(`http://localhost${request.url ?? '/'}`);
    const route = url ? this.#routes.find(({ path }) => path === url.pathname) : undefined;
    if (!url || !route) {
      refuse(socket, { status: 404, message: 'No WebSocket is served at this address.' });
      return;
    }
    const admission = await admit(url, route);
    if ('refusal' in admission) {
      refuse(socket, admission.refusal);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      client.on('pong', () => this.#quiet.delete(client));
      route.open(client, admission.caller, request);
    });
  }

  close(): void {
    clearInterval(this.#timer);
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      if (this.#quiet.has(client)) client.terminate();
      else {
        this.#quiet.add(client);
        client.ping();
      }
    }
  }
}

function refuse(socket: Duplex, { status, message }: Refusal): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n`;
  endWith(
    socket,
    `${head}Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
}
