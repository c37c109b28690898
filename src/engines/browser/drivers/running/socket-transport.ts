import type { ConnectOverCDPTransport } from 'playwright-core';
import type { WebSocket } from 'ws';

/** What Playwright speaks through, over a connection that is open already: another one would ask the person again. */
export class SocketTransport implements ConnectOverCDPTransport {
  readonly #socket: WebSocket;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.onmessage?.(JSON.parse(String(data)) as object));
    socket.once('close', () => this.onclose?.('the browser has ended the connection'));
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }
}
