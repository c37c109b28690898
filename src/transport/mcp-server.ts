import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  type Result,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server';
import { fault } from '../kernel/fault.ts';
import type { Log } from '../kernel/log.ts';
import { RPC, RpcError } from '../kernel/rpc-error.ts';
import type { Era, RequestContext, Service, Session } from '../session/service.ts';
import {
  anyParams,
  callToolParams,
  completeParams,
  getPromptParams,
  listParams,
  readResourceParams,
  rootsResult,
} from './call-params.ts';
import { ClientRoots } from './client-roots.ts';
import { isTimeToRenew } from './in-flight.ts';
import { isFields, UNKNOWN_CLIENT } from './message.ts';

export interface McpServerOptions {
  readonly era: Era;
  readonly log: Log;
  /** Several clients share the session, so that none of them may give it its name or its folders. */
  readonly shared?: boolean;
  /** The client is on another machine, so that its folders are none of ours. */
  readonly isElsewhere?: boolean;
}

/** Calls wait for the client's roots, but not for ever. */
const ROOTS_MS = 2000;

/** The lists are fixed when the server starts. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** A completion answer holds at most this many values (protocol limit). */
const MAX_COMPLETIONS = 100;

/**
 * The SDK writes -32602 for every -32002, which only the newest revision wants. On handshake connections
 * the code travels through the SDK under this number and is put right when it leaves.
 */
const HELD_NOT_FOUND = 32002;

/** What we touch of the SDK's own; a version that has it no longer is served as it wants to be. */
interface Inner {
  readonly _onrequest?: NonNullable<Transport['onmessage']>;
  _requestHandlerAbortControllers?: Map<unknown, AbortController>;
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** One SDK server for one connection (or, in the stateless era, for one request). */
export function createMcpServer(service: Service, session: Session, options: McpServerOptions): Server {
  return new SessionServer(service, session, options);
}

function serverOptions(service: Service): ServerOptions {
  return {
    capabilities: {
      tools: {},
      logging: {},
      ...(service.offers.resources && { resources: {} }),
      ...(service.offers.prompts && { prompts: {} }),
      ...(service.offers.completions && { completions: {} }),
    },
    instructions: service.identity.instructions,
    cacheHints: {
      'tools/list': FIXED,
      'prompts/list': FIXED,
      'resources/templates/list': FIXED,
      'server/discover': FIXED,
    },
  };
}

function serverInfo(service: Service): Implementation {
  const { instructions: _, ...shown } = service.identity;
  return shown as Implementation; // it only asks for lists that may be written
}

class SessionServer extends Server {
  readonly #session: Session;
  readonly #era: Era;
  readonly #log: Log;
  readonly #shared: boolean;
  readonly #asksRoots: boolean;
  readonly #info: Implementation;
  #roots: ClientRoots | undefined;
  #introduced = '';
  #asksForLogs = false;

