import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Browser, CDPSession } from 'playwright-core';
import { WebSocketServer } from 'ws';
import type { Driver } from '../drivers/driver.ts';
import { type DevToolsAnswer, devToolsPage, notHere } from './devtools-pages.ts';
import { openTarget } from './devtools-target.ts';
import type { PortRange } from './port-range.ts';

/** Who is at the door, or why they are turned away. */
export type DevToolsAdmit = (
  request: IncomingMessage,
) => Promise<{ readonly caller: string } | { readonly refusal: DevToolsAnswer }>;

export interface DevToolsDoor {
  readonly ports: PortRange;
  readonly admit: DevToolsAdmit;
}

/** Who has not said what they want by then is cut off. */
const REQUEST_MS = 10_000;
const MOST_BYTES = 256 * 2 ** 20;

/*
 *   client ──HTTP, WebSocket──► this port ──a session of Playwright's──► browser, on its pipe
 *
 * The browser's DevTools for others. Chromium can listen by itself, but it asks nobody who they are.
 */
export class DevToolsPort {
  readonly #admit: DevToolsAdmit;
  readonly #server = createServer({ headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS });
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES });
  #port = 0;
  #browser: Browser | undefined;
  #session: Promise<CDPSession> | undefined;
  /** Whose browser it is: a spare is nobody's. */
  mayEnter: (caller: string) => boolean = () => false;

  private constructor(admit: DevToolsAdmit) {
    this.#admit = admit;
    this.#server.on('request', (request, response) => void this.#answer(request, response));
    this.#server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
  }

  static async open({ ports, admit }: DevToolsDoor): Promise<DevToolsPort> {
    const made = new DevToolsPort(admit);
    made.#port = await ports.listen(made.#server);
    return made;
  }

  get port(): number {
    return this.#port;
  }

  /** The same driver, whose browsers are served here. */
  serving(driver: Driver): Driver {
    return {
      ...driver,
      open: async (options) => {
        const handle = await driver.open(options);
        this.#serve(handle.browser);
        return handle;
      },
    };
  }

  async close(): Promise<void> {
    this.#leave();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #serve(browser: Browser): void {
    this.#browser = browser;
    this.#session = undefined;
    browser.once('disconnected', () => {
      if (this.#browser === browser) this.#leave();
    });
  }

  #leave(): void {
    this.#browser = undefined;
    this.#session = undefined;
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => response.destroy());
    const { status, message, headers } = await this.#page(request).catch(failed);
    const type = status === 200 && /^[[{]/.test(message) ? 'application/json' : 'text/plain';
    response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(message);
  }

  async #page(request: IncomingMessage): Promise<DevToolsAnswer> {
    const refusal = await this.#refusal(request);
    if (refusal) return refusal;
    const session = await this.#own();
    return session ? devToolsPage(session, request) : GONE;
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const refusal = await this.#refusal(request).catch(failed);
    const id = /^\/devtools\/(?:browser|page)\/([\w-]+)(?:\?|$)/.exec(request.url ?? '')?.[1];
    const browser = this.#browser;
    if (refusal || !id || !browser) return turnAway(socket, refusal ?? (browser ? notHere(request) : GONE));
    const target = await openTarget(browser, id).catch(() => undefined);
    if (!target) return turnAway(socket, { status: 404, message: `No such target: ${id}` });
    // It may break before it is a WebSocket, too.
    if (socket.destroyed) return target.close();
    socket.once('close', target.close);
    this.#sockets.handleUpgrade(request, socket, head, target.join);
  }

  async #refusal(request: IncomingMessage): Promise<DevToolsAnswer | undefined> {
    // Programs say nothing of this, and all browsers do: a page has no business here, wherever it is from.
    if ('origin' in request.headers || 'sec-fetch-site' in request.headers)
      return { status: 403, message: 'DevTools are not for web pages.', headers: HANG_UP };
    const admission = await this.#admit(request);
    if ('refusal' in admission) return admission.refusal;
    if (this.mayEnter(admission.caller)) return undefined;
    const message = 'This browser belongs to somebody else: come with the key that it was opened with.';
    return { status: 403, message, headers: HANG_UP };
  }

  /** For what is asked about the browser as a whole. */
  #own(): Promise<CDPSession> | undefined {
    this.#session ??= this.#browser?.newBrowserCDPSession();
    return this.#session;
  }
}

const HANG_UP = { Connection: 'close' };
const failed = (error: unknown): DevToolsAnswer => ({ status: 500, message: String(error) });
const GONE: DevToolsAnswer = { status: 503, message: 'The browser does not run.' };

function turnAway(socket: Duplex, { status, message }: DevToolsAnswer): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`, () => socket.destroy());
}
