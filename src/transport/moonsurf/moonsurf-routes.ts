import type { IncomingMessage, ServerResponse } from 'node:http';
import { VERSION } from '../../kernel/version.ts';
import type { Session } from '../../session/service.ts';
import { callForJson } from '../../session/tool-answer.ts';
import { sendValue } from '../http-answer.ts';
import type { HttpRoute } from '../http-routes.ts';
import { restTools } from '../rest-tools.ts';
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
  /** Whether clients need a key. */
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
  open(): Session;
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
  const { needsKey, hasTasks } = parts;
  const guests = new Guests({
    needsKey,
    tasks: parts.tasks,
    open: () => parts.open(),
    current: (session) => parts.browsers()?.currentOf(session),
  });
  const board: BoardOf = (request, url) => guests.of(request, url).board;
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
        handle: (request, response, url) => instances(guests.of(request, url).session, response),
      },
      ...restTools((request, url) => guests.of(request, url).session),
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