  constructor(service: Service, session: Session, options: McpServerOptions) {
    super(serverInfo(service), serverOptions(service));
    this.#info = serverInfo(service);
    this.#session = session;
    this.#era = options.era;
    this.#log = options.log;
    this.#shared = options.shared ?? false;
    this.#asksRoots = this.#era === 'legacy' && !this.#shared && !options.isElsewhere;
    this.onerror = (error) => this.#log.debug('protocol error', { cause: error });
    this.setRequestHandler('initialized', anyParams, () => ({}));
    this.#registerTools();
    if (service.offers.resources) this.#registerResources();
    if (service.offers.prompts) this.#registerPrompts();
    if (service.offers.completions) this.#registerCompletions();
    // On 2026-07-28 the SDK itself must find no handler, else the HTTP status would not be 404.
    if (this.#era === 'legacy') {
      this.oninitialized = () => void this.#roots?.folders();
      this.setNotificationHandler('notifications/roots/list_changed', () => this.#roots?.changed());
      this.fallbackRequestHandler = async ({ method }) => {
        // No method has a digit in its name; most secrets do, and what is sent is not repeated unseen.
        const named = /^[a-z_/]{1,60}$/i.test(method) ? `: ${method}` : '';
        throw new RpcError(RPC.methodNotFound, `Method not found${named}`);
      };
    }
  }

  #registerTools(): void {
    this.setRequestHandler('tools/list', listParams, () => ({ tools: this.#session.listTools() }));
    this.setRequestHandler('tools/call', callToolParams, ({ name, args, progressToken }, context) =>
      this.#session.callTool(name, args, this.#context(context, progressToken)),
    );
  }

  #registerResources(): void {
    this.setRequestHandler('resources/list', listParams, () => ({
      resources: this.#session.listResources(),
    }));
    this.setRequestHandler('resources/templates/list', listParams, () => ({
      resourceTemplates: this.#session
        .listResourceTemplates()
        .map(({ uri, ...rest }) => ({ uriTemplate: uri, ...rest })),
    }));
    this.setRequestHandler('resources/read', readResourceParams, async ({ uri, progressToken }, context) => ({
      contents: await this.#session.readResource(uri, this.#context(context, progressToken)),
    }));
  }

  #registerPrompts(): void {
    this.setRequestHandler('prompts/list', listParams, () => ({ prompts: this.#session.listPrompts() }));
    this.setRequestHandler(
      'prompts/get',
      getPromptParams,
      async ({ name, args, progressToken }, context) => ({
        ...(await this.#session.getPrompt(name, args, this.#context(context, progressToken))),
      }),
    );
  }

  #registerCompletions(): void {
    this.setRequestHandler('completion/complete', completeParams, async ({ ref, argument }) => {
      const values = await this.#session.complete(ref, argument);
      return {
        completion: {
          values: values.slice(0, MAX_COMPLETIONS),
          total: values.length,
          hasMore: values.length > MAX_COMPLETIONS,
        },
      };
    });
  }

  #context(context: ServerContext, progressToken: string | number | undefined): RequestContext {
    const { signal, envelope } = context.mcpReq;
    if (isFields(envelope)) this.#introduceFrom(envelope[CLIENT_INFO_META_KEY]);
    const notify: RequestContext['notify'] = (level, logger, data) => {
      if (this.#era === 'legacy' && !this.#asksForLogs) return;
      context.mcpReq.log(level, data, logger).catch((cause) => this.#log.debug('log not sent', { cause }));
    };
    if (progressToken === undefined) return { era: this.#era, signal, notify };
    const progress: RequestContext['progress'] = (step) => {
      context.mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken, ...step } })
        .catch((cause) => this.#log.debug('progress not sent', { cause }));
    };
    return { era: this.#era, signal, notify, progress };
  }

  #meet(client: unknown): void {
    this.#introduceFrom(client);
    if (!this.#asksRoots || !this.getClientCapabilities()?.roots) return;
    const roots = new ClientRoots(
      () => this.request({ method: 'roots/list' }, rootsResult, { timeout: ROOTS_MS }),
      this.#log,
    );
    this.#roots = roots;
    this.#session.rootsFrom(() => roots.folders());
  }

  #introduceFrom(client: unknown): void {
    if (this.#shared || !isFields(client)) return;
    const { name, version } = client;
    if (typeof name !== 'string' || typeof version !== 'string') return;
    if (name === UNKNOWN_CLIENT) return;
    const words = `${name} ${version}`;
    if (words === this.#introduced) return;
    this.#introduced = words;
    this.#session.introduce({ name, version });
  }

  /** Called by the SDK for each handler, already while its constructor runs: touch private fields only later. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // The SDK's own wrapper would check our well-typed results once more against its schemas.
    const inner = method === 'tools/call' ? handler : super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        const result = await inner(request, context);
        if (method === 'initialize') this.#meet(request.params?.clientInfo);
        if (method === 'server/discover') return { ...result, _meta: { [SERVER_INFO_META_KEY]: this.#info } };
        if (method === 'logging/setLevel') this.#asksForLogs = true;
        return result;
      } catch (thrown) {
        throw this.#wireError(method, thrown);
      }
    };
  }

  /** On 2026-07-28 each result names its server. The icon and the rest are told once, by server/discover. */
  protected override _outboundServerInfo(): Implementation {
    const { name, version } = this.#info;
    return { name, version };
  }

  #wireError(method: string, thrown: unknown): Error {
    if (thrown instanceof RpcError) {
      const isHeld = thrown.code === RPC.resourceNotFound && this.#era === 'legacy';
      return isHeld ? new RpcError(HELD_NOT_FOUND, thrown.message, { ...thrown.data }) : thrown;
    }
    if (thrown instanceof ProtocolError && !thrown.message.includes('\n')) return thrown;
    // What is left of the built-in methods are the SDK's schema reports, many lines long.
    if (method === 'initialize' || method === 'logging/setLevel') {
      const words = 'the params do not have the shape that the protocol gives them';
      return new RpcError(RPC.invalidParams, `Invalid params for ${method}: ${words}.`);
    }
    this.#log.error('request failed', { method, cause: thrown });
    const unforeseen = fault('INTERNAL', {}, thrown);
    return new RpcError(RPC.internalError, `${unforeseen.message} ${unforeseen.hint}`);
  }

  override async connect(transport: Transport): Promise<void> {
    if (this.#era === 'legacy') {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => send(restoreNotFound(message), options);
    }
    await super.connect(transport);
    this.#takeRequestsAsTheyAre(transport);
    // Only a handshake connection outlives its requests; one that several share belongs to none of them.
    if (this.#era === 'legacy' && !this.#shared) this.#listen(transport);
  }

  /**
   * The SDK would try each message as a result and as an error before it sees that it is a request, at the price
   * of a quarter of a short call. The edges have read and checked it already.
   */
  #takeRequestsAsTheyAre(transport: Transport): void {
    const inner = this as unknown as Inner;
    const others = transport.onmessage;
    if (typeof inner._onrequest !== 'function' || !others) return;
    let count = 0;
    transport.onmessage = (message, extra) => {
      if (!('method' in message && 'id' in message)) return others(message, extra);
      const pending = inner._requestHandlerAbortControllers;
      if (isTimeToRenew(++count) && pending) inner._requestHandlerAbortControllers = new Map(pending);
      inner._onrequest!(message, extra);
    };
  }

  #listen(transport: Transport & { readonly isHeard?: boolean }): void {
    const stop = this.#session.listen((level, logger, data) => {
      if (transport.isHeard === false) return false;
      this.sendLoggingMessage({ level, logger, data }).catch((cause) =>
        this.#log.debug('message not sent', { cause }),
      );
      return true;
    });
    const before = this.onclose;
    this.onclose = () => {
      stop();
      before?.();
    };
  }
}

function restoreNotFound(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message) || message.error.code !== HELD_NOT_FOUND) return message;
  const { data, ...error } = message.error;
  const isEmpty = isFields(data) && Object.keys(data).length === 0;
  return {
    ...message,
    error: { ...error, code: RPC.resourceNotFound, ...(data !== undefined && !isEmpty && { data }) },
  };
}
