import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Log } from '../kernel/log.ts';
import { ANYBODY } from '../kernel/owner.ts';
import { RPC } from '../kernel/rpc-error.ts';
import { type Audit, auditRequest } from './audit.ts';
import type { ConnectionFactory } from './connection.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { Guard } from './guard.ts';
import { endWith, type Refusal, refuse, sendEmpty } from './http-answer.ts';
import { listenOn } from './http-listen.ts';
import { type HttpRoute, mcpRoutes, routesFor } from './http-routes.ts';
import { type Admission, Door, type DoorOptions, queryToken } from './keys.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import { OpenStreams } from './open-streams.ts';
import { SseEndpoint } from './sse.ts';
import { type SocketRoute, Sockets } from './upgrade.ts';

export interface HttpFrontOptions {
  readonly factory: ConnectionFactory;
  readonly log: Log;
  /** The folder that clients are taken to work in. */
  readonly cwd: string;
  /** Without a key everybody on an allowed host may call. */
  readonly key?: string | undefined;
  /** More keys that are as good. */
  readonly moreKeys?: readonly string[];
  /** Lets connections of our own user in without a key. */
  readonly isOfOwnUser?: DoorOptions['isOfOwnUser'];
  /** The same for those routes alone that say so. */
  readonly isOfOwnUserThere?: DoorOptions['isOfOwnUser'];
  /** Certificate and private key (PEM), to serve HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly corsCredentials?: boolean;
  /** Event streams that one address may have open; 0: no limit. */
  readonly maxStreams?: number;
  readonly audit?: Audit | undefined;
  readonly sockets?: readonly SocketRoute[];
  /** Ports on which the same is served besides. */
  readonly alsoListen?: readonly number[];
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  /** How clients reach the server from outside, when a proxy stands before it. */
  readonly publicUrl?: string | undefined;
  /** Serve the old transport at /sse and /message too. */
  readonly sse?: boolean;
  readonly idleSessionMs?: number;
  /** How long a client that listens may take to answer a ping; 0 sends none. */
  readonly answerMs?: number;
  readonly maxBody?: number;
  readonly routes?: readonly HttpRoute[];
  readonly times?: Partial<HttpTimes>;
}

/** Time limits, in milliseconds; tests make them short. */
export interface HttpTimes {
  /** All headers must have come. */
  readonly headers: number;
  /** The whole request must have come. */
  readonly request: number;
  /** Comments on the streams of /mcp. */
  readonly ping: number;
  /** Comments on /sse. */
  readonly ssePing: number;
  /** How long a POST to /message waits for its answer. */
  readonly sseReply: number;
  /** What close() gives to calls in flight. */
  readonly grace: number;
}

/** How often a comment keeps the old transport's stream alive. */
export const SSE_PING_MS = 30_000;

const TIMES: HttpTimes = {
  headers: 10_000,
  request: 30_000,
  ping: 15_000,
  ssePing: SSE_PING_MS,
  sseReply: 2000,
  grace: 1000,
};
const KEEP_ALIVE_MS = 65_000;

export interface Ports {
  readonly port: number;
  /** With those on which the same is served besides. */
  readonly ports: readonly [number, ...number[]];
  readonly urls: readonly string[];
}

export interface HttpFront {
  /** Event streams that are open now. */
  readonly streams: number;
  /** Port 0 lets the system choose. "localhost" means both loopback addresses. */
  listen(port: number, host?: string): Promise<Ports>;
  close(): Promise<void>;
}

export function createHttpFront(options: HttpFrontOptions): HttpFront {
  return new Front(options);
}

class Front implements HttpFront {
  readonly #options: HttpFrontOptions;
  readonly #times: HttpTimes;
  readonly #maxBody: number;
  readonly #mcp: McpEndpoint;
  readonly #sse: SseEndpoint | undefined;
  readonly #routes: readonly HttpRoute[];
  readonly #door: Door;
  readonly #ownUsersDoor: Door;
  readonly #streams: OpenStreams;
  readonly #sockets: Sockets;
  #servers: readonly Server[] = [];
  #guard: Guard;
  #port = 0;

