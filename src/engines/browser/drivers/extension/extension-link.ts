import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '../../../../kernel/log.ts';
import type { ProxyHost } from '../../context/proxy.ts';
import type { TabLink } from './tab-link.ts';

/** Of the browser extension that playwright-mcp is used with. */
export const EXTENSION_ID = 'mmlmfjhmonkocbjadbfplnigmagldckm';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** What the extension says: an answer to one of our calls, or something that happened. */
interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly method?: string;
  readonly params?: readonly unknown[];
}

/**
 * The connection that the extension opens to us. It listens on loopback at a path that cannot be guessed, lets in
 * one caller, and only one that is an extension: a web page cannot take its place.
 */
export class ExtensionLink implements TabLink {
  readonly #server: Server;
  readonly #path = `/extension/${randomUUID()}`;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ready = Promise.withResolvers<void>();
  /** Once the extension has connected and told of its tabs. */
  readonly ready = this.#ready.promise;
  readonly #log: Log;
  #socket: WebSocket | undefined;
  #lastId = 0;
  onevent: (method: string, params: readonly unknown[]) => void = () => {};
  onclose: () => void = () => {};

  constructor({ log, ownerCheck }: ProxyHost) {
    this.#log = log;
    const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 * 1024 });
    this.#server = createServer((_, response) => void response.writeHead(404).end());
    this.ready.catch(() => {}); // whoever waits for it hears of it
    this.#server.on('upgrade', (request, socket, head) => {
      const isExtension = request.headers.origin?.startsWith('chrome-extension://') ?? true;
      const isMeant = () => request.url === this.#path && !this.#socket && isExtension;
      socket.on('error', () => {}); // it is gone
      const isOfOwnUser = async () => (await ownerCheck?.())?.(request.socket) ?? true;
      void isOfOwnUser().then((isOwn) => {
        if (!isOwn || !isMeant()) socket.destroy();
        else sockets.handleUpgrade(request, socket, head, (made) => this.#connected(made));
      });
    });
  }

  /** Begins to listen and gives the address for the extension. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.#server.address() as AddressInfo;
    this.#log.info(`waits for the browser's extension on 127.0.0.1:${port}`);
    return `ws://127.0.0.1:${port}${this.#path}`;
  }

  async send(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!this.#socket) throw new Error('The extension is not connected');
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  close(): void {
    this.#socket?.close(1000);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#ended();
  }

  #connected(socket: WebSocket): void {
    this.#socket = socket;
    socket.on('message', (data) => this.#told(String(data)));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#ended());
  }

  #told(text: string): void {
    const { id, result, error, method, params = [] } = JSON.parse(text) as Message;
    if (method === 'extension.initialized') this.#ready.resolve();
    else if (method !== undefined) this.onevent(method, params);
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error));
    else waiting.resolve(result);
  }

  #ended(): void {
    const gone = new Error('The extension has disconnected');
    this.#ready.reject(gone);
    for (const { reject } of this.#waiting.values()) reject(gone);
    this.#waiting.clear();
    this.onclose();
    this.onclose = () => {};
  }
}
