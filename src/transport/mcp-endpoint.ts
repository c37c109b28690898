import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import { RPC } from '../kernel/rpc-error.ts';
import { within } from '../kernel/within.ts';
import type { Connection, ConnectionFactory } from './connection.ts';
import type { ExchangeOptions } from './exchange.ts';
import { isFromHere } from './from-here.ts';
import { refuse, sendEmpty, sendJson } from './http-answer.ts';
import { readJsonBody } from './http-body.ts';
import { LegacyHttpTransport } from './legacy-http-transport.ts';
import { type LegacySession, LegacySessions } from './legacy-sessions.ts';
import { encodeMessage, type Inbound, isFields, readMessages } from './message.ts';
import { ModernHttp } from './modern-http.ts';

export interface McpEndpointOptions {
  readonly factory: ConnectionFactory;
  readonly cwd: string;
  readonly idleSessionMs: number;
  readonly answerMs: number;
  readonly maxBody: number;
  readonly pingMs: number;
  readonly log: Log;
}

/** All sessionless requests of one caller. */
interface Sessionless {
  readonly connection: Connection;
  readonly modern: ModernHttp;
}

interface Post {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: CallerName;
  readonly batch: boolean;
  readonly messages: readonly Inbound[];
}

/** `/mcp` in both eras. The body of each POST tells which one it speaks. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions;
  readonly #sessions: LegacySessions;
  /** Sessionless POSTs of the handshake revisions that are not answered yet. */
  readonly #oneShots = new Set<LegacyHttpTransport>();
  readonly #sessionless = new Map<CallerName, Sessionless>();
  #inFlight = 0;
  #idle: (() => void) | undefined;

  constructor(options: McpEndpointOptions) {
    this.#options = options;
    const { factory, cwd, pingMs, log, idleSessionMs, answerMs } = options;
    this.#sessions = new LegacySessions({
      open: (info) => factory({ transport: 'http', cwd, ...info }),
      idleMs: idleSessionMs,
      answerMs,
      pingMs,
      log,
    });
  }

  /** Sessionless requests share one session, opened with the first of them: one for each key, since that is all we know. */
  #withoutSession(caller: CallerName): Sessionless {
    const { factory, cwd, pingMs, log } = this.#options;
    const known = this.#sessionless.get(caller);
    if (known) return known;
    const connection = factory({ transport: 'http', cwd, caller, shared: true });
    const made = { connection, modern: new ModernHttp(() => connection, pingMs, log) };
    this.#sessionless.set(caller, made);
    return made;
  }

  async post(request: IncomingMessage, response: ServerResponse, caller: CallerName): Promise<void> {
    const body = await readJsonBody(request, response, this.#options.maxBody);
    if (!body) return;
    this.#inFlight++;
    try {
      await this.#dispatch({ request, response, caller, ...readMessages(body.value) });
    } finally {
      this.#inFlight--;
      if (this.#inFlight === 0) this.#idle?.();
    }
  }

  async #dispatch(post: Post): Promise<void> {
    const { request, response, caller, batch, messages } = post;
    const first = messages[0];
    if (!batch && first?.kind === 'invalid') {
      sendJson(response, 400, encodeMessage(first.answer));
      return;
    }
    if (messages.some((inbound) => looksModern(inbound, request))) {
      if (batch) {
        const message = 'Invalid request: this protocol revision has no batches.';
        refuse(response, { status: 400, code: RPC.invalidRequest, message });
        return;
      }
      if (first && 'message' in first && isModern(request, first.message)) {
        await this.#withoutSession(caller).modern.handle(request, response, first.message);
        return;
      }
    }
    await this.#legacy(post);
  }

  async #legacy(post: Post): Promise<void> {
    const { request, response, caller, messages } = post;
    const isHandshake = messages.some(isInitialize);
    const version = request.headers['mcp-protocol-version'];
    const isKnown = typeof version !== 'string' || SUPPORTED_PROTOCOL_VERSIONS.includes(version.trim());
    if (!isHandshake && !isKnown) {
      const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
      const message = `Unsupported protocol version: ${version}. Supported: ${known}.`;
      refuse(response, { status: 400, message });
      return;
    }
    const id = sessionId(request);
    const session = id === undefined ? undefined : this.#find(id, response, caller);
    if (id !== undefined && !session) return;
    if (session) await this.#postTo(session, post, {});
    else if (isHandshake) await this.#startSession(post);
    else await this.#postOnce(post);
  }

  #find(id: string, response: ServerResponse, caller: CallerName): LegacySession | undefined {
    const session = this.#sessions.find(id, caller);
    const message = 'Session not found or ended. Start a new one with initialize.';
    if (!session) refuse(response, { status: 404, message });
    return session;
  }

  async #startSession(post: Post): Promise<void> {
    const session = await this.#sessions.start({
      caller: post.caller,
      isElsewhere: !isFromHere(post.request),
    });
    if (session) await this.#postTo(session, post, { 'Mcp-Session-Id': session.id });
    else refuse(post.response, { status: 503, message: 'Too many sessions are in use. Try again later.' });
  }

  async #postTo(session: LegacySession, post: Post, headers: Record<string, string>): Promise<void> {
    await session.transport.post(post.messages, post.response, exchangeOptions(post, headers));
    session.lastUsed = Date.now();
  }

  async #postOnce(post: Post): Promise<void> {
    if (!post.messages.some(({ kind }) => kind === 'request' || kind === 'invalid')) {
      sendEmpty(post.response, 202);
      return;
    }
    const transport = new LegacyHttpTransport({ pingMs: this.#options.pingMs });
    this.#oneShots.add(transport);
    try {
      await this.#withoutSession(post.caller).connection.server('legacy').connect(transport);
      await transport.post(post.messages, post.response, exchangeOptions(post, {}));
    } finally {
      this.#oneShots.delete(transport);
      await transport.close();
    }
  }

  /** A stream for what the server says on its own account. */
  listen(request: IncomingMessage, response: ServerResponse, caller: CallerName): void {
    const id = sessionId(request);
    if (id === undefined) {
      const message = 'A GET needs the Mcp-Session-Id of a session that initialize started.';
      // Clients without sessions ask at /mcp, and learn by the status that there is no stream for them.
      if (request.url === '/') refuse(response, { status: 400, message });
      else refuse(response, { status: 405, message, headers: { Allow: 'POST' } });
      return;
    }
    const { accept } = request.headers;
    if (accept !== undefined && !/text\/(event-stream|\*)|\*\/\*/i.test(accept)) {
      refuse(response, { status: 406, message: 'A GET is answered with text/event-stream only.' });
      return;
    }
    this.#find(id, response, caller)?.transport.listen(response);
  }

  async end(request: IncomingMessage, response: ServerResponse, caller: CallerName): Promise<void> {
    const id = sessionId(request);
    if (id === undefined) {
      refuse(response, { status: 400, message: 'A DELETE needs the Mcp-Session-Id of the session to end.' });
      return;
    }
    const session = this.#find(id, response, caller);
    if (!session) return;
    await this.#sessions.end(session);
    sendEmpty(response, 204);
  }

  /** Gives calls in flight a moment, then ends everything. */
  async close(graceMs: number): Promise<void> {
    const { promise: idle, resolve } = Promise.withResolvers<void>();
    this.#idle = resolve;
    if (this.#inFlight > 0) await within(idle, graceMs);
    for (const transport of this.#oneShots) await transport.close();
    const sessionless = [...this.#sessionless.values()];
    await Promise.all(sessionless.map(({ modern }) => modern.close()));
    await this.#sessions.close();
    await Promise.all(sessionless.map(({ connection }) => connection.close()));
  }
}

function sessionId(request: IncomingMessage): string | undefined {
  const id = request.headers['mcp-session-id'];
  return typeof id === 'string' ? id : undefined;
}

function isInitialize(inbound: Inbound): boolean {
  return inbound.kind === 'request' && inbound.message.method === 'initialize';
}

function exchangeOptions(
  { request, batch }: Post,
  headers: Record<string, string>,
): Omit<ExchangeOptions, 'pingMs'> {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  const takesEvents = accept.includes('text/event-stream');
  const takesJson = accept.includes('application/json') || accept.includes('*/*');
  return { batch, headers, accepts: takesEvents ? (takesJson ? 'either' : 'events') : 'json' };
}

/** Cheap and generous; only what passes here is worth the SDK's full classification. */
function looksModern(inbound: Inbound, request: IncomingMessage): boolean {
  const version = request.headers['mcp-protocol-version'];
  if (typeof version === 'string' && version.trim() >= '2026') return true;
  if (!('message' in inbound) || !('params' in inbound.message)) return false;
  const meta = inbound.message.params?._meta;
  return isFields(meta) && PROTOCOL_VERSION_META_KEY in meta;
}

function isModern(request: IncomingMessage, body: unknown): boolean {
  const word = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const version = word('mcp-protocol-version');
  const method = word('mcp-method');
  const name = word('mcp-name');
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
  // The modern handler words the refusals too.
  return outcome.kind !== 'legacy';
}