  constructor(options: HttpFrontOptions) {
    const { factory, cwd, log, publicUrl, maxBody = 4 * 1024 * 1024 } = options;
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#maxBody = maxBody;
    const shared = { factory, cwd, maxBody, log };
    const keys = [...(options.key === undefined ? [] : [options.key]), ...(options.moreKeys ?? [])];
    this.#door = new Door({ keys, isOfOwnUser: options.isOfOwnUser });
    this.#ownUsersDoor = new Door({ keys, isOfOwnUser: options.isOfOwnUser ?? options.isOfOwnUserThere });
    this.#mcp = new McpEndpoint({
      ...shared,
      idleSessionMs: options.idleSessionMs ?? 30 * 60_000,
      answerMs: options.answerMs ?? 0,
      pingMs: this.#times.ping,
    });
    if (options.sse !== false) {
      const { ssePing, sseReply } = this.#times;
      this.#sse = new SseEndpoint({ ...shared, publicUrl, pingMs: ssePing, replyMs: sseReply });
    }
    const routes = [...routesFor(this.#mcp, this.#sse), ...(options.routes ?? [])];
    this.#routes = [...routes, ...mcpRoutes(this.#mcp, '/')];
    this.#streams = new OpenStreams(options.maxStreams ?? 0);
    this.#sockets = new Sockets(options.sockets ?? []);
    this.#guard = this.#makeGuard('localhost');
  }

  get streams(): number {
    return this.#streams.count;
  }

  #makeGuard(boundHost: string): Guard {
    const { allowedHosts = [], allowedOrigins = [], publicUrl } = this.#options;
    const outside = publicUrl === undefined ? null : URL.parse(publicUrl);
    return new Guard({
      boundHost,
      port: () => this.#port,
      allowedHosts: outside ? [...allowedHosts, outside.host] : allowedHosts,
      allowedOrigins: outside ? [...allowedOrigins, outside.origin] : allowedOrigins,
    });
  }

  async listen(port: number, host = 'localhost'): Promise<Ports> {
    this.#guard = this.#makeGuard(host);
    const scheme = this.#options.tls ? 'https' : 'http';
    const listening = await listenOn(() => this.#makeServer(), host, port, scheme);
    this.#servers = listening.servers;
    this.#port = listening.port;
    const others: number[] = [];
    try {
      for (const more of this.#options.alsoListen ?? []) {
        const beside = await listenOn(() => this.#makeServer(), host, more, scheme);
        this.#servers = [...this.#servers, ...beside.servers];
        others.push(beside.port);
      }
    } catch (thrown) {
      await this.close();
      throw thrown;
    }
    return { port: listening.port, ports: [listening.port, ...others], urls: listening.urls };
  }

  #makeServer(): Server {
    const settings = {
      headersTimeout: this.#times.headers,
      requestTimeout: this.#times.request,
      connectionsCheckingInterval: Math.min(this.#times.headers / 2, 5000),
      keepAliveTimeout: KEEP_ALIVE_MS,
      handshakeTimeout: this.#times.headers,
    };
    const { tls } = this.#options;
    const server = tls ? createTlsServer({ ...settings, ...tls }) : createServer(settings);
    server.on(
      'upgrade',
      (request, socket, head) =>
        void this.#sockets.upgrade(request, socket, head, (url, route) =>
          this.#admitUpgrade(request, url, route),
        ),
    );
    const take = (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response);
    server.on('request', take);
    server.on('checkContinue', (request, response) => {
      const isTooLarge = Number(request.headers['content-length'] ?? 0) > this.#maxBody;
      if (!isTooLarge) response.writeContinue();
      take(request, response);
    });
    server.on('clientError', answerClientError);
    return server;
  }

  async #admitUpgrade(request: IncomingMessage, url: URL, route: SocketRoute): Promise<Admission> {
    const refusal = this.#guard.check(request, route.welcomes);
    if (refusal) return { refusal };
    return route.admit?.(request) ?? this.#door.admit(request, queryToken(url));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Without these a connection that breaks at the wrong moment would end the process.
    request.on('error', (cause) => this.#options.log.debug('request broke off', { cause }));
    response.on('error', (cause) => this.#options.log.debug('response broke off', { cause }));
    if (this.#options.audit) auditRequest(request, response, this.#options.audit);
    try {
      await this.#route(request, response);
    } catch (cause) {
      this.#options.log.error('http request failed', { cause, method: request.method });
      const message = 'Something unforeseen went wrong inside the server.';
      refuse(response, { status: 500, code: RPC.internalError, message });
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = targetUrl(request.url);
    const routes = url ? this.#routes.filter((route) => isOn(route, url.pathname)) : [];
    const refusal = this.#guard.check(request);
    if (refusal) {
      await sayNo(routes[0], request, response, refusal);
      return;
    }
    for (const [name, value] of corsHeaders(request, this.#options.corsCredentials))
      response.setHeader(name, value);
    if (!url) {
      refuse(response, { status: 400, message: 'The request target is not a path.' });
      return;
    }
    if (routes.length === 0) {
      refuse(response, { status: 404, message: `Nothing is served at ${url.pathname.slice(0, 200)}.` });
      return;
    }
    await this.#serve(routes, request, response, url);
  }

  async #serve(
    routes: readonly HttpRoute[],
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const methods = [...new Set(routes.map(({ method }) => method))].join(', ');
    if (request.method === 'OPTIONS') {
      sendEmpty(response, 204, { Allow: `${methods}, OPTIONS`, ...preflightHeaders(request, methods) });
      return;
    }
    const found =
      routes.find(({ method }) => method === request.method) ??
      routes.find(({ method, streams }) => request.method === 'HEAD' && method === 'GET' && !streams);
    const route = found ?? routes[0];
    const admission = await this.#admit(route, request, url);
    const refusal = 'refusal' in admission ? admission.refusal : this.#tooMany(found, request, response);
    if (refusal) await sayNo(route, request, response, refusal);
    else if (found && 'caller' in admission) await found.handle(request, response, url, admission.caller);
    else {
      const message = `${request.method} is not possible at ${url.pathname}.`;
      await sayNo(route, request, response, { status: 405, message, headers: { Allow: methods } });
    }
  }

  async #admit(route: HttpRoute | undefined, request: IncomingMessage, url: URL): Promise<Admission> {
    if (!route?.needsKey) return { caller: ANYBODY };
    const door = route.ownUserNeedsNone ? this.#ownUsersDoor : this.#door;
    return door.admit(request, route.keyInQuery ? queryToken(url) : undefined);
  }

  #tooMany(
    route: HttpRoute | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Refusal | undefined {
    const isStream = route?.streams && route.method === 'GET';
    return isStream ? this.#streams.add(request, response) : undefined;
  }

  async close(): Promise<void> {
    this.#sockets.close();
    const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const server of this.#servers) server.closeIdleConnections();
    await this.#sse?.close();
    await this.#mcp.close(this.#times.grace);
    for (const server of this.#servers) server.closeIdleConnections();
    // What is still open after that belongs to clients that do not hang up.
    const timer = setTimeout(() => {
      for (const server of this.#servers) server.closeAllConnections();
    }, 200);
    await Promise.all(closed);
    clearTimeout(timer);
  }
}

function isOn(route: HttpRoute, path: string): boolean {
  return route.path.endsWith('/*') ? path.startsWith(route.path.slice(0, -1)) : path === route.path;
}

function targetUrl(target: string | undefined): URL | undefined {
  return target?.startsWith('/') ? (URL.parse(`http://localhost${target}`) ?? undefined) : undefined;
}

const CLIENT_ERRORS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is no HTTP gets one line back and is cut off. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request';
  endWith(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** In the manner of whoever would have answered. */
async function sayNo(
  route: HttpRoute | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): Promise<void> {
  if (route?.refuse) await route.refuse(request, response, refusal);
  else refuse(response, refusal);
}
