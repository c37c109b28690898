import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallerName } from '../../kernel/owner.ts';
import { VERSION } from '../../kernel/version.ts';
import type { Session } from '../../session/service.ts';
import { callForJson } from '../../session/tool-answer.ts';
import { sendValue } from '../http-answer.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import { isFields } from '../message.ts';
import { type BoardOf, TASK_SOCKET, taskRoutes, taskSockets } from '../task-routes.ts';
import type { SocketRoute } from '../upgrade.ts';
import { type GuestOptions, Guests } from './guests.ts';

export interface MoonsurfServing {
  readonly routes: readonly HttpRoute[];
  readonly sockets: readonly SocketRoute[];
  readonly guests: Guests;
  close(): void;
}

export interface MoonsurfParts {
  /** Whether all clients need a key. */
  readonly needsKey: boolean;
  readonly hasTls: boolean;
  readonly hasTasks: boolean;
  readonly tasks: GuestOptions['tasks'];
  readonly maxInstances: number;
  /** Calls a minute; 0: no limit. */
  readonly rateLimit: number;
  readonly publicUrl?: string | undefined;
  readonly devtoolsPorts?: string | undefined;
  /** A session for callers without one. */
  open(caller: CallerName): Session;
  /** How many clients hold a stream open. */
  streams(): number;
  /** The pool, once there is one. */
  browsers(): Browsers | undefined;
}

interface Browsers {
  currentOf(session: string): string | undefined;
  stats(): { readonly instances: readonly { readonly state: string }[]; readonly waiting: number };
}

/** What Moonsurf serves besides MCP. */
export function moonsurfServing(parts: MoonsurfParts): MoonsurfServing {
  const { hasTasks } = parts;
  const guests = new Guests({
    tasks: parts.tasks,
    open: (caller) => parts.open(caller),
    current: (session) => parts.browsers()?.currentOf(session),
  });
  const board: BoardOf = (caller) => guests.of(caller).board;
  const session: SessionOf = (caller) => guests.of(caller).session;
  const get = (path: string, needsKey: boolean, body: (request: IncomingMessage) => unknown): HttpRoute => ({
    method: 'GET',
    path,
    needsKey,
    handle: (request, response) => sendValue(response, 200, body(request)),
  });
  return {
    guests,
    sockets: hasTasks ? taskSockets(board, VERSION) : [],
    routes: [
      get('/health', false, () => health(parts)),
      get('/info', false, (request) => info(parts, request)),
      {
        method: 'GET',
        path: '/instances',
        needsKey: true,
        handle: (_, response, __, caller) => instances(session(caller), response),
      },
      ...restTools(session),
      ...(hasTasks ? taskRoutes(board) : []),
      {
        method: 'POST',
        path: '/register',
        needsKey: false,
        handle: (request, response) => {
          request.resume();
          const error = 'Browsers need no extension here, so none registers. Open one with browser_instance.';
          sendValue(response, 410, { error });
        },
      },
    ],
    close: () => guests.close(),
  };
}

/** Those that the caller may see. */
async function instances(session: Session, response: ServerResponse): Promise<void> {
  const { signal } = new AbortController();
  const told = await callForJson(session, 'browser_instance', { action: 'list' }, { era: 'legacy', signal });
  if ('result' in told) sendValue(response, 200, told.result);
  else sendValue(response, 503, { error: told.error.message });
}

/** For everybody: nothing that tells of what is being done. */
function health(parts: MoonsurfParts) {
  const { instances = [], waiting = 0 } = parts.browsers()?.stats() ?? {};
  const count = (wanted: string) => instances.filter(({ state }) => state === wanted).length;
  return {
    status: 'ok',
    version: VERSION,
    connectedInstances: count('ready'),
    crashedInstances: count('crashed'),
    waiting,
    maxInstances: parts.maxInstances,
    sseClients: parts.streams(),
    auth: parts.needsKey,
    tls: parts.hasTls,
    rateLimit: parts.rateLimit > 0,
    rateLimitMax: parts.rateLimit,
  };
}

function info(parts: MoonsurfParts, request: IncomingMessage) {
  const scheme = parts.hasTls ? 'https' : 'http';
  const base = parts.publicUrl?.replace(/\/$/, '') ?? `${scheme}://${request.headers.host}`;
  return {
    name: 'moonsurf-mcp',
    version: VERSION,
    protocolVersion: '2024-11-05',
    endpoints: {
      sse: `${base}/sse`,
      message: `${base}/message`,
      mcp: `${base}/mcp`,
      health: `${base}/health`,
      instances: `${base}/instances`,
      tools: `${base}/api/tools`,
      metrics: `${base}/metrics`,
      ...(parts.hasTasks && {
        tasks: `${base}/tasks`,
        tasksWs: `${base.replace(/^http/, 'ws')}${TASK_SOCKET}`,
      }),
    },
    ...(parts.devtoolsPorts !== undefined && { devtoolsPorts: parts.devtoolsPorts }),
    auth: { required: parts.needsKey, methods: ['Authorization: Bearer', '?token='] },
  };
}

const MAX_BODY = 4 * 1024 * 1024;
const BASE = '/api/tools';

/** Whose call a request is. */
type SessionOf = (caller: CallerName) => Session;

/** Tools for those who speak plain HTTP: `GET /api/tools`, `POST /api/tools/{tool}` with the arguments as body. */
export function restTools(session: SessionOf): HttpRoute[] {
  return [
    {
      method: 'GET',
      path: BASE,
      needsKey: true,
      handle: (_, response, __, caller) => sendValue(response, 200, { tools: session(caller).listTools() }),
    },
    {
      method: 'POST',
      path: `${BASE}/*`,
      needsKey: true,
      handle: (request, response, url, caller) => call(session(caller), request, response, url),
    },
  ];
}

async function call(
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const body = await readJsonBody(request, response, MAX_BODY);
  if (!body) return;
  if (!isFields(body.value)) {
    const error = { code: 'INVALID_ARGUMENTS', message: 'The body must be an object with the arguments.' };
    sendValue(response, 400, { success: false, error });
    return;
  }
  const hangUp = new AbortController();
  response.on('close', () => hangUp.abort());
  const name = url.pathname.slice(BASE.length + 1);
  const told = await callForJson(session, name, body.value, { era: 'legacy', signal: hangUp.signal });
  if ('result' in told) sendValue(response, 200, { success: true, result: told.result });
  else
    sendValue(response, told.error.code === 'TOOL_NOT_FOUND' ? 404 : 400, {
      success: false,
      error: told.error,
    });
}
